"""Spanish: plain statements about oneself and one's relatives, read by tables.

What it reads is the first person singular of common verbs; a sentence with first-person words that are not in the
tables gives no claim.
"""

# ruff: noqa: E501  # tables of words and patterns: a line is an entry

from __future__ import annotations

import re

from persona_cli.extract.rules.packs.pack import Pack, Statement, Tables
from persona_cli.extract.rules.pattern import Pattern

_N = r"(?P<o>[A-ZÁÉÍÓÚÑ][\w'’&.-]*\w(?:\s+(?:(?:de|del|la|las|los|el|y)\s+){0,2}[A-ZÁÉÍÓÚÑ][\w'’&.-]*\w)*)"  # the apostrophe that is written
_PET = r"(?:perr[oa]s?|gat[oa]s?|loros?|conejos?|hámsters?|caballos?|tortugas?|peces|pez|cachorr[oa]s?|mascotas?|canarios?)\b"
_CHILD = r"(?:hij[oa]s?|bebés?|niñ[oa]s?|gemel[oa]s|mellizos)\b"
_JOB = (
    r"(?:enfermer[oa]|médic[oa]|profesora?|maestr[oa]|ingenier[oa]|programadora?|diseñadora?|abogad[oa]|contable|cociner[oa]|panader[oa]|camarer[oa]|arquitect[oa]|artista|periodista"
    r"|escritora?|traductora?|músic[oa]|actor|actriz|científic[oa]|investigadora?|bibliotecari[oa]|agricultora?|jardiner[oa]|carpinter[oa]|fontaner[oa]|electricista|mecánic[oa]|bombero|policía"
    r"|farmacéutic[oa]|dentista|psicólog[oa]|veterinari[oa]|peluquer[oa]|entrenadora?|estudiante|autónom[oa]|conductora?|economista|biólog[oa]|química?|física?|fotógraf[oa])\b"
)

