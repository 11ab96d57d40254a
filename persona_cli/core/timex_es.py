"""The Spanish words of time. Templates and fields are explained in `core.timex_words`.

Accents are often left out in chat, so the forms without them are there wherever they mean nothing else.
"""

from __future__ import annotations

from persona_cli.core.timex_words import Rule, Words

_MONTHS = {
    "enero": 1, "febrero": 2, "marzo": 3, "abril": 4, "mayo": 5, "junio": 6, "julio": 7, "agosto": 8, "septiembre": 9,
    "setiembre": 9, "octubre": 10, "noviembre": 11, "diciembre": 12,
}  # fmt: skip
_DAYS = {
    "lunes": 0, "martes": 1, "miércoles": 2, "miercoles": 2, "jueves": 3, "viernes": 4, "sábado": 5, "sabado": 5,
    "domingo": 6,
}  # fmt: skip
_NUMBERS = {
    "un": 1, "una": 1, "uno": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "siete": 7, "ocho": 8,
    "nueve": 9, "diez": 10, "once": 11, "doce": 12, "trece": 13, "catorce": 14, "quince": 15, "dieciséis": 16,
    "dieciseis": 16, "diecisiete": 17, "dieciocho": 18, "diecinueve": 19, "veinte": 20, "treinta": 30,
    "cuarenta": 40, "cincuenta": 50, "sesenta": 60,
}  # fmt: skip

_TABLES: dict[str, dict[str, int | str]] = {
    "month": dict(_MONTHS),
    "weekday": dict(_DAYS),
    "unit": {
        "minuto": "hour", "minutos": "hour", "hora": "hour", "horas": "hour", "día": "day", "días": "day",
        "dia": "day", "dias": "day", "semana": "week", "semanas": "week", "quincena": "fortnight", "mes": "month",
        "meses": "month", "año": "year", "años": "year", "década": "decade", "décadas": "decade",
    },
    "span": {"semana": "week", "mes": "month", "año": "year", "trimestre": "quarter", "fin de semana": "weekend",
             "finde": "weekend", "década": "decade"},
    "mod": {"pasado": "last", "pasada": "last", "último": "last", "última": "last", "ultimo": "last",
            "ultima": "last", "anterior": "last", "próximo": "coming", "próxima": "coming", "proximo": "coming",
            "proxima": "coming", "que viene": "coming", "que entra": "coming", "siguiente": "coming", "este": "this",
            "esta": "this"},
    "modyear": {"del año pasado": -1, "el año pasado": -1, "de este año": 0, "este año": 0, "del año que viene": 1,
                "del próximo año": 1, "el año que viene": 1, "el próximo año": 1},
    "dayword": {
        "ayer": -1, "hoy": 0, "mañana": 1, "anteayer": -2, "antes de ayer": -2, "antier": -2, "pasado mañana": 2,
        "anoche": -1, "anteanoche": -2, "ayer por la mañana": -1, "ayer por la tarde": -1, "ayer por la noche": -1,
        "mañana por la mañana": 1, "mañana por la tarde": 1, "mañana por la noche": 1, "esta mañana": 0,
        "esta tarde": 0, "esta noche": 0, "hoy por la mañana": 0, "hoy por la tarde": 0,
    },
    "season": {"primavera": 1, "verano": 2, "otoño": 3, "invierno": 4},
    "holiday": {"navidad": "12-25", "navidades": "12-25", "nochebuena": "12-24", "nochevieja": "12-31",
                "año nuevo": "01-01", "fin de año": "12-31", "reyes": "01-06", "semana santa": "easter",
                "pascua": "easter", "viernes santo": "easter-2", "san valentín": "02-14", "halloween": "10-31",
                "todos los santos": "11-01"},
    "decadename": {"cincuenta": 1950, "sesenta": 1960, "setenta": 1970, "ochenta": 1980, "noventa": 1990},
    "freq": {"día": "daily", "días": "daily", "dias": "daily", "dia": "daily", "mañana": "daily", "mañanas": "daily",
             "tardes": "daily", "noche": "daily", "noches": "daily", "semana": "weekly", "semanas": "weekly",
             "fines de semana": "weekly", "fin de semana": "weekly", "mes": "monthly", "meses": "monthly",
             "año": "yearly", "años": "yearly", "veranos": "yearly", "verano": "yearly", "dos semanas": "biweekly",
             "quincena": "biweekly", "invierno": "yearly", "inviernos": "yearly"},
    "often": {"semanalmente": "weekly", "mensualmente": "monthly", "diariamente": "daily", "anualmente": "yearly"},
    "habit": {"fines de semana": "weekly", "sábados": "weekly", "sabados": "weekly", "domingos": "weekly"},
    "vague": dict.fromkeys((
        "recientemente", "últimamente", "ultimamente", "hace poco", "hace poco tiempo", "hace mucho",
        "hace mucho tiempo", "hace tiempo", "hace un tiempo", "hace años", "el otro día", "el otro dia",
        "la otra noche", "algún día", "pronto", "hoy en día", "hace un rato", "hace siglos", "hace rato",
    ), ""),
    "ordinal": {"primero": 1, "1º": 1},
    "quarterword": {"primer": 1, "segundo": 2, "tercer": 3, "cuarto": 4, "último": 4},
}  # fmt: skip