# pattern | predicate | object type | correction
_STATEMENTS = (
    (rf"^(?:yo )?ya no vivo en {_N}", "lived_in", "place", True),
    (rf"^(?:yo )?ya no trabajo (?:en|para|con) {_N}", "worked_at", "organisation", True),
    (r"^(?:yo )?ya no (?:como|tomo)\b", "diet", "", True),
    (r"^(?:yo )?ya no fumo\b", "smokes", "", True),
    (r"^(?:yo )?ya no\b", "states", "", True),
    (r"^(?:yo )?(?:he dejado|dejé) de fumar\b", "smokes", "", True),
    (r"^(?:yo )?(?:he dejado|dejé) de comer\b", "diet", "", True),
    (r"^(?:yo )?(?:he dejado|dejé) de\b", "states", "", True),
    (rf"^(?:yo )?antes vivía en {_N}", "lived_in", "place", True),
    (rf"^(?:yo )?antes trabajaba (?:en|para) {_N}", "worked_at", "organisation", True),
    (rf"^(?:yo )?(?:ahora )?(?:vivo|resido) (?:ahora )?(?:solo |sola )?(?:en|cerca de) {_N}", "lives_in", "place", False),
    (r"^(?:yo )?(?:ahora )?vivo (?:en|cerca|con|sol[oa])\b", "lives_in", "", False),
    (rf"^(?:yo )?llevo .{{3,30}} viviendo en {_N}", "lives_in", "place", False),
    (rf"^(?:yo )?(?:ahora )?trabajo (?:ahora )?(?:como \w+ )?(?:en|para) {_N}", "works_at", "organisation", False),
    (r"^(?:yo )?trabajo (?:como|de) ", "works_as", "", False),
    (r"^(?:yo )?trabajo (?:en|desde|por|a)\b", "habit", "", False),
    (rf"^(?:yo )?soy (?:un |una )?{_JOB}(?: \w+)? en {_N}", "works_at", "organisation", False),
    (rf"^(?:yo )?soy (?:un |una )?{_JOB}", "works_as", "", False),
    (r"^(?:yo )?soy alérgic[oa] ", "allergic_to", "", False),
    (r"^(?:yo )?soy intolerante ", "allergic_to", "", False),
    (r"^(?:yo )?(?:no )?soy (?:vegan[oa]|vegetarian[oa]|celíac[oa]|diabétic[oa])\b", "diet", "", False),
    (rf"^(?:yo )?(?:soy|vengo) de {_N}", "from", "place", False),
    (rf"^(?:yo )?nací en {_N}", "born_in", "place", False),
    (r"^(?:yo )?nací (?:en|el)\b", "born_on", "", False),
    (r"^(?:yo )?me llamo [A-ZÁÉÍÓÚ]", "named", "", False),
    (r"^mi nombre es [A-ZÁÉÍÓÚ]", "named", "", False),
    (r"^(?:yo )?tengo \d+ años\b", "age", "", False),
    (r"^mi cumpleaños es\b", "birthday", "", False),
    (rf"^(?:yo )?tengo (?:un|una|dos|tres|cuatro|\d+)(?: \w+)? {_PET}.*?(?:se llama|llamad[oa]) {_N}", "has_pet", "animal", False),
    (rf"^(?:yo )?tengo (?:un|una|dos|tres|cuatro|\d+)(?: \w+)? {_PET}", "has_pet", "", False),
    (rf"^(?:yo )?tengo (?:un|una|dos|tres|cuatro|\d+)(?: \w+)? {_CHILD}", "has_child", "", False),
    (r"^(?:yo )?tengo (?:un|una|dos|tres|\d+)(?: \w+)? herman[oa]s?\b", "sibling_of", "", False),
    (r"^(?:yo )?tengo (?:asma|diabetes|migrañas?|insomnio|artritis|epilepsia|ansiedad|depresión|hipertensión)\b", "diagnosed_with", "", False),
    (r"^(?:yo )?tengo miedo (?:a|de)\b", "fears", "", False),
    (r"^(?:yo )?tengo (?:una? )?(?:cita|reunión|examen|entrevista|vuelo)\b", "appointment", "", False),
    (r"^(?:yo )?tengo que\b", "has_task", "", False),
    (r"^(?:yo )?tengo (?:un|una) (?:coche|casa|piso|bicicleta|moto|jardín|guitarra|piano|cámara)\b", "owns", "", False),
    (rf"^(?:yo )?estoy casad[oa] con {_N}", "married_to", "person", False),
    (r"^(?:yo )?estoy (?:casad[oa]|solter[oa]|divorciad[oa]|prometid[oa])\b", "relationship_status", "", False),
    (rf"^(?:yo )?estoy casad[oa] con {_N}", "married_to", "person", False),
    (rf"^(?:yo )?me casé con {_N}", "married_to", "person", False),
    (r"^(?:yo )?me casé\b", "relationship_status", "", False),
    (rf"^(?:yo )?me mudé (?:a|de \w+ a) {_N}", "lives_in", "place", False),
    (r"^(?:a mí )?no me gustan?\b", "dislikes", "", False),
    (r"^(?:a mí )?me (?:gustan?|encantan?|fascinan?) (?:mucho )?", "likes", "", False),
    (r"^(?:yo )?(?:odio|detesto|no soporto)\b", "dislikes", "", False),
    (r"^(?:yo )?(?:amo|adoro)\b", "likes", "", False),
    (r"^(?:yo )?prefiero\b", "prefers", "", False),
    (r"^mi (?P<what>\w+) favorit[oa] es\b", "favourite_", "", False),
    (r"^(?:yo )?no (?:como|tomo)\b", "diet", "", False),
    (r"^(?:yo )?(?:no )?fumo\b", "smokes", "", False),
    (r"^(?:yo )?(?:no )?bebo\b", "drinks", "", False),
    (r"^(?:yo )?hablo (?:\w+ )?(?:español|inglés|francés|alemán|italiano|portugués|catalán|gallego|euskera|chino|japonés|árabe|ruso)\b", "speaks", "", False),
    (r"^(?:yo )?toco (?:el|la) (?:guitarra|piano|violín|batería|flauta|saxofón|chelo|bajo|trompeta)\b", "plays", "", False),
    (r"^(?:yo )?juego al? \w+", "plays", "", False),
    (rf"^(?:yo )?estudio .+ en (?:la |el )?{_N}", "studies_at", "organisation", False),
    (r"^(?:yo )?estudio\b", "studies", "", False),
    (r"^(?:yo )?estoy aprendiendo\b", "learning", "", False),
    (r"^(?:yo )?(?:quiero|me gustaría|espero)\b(?! (?:que|saber|una? (?:receta|idea|consejo)))", "wants_to", "", False),
    (r"^(?:yo )?(?:voy a|pienso|planeo)\b", "plans_to", "", False),
    (rf"^(?:yo )?(?:viajé|fui) a {_N}", "visited", "place", False),
    (r"^(?:yo )?compré\b", "bought", "", False),
    (r"^(?:yo )?conduzco (?:un|una)\b", "drives", "", False),
    (r"^(?:yo )?creo en\b", "believes", "", False),
    (r"^(?:yo )?creo que .+ (?:es|son|debería|deberían|merece|merecen|importa) ", "believes", "", False),
    (rf"^(?:yo )?(?:nunca |no )?he estado en {_N}", "visited", "place", False),
    (r"^(?:yo )?(?:no )?soy (?:muy |bastante |un poco |algo )?(?:tímid[oa]|introvertid[oa]|extrovertid[oa]|ordenad[oa]|desordenad[oa]|perfeccionista|optimista|pesimista|impaciente|paciente|perezos[oa]|creativ[oa]|zurd[oa]|sociable|terc[oa]|despistad[oa]|madrugadora?|puntual)\b", "trait", "", False),
    (r"^(?:yo )?me levanto\b", "habit", "", False),
)  # fmt: skip