_CLOSED = (
    r"(?=\s*(?:$|[.,;:!?)\]\"'’…–—\n]|(?:y|e|o|u|a|al|hasta|pero|porque|cuando|donde|que|si|como|en|de|del|con|por|para"
    r"|desde|me|te|se|nos|lo|la|le|les|el|los|las|un|una|yo|él|ella|mi|mis|su|sus|es|fue|era|no|ya|también|estoy|voy"
    r"|vamos|tengo|hay|he|ha)\b|(?-i:[A-Z])))"
)
_MEASURES = (
    r"(?!\s(?:euros?|dólares|pesos|soles|libras|personas|gente|veces|pasos|km|kilómetros|metros|calorías|habitaciones"
    r"|copias|páginas|gramos|kilos?|litros?|minutos?|horas?|segundos?|días?|semanas?|meses|años?|millones|mil|puntos"
    r"|palabras|alumnos|empleados|usuarios)\b)"
)
_FRAGMENTS = {
    "n": r"(?P<n>\d{1,3}(?:[.,]\d)?|un par de|unos cuantos|unas cuantas|unos pocos|unas pocas|pocos|pocas|unos|unas"
    r"|varios|varias|algunos|algunas|medio|media|" + "|".join(_NUMBERS) + ")",
    "nb": r"(?P<nb>\d{1,3}|" + "|".join(_NUMBERS) + ")",
    "half": r"(?P<half>y medi[oa])",
    "day": r"(?P<day>3[01]|[12]\d|0?[1-9])(?![\d:%º°])" + _MEASURES,
    "year": r"(?P<year>(?:1[6-9]|20)\d\d)(?![\d%]|[.,/:]\d|-\d)" + _MEASURES,
    "closed": _CLOSED,
    "time": r"(?: (?:por|en) la (?:mañana|tarde|noche))?",
    "about": r"(?:(?P<about>casi|unos|unas|más de|mas de|menos de|aproximadamente|más o menos|como|cerca de|ya) )?",
}

_RULES = (
    Rule("day_offset", "(?<!\\bla\\s)@dayword", "@dayword"),
    Rule("lasting", "(?P<surely>desde hace) %about%n @unit(?: %half)?", "desde"),
    Rule("lasting", "(?P<surely>hace) %about%n @unit(?: %half)? que"
         "(?! (?:no )?(?:me )?\\w+(?:é|ó|aron|ieron|imos|amos)\\b)", "hace"),
    Rule("lasting", "(?P<surely>llev(?:o|as|a|amos|áis|an)) %about%n @unit(?: %half)?",
         "llevo llevas lleva llevamos llevan"),
    Rule("lasting", "(?:durante|por) %about%n @unit(?: %half)?", "durante por & @unit"),
    Rule("ago", "hace %about%n(?: o | a |-)%nb @unit", "hace"),
    Rule("ago", "hace %about%n @unit(?: %half)?", "hace"),
    Rule("ahead", "(?P<now>dentro de) %about%n @unit(?: %half)?", "dentro"),
    Rule("ahead", "en %about%n @unit(?: %half)?", "en & @unit"),
    Rule("within", "en menos de %n @unit", "menos"),
    Rule("past_n", "(?:en|durante) (?:los|las|el|la) (?:últim[oa]s?|ultim[oa]s?) (?:%n )?@unit",
         "últimos últimas ultimos último última ultimo ultimas"),
    Rule("next_n", "(?:en|durante) (?:los|las) (?:próxim[oa]s|proxim[oa]s) %n @unit",
         "próximos próximas proximos proximas"),
    Rule("mod_span", "(?:el |la )?@span @mod", "@span", narrows=True),
    Rule("mod_span", "(?:el |la )?(?:@mod )@span", "@span", narrows=True),
    Rule("the_span", "(?:del? |el |la )?@span", "@span", after="part", narrows=True),
    Rule("weekend", "(?:el |del )?(?:fin de semana|finde)", "fin finde", after="weekend"),
    Rule("weekday", "(?:el |la )?@weekday%time,? de la (?P<weekmod>semana pasada|semana que viene|próxima semana)",
         "semana"),
    Rule("weekday", "(?:el )?@weekday @mod%time", "@weekday"),
    Rule("weekday", "(?:el )?(?:@mod )?@weekday%time", "@weekday"),
    Rule("day_month", "(?:el )?(?:@weekday,? )?(?:día )?(?:%day|@ordinal) de @month,? (?:(?:de |del )?%year|@modyear)",
         "@month"),
    Rule("day_month", "(?:el )?(?:@weekday,? )?(?:día )?(?:%day|@ordinal) de @month", "@month"),
    Rule("month", "@month,? (?:(?:de |del )?%year|@modyear)", "@month", narrows=True),
    Rule("month", "(?:el )?@month @mod", "@month", narrows=True),
    Rule("month", "(?:el )?(?P<mod>pasado|último|próximo|este) (?:mes de )?@month", "@month", narrows=True),
    Rule("month", "(?:el mes de )?@month", "@month", after="month", narrows=True),
    Rule("iso", "(?<![\\d/.-])(?P<year>\\d{4})([-/.])(?P<mm>\\d\\d?)\\2(?P<dd>\\d\\d?)"
         "(?:[T ](?P<clock>\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,6})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?))?(?![\\d/-])", "#"),
    Rule("numeric", "(?<![\\d/.-])(?P<a>\\d\\d?)([/.-])(?P<b>\\d\\d?)\\2(?P<year>\\d{4}|\\d\\d)(?![\\d/.-]\\d)", "#"),
    Rule("numeric", "(?:el )?(?<![\\d/.-])(?P<a>\\d\\d?)/(?P<b>\\d\\d?)(?![\\d/%-]|\\.\\d)%closed", "#", after="date"),
    Rule("day_only", "el (?:día )?%day%closed", "#"),
    Rule("day_only", "%day(?= al? \\d)", "#", after="opening"),
    Rule("year", "(?<![.,/:€$£#])(?<!\\d-)%year", "#", after="year", narrows=True),
    Rule("year", "(?<![.,/:€$£#])(?<!\\d-)%year%closed", "#", after="looseyear", narrows=True),
    Rule("years", "(?<![\\d.,/:€$£#-])(?P<year>(?:19|20)\\d\\d) ?[-–—] ?(?P<yearb>(?:19|20)\\d\\d)(?![\\d-])", "#"),
    Rule("decade", "(?:los )?años '?(?P<shortdecade>[1-9]0)", "#", narrows=True),
    Rule("decade", "(?:los )?años @decadename", "años", narrows=True),
    Rule("decade", "(?:los )(?P<shortdecade>[5-9]0)%closed", "#", narrows=True),
    Rule("decade", "(?:los )@decadename%closed", "@decadename", narrows=True),
    Rule("season", "(?:el |la )?@season (?:(?:de |del )%year|@modyear)", "@season", narrows=True),
    Rule("season", "(?:el |la )?@season @mod", "@season"),
    Rule("season", "(?:el |la )?(?P<mod>pasad[oa]|últim[oa]|próxim[oa]|este|esta) @season", "@season"),
    Rule("season", "(?:el |la )?@season", "@season", after="season"),
    Rule("quarter", "(?:el )?@quarterword trimestre (?:(?:de |del )%year|@modyear|del año)", "trimestre", narrows=True),
    Rule("holiday", "(?:la )?@holiday (?:(?:de |del )?%year|@modyear)", "@holiday"),
    Rule("holiday", "(?:la |las )?@holiday @mod", "@holiday"),
    Rule("holiday", "(?:la |las |el día de )?@holiday", "@holiday", after="holiday"),
    Rule("recurring", "(?:cada|todos los|todas las) (?:@freq|@weekday|sábados|sabados|domingos)%time",
         "cada todos todas"),
    Rule("recurring", "los @habit%time", "los"),
    Rule("recurring", "los @weekday%time", "los"),
    Rule("recurring", "(?:una vez|dos veces|%nb veces) (?:al|a la|por) @freq", "vez veces"),
    Rule("recurring", "@often", "@often"),
    Rule("age", "(?:desde que|cuando|hasta que) (?:yo )?tenía %nb(?: años)?", "tenía"),
    Rule("age", "(?:desde )?(?:a )?los %nb años%closed", "años"),
    Rule("vague", "@vague", "@vague"),
)  # fmt: skip