_THIRD = {
    "yo": "", "soy": "es", "estoy": "está", "tengo": "tiene", "vivo": "vive", "resido": "reside", "trabajo": "trabaja", "llevo": "lleva", "nací": "nació", "llamo": "llama", "odio": "odia",
    "detesto": "detesta", "soporto": "soporta", "amo": "ama", "adoro": "adora", "prefiero": "prefiere", "tomo": "toma", "fumo": "fuma", "bebo": "bebe", "hablo": "habla",
    "toco": "toca", "juego": "juega", "estudio": "estudia", "quiero": "quiere", "espero": "espera", "voy": "va", "pienso": "piensa", "planeo": "planea", "viajé": "viajó", "fui": "fue",
    "compré": "compró", "conduzco": "conduce", "creo": "cree", "levanto": "levanta", "vengo": "viene", "mudé": "mudó", "casé": "casó", "dejé": "dejó", "he": "ha", "vivía": "vivía",
    "mi": "su", "mis": "sus", "mío": "suyo", "mía": "suya", "conmigo": "consigo", "me": "se", "puedo": "puede", "necesito": "necesita", "empecé": "empezó",
}  # fmt: skip


def _lead(name: str, rest: str) -> str:
    """A sentence about `name`; what pleases somebody pleases "a Ana"."""
    if re.match(r"(?:no )?le\b", rest):
        return f"Al {name[3:]} {rest}" if name.startswith("el ") else f"A {name} {rest}"
    if rest.startswith("su "):
        noun, _, verb = rest[3:].partition(" es ")
        of = f"del {name[3:]}" if name.startswith("el ") else f"de {name}"
        article = "la" if noun.endswith("a") else "el"
        return f"{article} {noun} {of} es {verb}"
    return f"{name} {rest}"


PACK = Pack(
    code="es",
    name="Spanish",
    respell=lambda text: text,
    and_word="y",
    pasted=Pattern(r"\b(?:texto|traduce|resume|corrige|siguiente|correo|mensaje|error|código|dice|dijo|artículo)\b", re.IGNORECASE),
    drop=Pattern(
        r"[¿?]|\b(?:si|ojalá|imagina|supongamos|quizás?|tal vez|puedes?|podrías?|ayúdame|ayuda|escribe|dime|explica|explícame|traduce|haz|dame|cuéntame|recomiéndame|muéstrame|por favor|gracias por|me gustaría saber|es broma|a lo mejor|hubiera|habría)\b|[\"«]",
        re.IGNORECASE,
    ),
    tables=Tables(
        statements=tuple(Statement(Pattern(p, re.IGNORECASE if "(?P<o>" not in p else 0), name, kind, correction) for p, name, kind, correction in _STATEMENTS),
        openers=Pattern(r"^(?:(?:hola|bueno|buenas|pues|ah|oye|vale|mira|además|también|la verdad es que|en realidad|por cierto|es que|actualmente|hoy en día)[,.!:]*\s+|(?:no|sí),\s+)+", re.IGNORECASE),
        split=Pattern(r"\s*;\s+|,?\s+(?:y|e|pero|aunque)\s+(?=(?:también |ahora |ya )*(?:vivo|trabajo|tengo|soy|estoy|me|mi|no|odio|prefiero|estudio|hablo|juego|toco|quiero|amo|detesto|voy|compré|ya)\b)|,\s+(?=(?:ahora )?(?:vivo|trabajo|tengo|soy|odio|prefiero)\b)"),
        phrases=(
            (Pattern(r"^(yo )?((?:ya )?no )?como\b", re.IGNORECASE), r"\2come"),
            (Pattern(r"\b(\w+[aei]r)me\b", re.IGNORECASE), r"\1se"),
            (Pattern(r"\b(?:a mí )?me (?=(?:gustan?|gustaría|encantan?|fascinan?|interesan?|molestan?|importan?|dan?|duelen?)\b)", re.IGNORECASE), "le "),
        ),
        third=_THIRD,
        determiners=frozenset("mi su el un una la del al este ese otro mucho tan más tu de y".split()),
        unread=Pattern(r"\b(?:yo|mí|nos|nosotros|nosotras|nuestr[oa]s?|\w{3,}(?:amos|emos|imos)|tú|usted|te|ti)\b", re.IGNORECASE),
        negation=Pattern(r"\b(?:no|nunca|jamás)\b", re.IGNORECASE),
        times_first=Pattern(r"(?:ayer|anoche|hoy|mañana|el (?:año|mes|verano|invierno|fin de semana|lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?: pasado)?|la semana pasada|en \d{4}|hace [\w ]{3,20}?(?:años?|meses|mes|semanas?|días?)),?\s+", re.IGNORECASE),
        user="el usuario",
        lead=_lead,
        relatives={
            "hermana": "sibling_of", "hermano": "sibling_of", "madre": "child_of", "mamá": "child_of", "padre": "child_of", "papá": "child_of", "hijo": "has_child", "hija": "has_child",
            "marido": "married_to", "esposo": "married_to", "esposa": "married_to", "mujer": "married_to", "novio": "partner_of", "novia": "partner_of", "pareja": "partner_of",
            "amigo": "friend_of", "amiga": "friend_of", "primo": "relative_of", "prima": "relative_of", "tío": "relative_of", "tía": "relative_of", "abuelo": "grandchild_of", "abuela": "grandchild_of",
            "perro": "has_pet", "perra": "has_pet", "gato": "has_pet", "gata": "has_pet", "jefe": "reports_to", "jefa": "reports_to", "vecino": "neighbour_of", "vecina": "neighbour_of",
        },
        relative=Pattern(rf"^mi (?:mejor )?(?P<kin>hermana|hermano|madre|mamá|padre|papá|hijo|hija|marido|esposo|esposa|mujer|novio|novia|pareja|amigo|amiga|primo|prima|tío|tía|abuelo|abuela|perro|perra|gato|gata|jefe|jefa|vecino|vecina),? (?:se llama )?{_N.replace('<o>', '<name>')},?(?:\s+y(?=\s))?(?P<rest>\s+(?:es|vive|trabaja|estudia|tiene|está|juega|toca|habla|odia|prefiere)\b.*)?$"),
        of_others=(
            Statement(Pattern(rf"vive en {_N}"), "lives_in"),
            Statement(Pattern(rf"trabaja (?:en|para) {_N}"), "works_at"),
            Statement(Pattern(rf"(?:es|trabaja como) (?:un |una )?{_JOB}"), "works_as"),
            Statement(Pattern(r"estudia\b"), "studies"),
            Statement(Pattern(r"(?:juega|toca)\b"), "plays"),
        ),
        relation_text="{name} es {kin} de {user}",
        relative_text="{name}, {kin} de {user}, {rest}",
    ),
)  # fmt: skip