SPANISH = Words(
    tables=_TABLES,
    fragments=_FRAGMENTS,
    numbers={
        **{name: (n, n) for name, n in _NUMBERS.items()},
        "medio": (0.5, 0.5), "media": (0.5, 0.5), "un par de": (2, 2), "unos": (2, 5), "unas": (2, 5),
        "unos cuantos": (2, 5), "unas cuantas": (2, 5), "unos pocos": (2, 5), "unas pocas": (2, 5), "pocos": (2, 5),
        "pocas": (2, 5), "algunos": (2, 5), "algunas": (2, 5), "varios": (3, 7), "varias": (3, 7),
    },
    preps={
        "desde": "since", "para": "by", "antes de": "until", "antes del": "until", "hasta": "until",
        "a más tardar": "by", "a partir de": "from", "a partir del": "from", "después de": "from",
        "después del": "from", "tras": "from", "entre": "between", "de": "between", "del": "between", "en": "at",
        "durante": "at", "hacia": "at", "sobre": "at", "alrededor de": "at", "por": "at", "allá por": "at", "a": "join",
        "al": "join", "y": "join", "-": "join", "–": "join", "ya en": "at",
    },
    approximate=frozenset({"hacia", "sobre", "alrededor de", "por", "allá por", "más o menos", "aproximadamente"}),
    fillers=("el", "la", "los", "las", "al menos", "por lo menos", "más o menos", "aproximadamente"),
    parts={
        "a principios de": "early", "a principios del": "early", "principios de": "early", "principios del": "early",
        "a comienzos de": "early", "a comienzos del": "early", "comienzos de": "early", "a mediados de": "mid",
        "a mediados del": "mid", "mediados de": "mid", "mediados del": "mid", "a finales de": "late",
        "a finales del": "late", "finales de": "late", "finales del": "late", "final de": "end", "final del": "end",
        "el final de": "end", "el final del": "end", "fin de": "end", "fin del": "end", "fines de": "end",
        "a fines de": "end", "a final de": "end",
    },
    after={
        "part": frozenset({"part"}),
        "weekend": frozenset({"", "en", "durante", "para", "por", "desde", "hasta", "antes del", "después del",
                              "a", "y"}),
        "date": frozenset({"en", "desde", "para", "hasta", "antes de", "antes del", "a partir de", "a partir del",
                           "después de", "después del", "durante", "entre", "del", "de", "y", "al", "a", "hacia", ""}),
        "opening": frozenset({"del", "de", "entre"}),
        "month": frozenset({"part", "en", "desde", "para", "hasta", "antes de", "a partir de", "después de", "durante",
                            "entre", "de", "y", "a", "hacia", "sobre", "-", "–", "ya en"}),
        "year": frozenset({"part", "en", "desde", "hasta", "antes de", "a partir de", "después de", "durante", "entre",
                           "para", "hacia", "allá por", "alrededor de"}),
        "looseyear": frozenset({"del", "de", "al", "a", "y", "sobre"}),
        "season": frozenset({"part", "en", "desde", "para", "hasta", "antes de", "antes del", "durante", "después del",
                             "después de"}),
        "holiday": frozenset({"part", "en", "por", "desde", "para", "hasta", "antes de", "después de", "durante",
                              "tras", "a partir de"}),
    },
    rules=_RULES,
    future=(
        r"\b(?:tengo|tiene|tenemos) (?:una? )?(?:cita|reunión|examen|entrevista|boda|vuelo|consulta)\b|"
        r"\b(?!atrás\b|detrás\b)\w{1,20}(?:ré|rás?|remos|réis|rán)\b|\b(?:voy|vas|va|vamos|vais|van) a\b"
        r"|\b(?:quiero|quieres|quiere|queremos|pienso|espero|esperamos|planeo|planeamos|tengo que|tenemos que|hay que"
        r"|debo|debemos|salimos|salgo|empiezo|empezamos|vence|caduca|recuérdame|plazo)\b"
    ),
    past=(
        r"\b(?:fue|fui|fuimos|fueron|era|éramos|eran|hizo|hice|hicimos|tuvo|tuve|tuvimos|vino|vine|vinimos|vi|vio|vimos"
        r"|dijo|dije|estuve|estuvo|estuvimos|pude|puso|puse|supe|trajo|dio|di|murió|nació)\b"
        r"|\b(?:he|ha|has|hemos|han|había|habían) \w{2,20}(?:ado|ido|cho|to)\b"
        r"|\b(?!día|días|todavía|mía|tía|vía|policía|compañía|energía|alegría)\w{2,20}(?:é|ó|aste|iste|aron|ieron|aba|abas"
        r"|aban|ábamos|ía|ías|ían|íamos)\b"
    ),
    present=r"\bes|\bson|\bempieza|\bsale|\bllega|\btermina|\bvence|\bcaduca",
    perfect=r"\b(?:he|ha|has|hemos|han) \w{2,20}(?:ado|ido|cho|to)\b",
    breaks=r"\b(?:pero|porque|aunque|mientras|y)\b",
    clock=r" (?:a|sobre|hacia) las? \d{1,2}(?:[:.]\d\d)?(?: ?h)?(?![\w/])",
    month_first=False,
)  # fmt: skip
