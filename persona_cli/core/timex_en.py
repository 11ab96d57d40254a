"""The English words of time. Templates and fields are explained in `core.timex_words`."""

from __future__ import annotations

from persona_cli.core.timex_words import Rule, Words

_FULL = {
    "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9,
    "october": 10, "november": 11, "december": 12,
}  # fmt: skip
_SHORT = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11,
    "dec": 12,
}  # fmt: skip
_DAYS = {
    "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6,
}  # fmt: skip
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "a": 1, "an": 1,
}  # fmt: skip
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30,
}  # fmt: skip

_TABLES: dict[str, dict[str, int | str]] = {
    "month": {**_FULL, **_SHORT},
    "fullmonth": dict(_FULL),
    # The names that are nothing else: not a verb, a word of politeness, or somebody.
    "suremonth": {name: n for name, n in _FULL.items() if n not in {3, 4, 5, 6, 8}},
    "weekday": dict(_DAYS),
    "shortday": {"mon": 0, "tue": 1, "tues": 1, "wed": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4},
    "capday": {"sat": 5, "sun": 6},
    "weekdays": {f"{name}s": n for name, n in _DAYS.items()},
    "ordinal": dict(_ORDINALS),
    "unit": {
        "minute": "hour", "minutes": "hour", "hour": "hour", "hours": "hour", "day": "day", "days": "day",
        "week": "week", "weeks": "week", "fortnight": "fortnight", "month": "month", "months": "month",
        "year": "year", "years": "year", "yrs": "year", "decade": "decade", "decades": "decade",
    },
    "span": {
        "week": "week", "month": "month", "year": "year", "quarter": "quarter", "weekend": "weekend",
        "decade": "decade",
    },
    "beside": {**_DAYS, "day": "day", "days": "day", "week": "week", "weeks": "week", "weekend": "weekend",
               "month": "month", "months": "month", "year": "year", "years": "year"},
    "mod": {"last": "last", "this past": "last", "past": "last", "next": "next",
            "this coming": "coming", "the coming": "coming", "coming": "coming", "upcoming": "coming",
            "this": "this"},
    "modyear": {"last year": -1, "this year": 0, "next year": 1},
    "dayword": {
        "yesterday": -1, "today": 0, "tomorrow": 1, "the day before yesterday": -2, "day before yesterday": -2,
        "the day after tomorrow": 2, "day after tomorrow": 2, "tonight": 0, "last night": -1, "yesterday morning": -1,
        "yesterday afternoon": -1, "yesterday evening": -1, "yesterday night": -1, "tomorrow morning": 1,
        "tomorrow afternoon": 1, "tomorrow evening": 1, "tomorrow night": 1, "this morning": 0, "this afternoon": 0,
        "this evening": 0, "earlier today": 0, "later today": 0, "earlier tonight": 0,
    },
    "season": {"spring": 1, "summer": 2, "autumn": 3, "fall": 3, "winter": 4},
    "sureseason": {"summer": 2, "autumn": 3, "winter": 4},
    "holiday": {
        "christmas": "12-25", "xmas": "12-25", "christmas day": "12-25", "christmas eve": "12-24",
        "boxing day": "12-26", "new year's eve": "12-31", "new years eve": "12-31", "nye": "12-31",
        "new year's day": "01-01", "new year's": "01-01", "new years": "01-01", "new year": "01-01",
        "halloween": "10-31", "valentine's day": "02-14", "valentines day": "02-14", "valentine's": "02-14",
        "st patrick's day": "03-17", "st. patrick's day": "03-17", "independence day": "07-04",
        "easter": "easter", "easter sunday": "easter", "good friday": "easter-2", "easter monday": "easter+1",
        "thanksgiving": "nth 11 3 4", "thanksgiving day": "nth 11 3 4", "black friday": "nth 11 3 4 1",
        "labor day": "nth 9 0 1", "memorial day": "nth 5 0 -1",
    },
    "decadename": {"twenties": 1920, "thirties": 1930, "forties": 1940, "fifties": 1950, "sixties": 1960,
                   "seventies": 1970, "eighties": 1980, "nineties": 1990},
    "freq": {"day": "daily", "morning": "daily", "afternoon": "daily", "evening": "daily", "night": "daily",
             "single day": "daily", "week": "weekly", "weekend": "weekly", "month": "monthly", "year": "yearly",
             "quarter": "quarterly", "hour": "hourly", "other day": "every 2 days", "other week": "biweekly",
             "other weekend": "biweekly",
             "second week": "biweekly", "two weeks": "biweekly", "fortnight": "biweekly", "other month": "bimonthly",
             "two months": "bimonthly", "few days": "every few days", "few weeks": "every few weeks",
             "few months": "every few months", "summer": "yearly", "winter": "yearly", "spring": "yearly",
             "autumn": "yearly", "fall": "yearly", "christmas": "yearly", "weekday": "weekdays"},
    "often": {"daily": "daily", "weekly": "weekly", "monthly": "monthly", "yearly": "yearly", "annually": "yearly",
              "fortnightly": "biweekly", "biweekly": "biweekly", "nightly": "daily", "quarterly": "quarterly"},
    "habit": {"weekends": "weekly", "weekdays": "weekdays", "mornings": "daily", "evenings": "daily",
              "weeknights": "weekdays"},
    "vague": dict.fromkeys((
        "recently", "lately", "the other day", "the other night", "the other week", "a while ago", "a while back",
        "some time ago", "sometime ago", "a long time ago", "long ago", "ages ago", "not long ago", "years ago",
        "many years ago", "months ago", "weeks ago", "days ago", "these days", "nowadays", "soon", "someday",
        "some day", "one of these days", "sooner or later", "in the near future", "in the future", "eventually",
        "in a while", "in the past",
    ), ""),
    "nth": {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1},
    "quarterword": {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4},
}  # fmt: skip

# What may follow "the 17th" or "daily" when they are times: an end, a function word, or a name; not a noun.
_CLOSED = (
    r"(?=\s*(?:$|[.,;:!?)\]\"'’…–—\n]|(?:and|but|or|so|because|when|where|which|that|who|if|as|at|in|on|to|for|from|with"
    r"|by|after|before|until|till|since|of|the|a|an|i|i['’]m|i['’]ve|i['’]ll|he|she|it|we|they|you|my|our|his|her|their"
    r"|this|last|next|there|was|is|are|were|has|had|have|will|would|did|does|then|onwards?|through|we['’]re|everyone"
    r"|nobody|someone|together|too|also|already|again|now|instead|though)\b|(?-i:[A-Z])))"
)
_MEASURES = (
    r"(?!\s(?:euros?|eur|dollars?|usd|pounds?|gbp|bucks|quid|people|persons|times|words|steps|km|kms|miles?|met(?:er|re)s?"
    r"|calories|kcal|users|rooms?|pieces|copies|pages|square|watts|rpm|mg|grams?|kg|kilos?|ml|lit(?:er|re)s?|percent"
    r"|minutes?|hours?|seconds?|days?|weeks?|months?|years?|million|thousand|billion|lines|rows|files|items|points"
    r"|hp|mah|mb|gb|tokens|songs|books|games|players|employees|students|members|guests|followers|songs)\b)"
)
_FRAGMENTS = {
    "n": r"(?P<n>\d{1,2} ?(?:1/2|½)"
    r"|\d{1,3}(?:\.\d)?|(?:twenty|thirty|forty|fifty)[ -](?:one|two|three|four|five|six|seven|eight|nine)"
    r"|half an?|(?:a )?couple(?: of)?|a few|few|some|several|an?|" + "|".join(k for k in _NUMBERS if len(k) > 2) + ")",
    "nb": r"(?P<nb>\d{1,3}|" + "|".join(k for k in _NUMBERS if len(k) > 2) + ")",
    "half": r"(?P<half>and a half)",
    "day": r"(?P<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?![\d:%])" + _MEASURES,
    "dayfrom": r"(?P<dayfrom>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?",
    "ord": r"(?P<day>3[01]st|2?1st|2?2nd|2?3rd|30th|2[04-9]th|1\dth|[4-9]th)",
    "year": r"(?P<year>(?:1[6-9]|20)\d\d)(?![\d%]|[.,/:]\d|-\d)" + _MEASURES,
    "shortyear": r"['’](?P<shortyear>\d\d)(?!\w)",
    "closed": _CLOSED,
    "time": r"(?: (?:morning|afternoon|evening|night|lunchtime))?",
    "about": r"(?:(?P<about>about|around|roughly|almost|nearly|over|more than|less than|maybe|some|approximately|like"
    r"|just over|just under|well over|probably|at least) )?",
    "notnoun": r"(?! (?:tree|trees|gift|gifts|present|presents|card|cards|carol|carols|song|songs|market|markets|movie"
    r"|movies|lights|bunny|eggs?|costume|decorations?|resolutions?|island|spirit|stockings?)\b)",
}

_MODS = "(?P<mod>last|this past|this coming|this|next)"
_RULES = (
    Rule("day_offset", "@dayword", "yesterday today tomorrow tonight night morning afternoon evening day"),
    Rule("ago", "%about%n(?: or | to |-| to )%nb @unit ago", "ago"),
    Rule("ago", "%about%n @unit(?: %half)? (?:ago|back(?! (?:to|home|in|at|from)\\b))", "ago back"),
    Rule("ago", "%about%n %half @unit ago", "ago"),
    Rule("ago", "%about%n @unit ago (?P<today>today)", "ago"),
    Rule("weekday_ago", "%n (?:@weekdays|@weekday) ago", "ago"),
    Rule("weeks_from", "%n weeks? from (?:this |next )?@weekday", "from & @weekday"),
    Rule("last_day", "the last day of (?:@fullmonth(?:,? (?:of )?%year)?|(?P<which>this|last|next|the) month)", "last"),
    Rule("weekend_ago", "%n weekends ago", "weekends"),
    Rule("beside", "(?:%n )?(?:the )?@beside (?P<side>before|after) (?:the )?%day(?: of)? @month(?:,? %year)?",
         "before after & @month"),
    Rule("beside", "(?:%n )?(?:the )?@beside (?P<side>before|after) @month %day(?:,? %year)?", "before after & @month"),
    Rule("ahead", "in %about%n @unit(?: %half)?(?:['’]s?)?(?: time| from now)?", "in & @unit"),
    Rule("ahead", "in %n(?: or | to |-)%nb @unit", "in & @unit"),
    Rule("ahead", "%about%n @unit(?: %half)? from (?P<now>now|today)", "from & now today"),
    Rule("within", "within (?:the next )?%n @unit", "within & @unit"),
    Rule("lasting", "for %about%n @unit(?: %half)?(?: now)?", "for & @unit"),
    Rule("lasting", "for %about%n %half @unit(?: now)?", "for & @unit"),
    Rule("lasting", "%about%n @unit (?P<surely>now)%closed", "now & @unit"),
    Rule("lasting", "for (?P<surely>the (?:past|last)) %about(?:%n )?@unit", "for & @unit"),
    Rule("past_n", "(?:in|over|during|within|throughout) (?:the|these) (?:past|last) %n @unit", "past last & @unit"),
    Rule("past_n", "(?:in|over|during|within|throughout) the past @unit", "past & @unit"),
    Rule("next_n", "(?:in|over|during|within|for) the next %n @unit", "next & @unit"),
    Rule("span_before_last", "the @span before last", "before"),
    Rule("span_after_next", "the @span after next", "after"),
    Rule("mod_span", "(?:the )?@mod @span(?! of\\b)", "last past next this coming upcoming & @span", narrows=True),
    Rule("the_span", "(?:the |this )?@span(?: end)?(?! of\\b)", "@span", after="part", narrows=True),
    Rule("weekend", "the weekend|(?:over|at|during|for) the weekend", "weekend", after="weekend"),
    Rule("weekday", "@weekday%time,? (?P<weekmod>last|this|next) week", "week"),
    Rule("weekday", "(?P<weekmod>last|this|next) week,? (?:on )?@weekday%time", "week"),
    Rule("weekday", "@weekday (?:of|in) (?P<weekmod>last|this|next) week", "week"),
    Rule("weekday", "(?:@mod )?(?<!\\bash\\s)(?<!\\bblack\\s)(?<!\\bgood\\s)@weekday%time(?!['’]?s\\b)", "@weekday"),
    Rule("weekday", "@mod @shortday\\.?", "@shortday"),
    Rule("weekday", "@mod (?-i:Sat|Sun)(?P<capday>)(?![-\\w])(?! (?-i:[A-Z]))", "sat sun"),
    Rule("weekday", "@shortday\\.?(?!['’-])", "@shortday", after="on"),
    Rule("weekday", "(?-i:Sat|Sun)(?P<capday>)(?![-\\w'’])(?! (?-i:[A-Z]))", "sat sun", after="on"),
    Rule("day_month", "(?:the )?(?:%ord|@ordinal)(?: of)? @month\\.?,? (?:%year|@modyear)", "@month"),
    Rule("day_month", "%day(?: of)? @month\\.?,? (?:of )?(?:%year|@modyear)", "@month"),
    Rule("day_month", "%dayfrom ?[-–] ?%day(?: of)? @fullmonth(?:,? %year)?", "@fullmonth & #"),
    Rule("day_month", "@fullmonth %dayfrom ?[-–] ?%day(?:,? %year)?", "@fullmonth & #"),
    Rule("day_month", "(?:the )?%ord(?: of)? @month", "@month"),
    Rule("day_month", "the @ordinal of @fullmonth", "@fullmonth"),
    Rule("day_month", "%day @fullmonth", "@fullmonth"),
    Rule("day_month", "%day (?-i:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?P<abbr>)", "@month"),
    Rule("day_month", "@month\\.? (?:the )?%day,? (?:of )?(?:%year|@modyear)", "@month"),
    Rule("day_month", "@month\\.? (?:the )?%ord", "@month"),
    Rule("day_month", "@fullmonth %day", "@fullmonth"),
    Rule("day_month", "@fullmonth (?:the )?@ordinal", "@fullmonth", after="date"),
    Rule("day_month", "(?-i:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?P<abbr>)\\.? %day", "@month"),
    Rule("month", "@month\\.?,? (?:of )?(?:%year|@modyear)", "@month", narrows=True),
    Rule("month", "@month\\.? %shortyear", "@month", narrows=True),
    Rule("month", "(?P<modyear>last year|this year|next year),? in @month", "year"),
    Rule("month", f"{_MODS} @fullmonth(?! \\d)", "@fullmonth", narrows=True),
    Rule("month", f"{_MODS} @month\\.?", "@month"),
    Rule("month", "@suremonth", "@suremonth", narrows=True),
    Rule("month", "@fullmonth(?! \\d)", "@fullmonth", after="month", narrows=True),
    Rule("month", "@month\\.?(?! \\d)", "@month", after="shortmonth", narrows=True),
    Rule("iso", "(?<![\\d/.-])(?P<year>\\d{4})([-/.])(?P<mm>\\d\\d?)\\2(?P<dd>\\d\\d?)"
         "(?:[T ](?P<clock>\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,6})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?))?(?![\\d/-])", "#"),
    Rule("iso", "(?<![\\d/.-])(?P<year>(?:19|20)\\d\\d)-(?P<mm>0[1-9]|1[0-2])(?![\\d/-])", "#", after="year"),
    Rule("numeric", "(?<![\\d/.-])(?P<a>\\d\\d?)([/.-])(?P<b>\\d\\d?)\\2(?P<year>\\d{4}|\\d\\d)(?![\\d/.-]\\d)", "#"),
    Rule("numeric", "(?<![\\d/.-])(?P<a>\\d\\d?)/(?P<b>\\d\\d?)(?![\\d/%-]|\\.\\d)%closed", "#", after="date"),
    Rule("day_only", "(?:the )?%ord(?: of (?P<which>this|last|next|the) month|%closed)", "#", after="day"),
    Rule("day_only", "@weekday,? the %ord(?! (?:of|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))", "@weekday & #"),
    Rule("day_only", "the @ordinal of (?P<which>this|last|next|the) month", "month"),
    Rule("year", "(?<![.,/:€$£#])(?<!\\d-)%year", "#", after="year", narrows=True),
    Rule("year", "%shortyear", "#", after="year"),
    Rule("year", "(?<![.,/:€$£#])(?<!\\d-)%year%closed", "#", after="looseyear", narrows=True),
    Rule("year", "(?<![.,/:€$£#])(?<!\\d-)(?P<year>(?:19|20)\\d\\d)(?= (?:was|is|has been|will be) "
         "(?:a|the|my|our|hard|good|when|going|tough|rough|great)\\b)", "#"),
    Rule("years", "(?<![\\d.,/:€$£#-])(?P<year>(?:19|20)\\d\\d) ?[-–—] ?(?P<yearb>(?:19|20)\\d\\d|present|now|today)"
         "(?![\\d-])", "#"),
    Rule("decade", "(?P<decade>(?:1[6-9]|20)\\d0)['’]?s", "#", after="decade", narrows=True),
    Rule("decade", "['’](?P<shortdecade>\\d0)['’]?s", "#", narrows=True),
    Rule("decade", "(?P<shortdecade>[5-9]0)['’]?s(?!['’ ]?(?:kid|percent|%))", "#", after="decade", narrows=True),
    Rule("decade", "(?:the )@decadename", "@decadename", narrows=True),
    Rule("decade", "@decadename", "@decadename", after="part", narrows=True),
    Rule("season", "@season(?: of)?,? (?:%year|@modyear)", "@season", narrows=True),
    Rule("season", f"{_MODS} @season(?! (?:apart|break|semester|asleep|over)\\b)",
         "@season"),
    Rule("season", "the @season(?! (?:of|in|from|apart)\\b)", "@season", after="date"),
    Rule("season", "@sureseason", "@sureseason", after="part"),
    Rule("quarter", "Q(?P<q>[1-4])(?:,? (?:of )?(?:%year|@modyear))?", "q", narrows=True),
    Rule("quarter", "the @quarterword quarter of (?:%year|@modyear|the year)", "quarter", narrows=True),
    Rule("holiday", "@holiday,? (?:of |in )?(?:%year|@modyear)", "@holiday"),
    Rule("holiday", f"{_MODS} @holiday%notnoun", "@holiday"),
    Rule("holiday", "@holiday%notnoun", "@holiday", after="holiday"),
    Rule("nth_week", "(?:the )?@nth week of (?:@fullmonth(?:,? (?:of )?%year)?|(?P<which>this|last|next|the) month)",
         "week"),
    Rule("recurring", "(?:every|each) @freq", "every each"),
    Rule("recurring", "(?:every|each) (?:other |single |second )?(?:@weekday|@shortday\\b)s?%time", "every each"),
    Rule("recurring", "on (?:@weekdays|@habit)%time", "on & @weekdays @habit"),
    Rule("recurring", "@weekdays", "@weekdays"),
    Rule("recurring", "(?:once|twice|%nb times|several times|a few times) (?:a|an|each|per|every) @freq",
         "once twice times"),
    Rule("recurring", "@often%closed", "@often"),
    Rule("age", "(?:since|when|until|before|from when|by the time|till) (?:i|he|she) was %nb"
         "(?: years old| yrs old)?%closed", "was & since when until before from by till"),
    Rule("age", "(?:since|at|from|until|by|before) (?:the )?age (?:of )?%nb", "age"),
    Rule("vague", "@vague",
         "recently lately ago back days nowadays soon someday eventually future past while later day other"),
)  # fmt: skip

_PAST_VERBS = (
    "was|were|wasn't|weren't|had|hadn't|did|didn't|went|saw|met|bought|left|came|got|took|made|said|told|gave|found"
    "|thought|became|began|broke|brought|built|caught|chose|cut|drew|drove|ate|fell|felt|fought|flew|forgot|grew|heard"
    "|hurt|kept|knew|lost|paid|quit|ran|read|rode|rang|sang|sat|sent|slept|sold|spent|spoke|stood|stole|swam|taught"
    "|threw|understood|wore|won|wrote|lay|led|lent|meant|shot|sank|struck|wept|woke|born|been|ago"
)

ENGLISH = Words(
    tables=_TABLES,
    fragments=_FRAGMENTS,
    numbers={
        **{name: (n, n) for name, n in _NUMBERS.items()},
        "half a": (0.5, 0.5), "half an": (0.5, 0.5), "couple": (2, 2), "couple of": (2, 2), "a couple": (2, 2),
        "a couple of": (2, 2), "a few": (2, 5), "few": (2, 5), "some": (2, 5), "several": (3, 7),
    },
    preps={
        "since": "since", "ever since": "since", "as of": "since", "by": "by", "due": "by", "due by": "by",
        "no later than": "by", "until": "until", "till": "until", "up to": "until", "up until": "until",
        "before": "until", "from": "from", "after": "from", "starting": "from", "starting in": "from",
        "starting on": "from", "starting from": "from", "beginning in": "from", "between": "between", "in": "at",
        "on": "at", "at": "at", "during": "at", "over": "at", "around": "at", "about": "at", "circa": "at",
        "back in": "at", "for": "for", "of": "at", "as early as": "at", "and": "join", "to": "join", "through": "join",
        "-": "join", "–": "join", "or": "at", "due on": "by", "due in": "by", "throughout": "at",
    },
    approximate=frozenset({"around", "about", "circa", "roughly", "approximately", "maybe", "sometime", "some time"}),
    fillers=("the", "at least", "about", "around", "roughly", "approximately", "maybe", "sometime", "some time",
             "back"),
    parts={
        "early": "early", "early in": "early", "mid": "mid", "late": "late", "late in": "late",
        "the beginning of": "start", "beginning of": "start", "the start of": "start", "start of": "start",
        "the middle of": "mid", "middle of": "mid", "the end of": "end", "end of": "end", "earlier": "earlier",
        "later": "later", "earlier in": "earlier", "later in": "later", "the first half of": "half1",
        "the second half of": "half2",
    },
    after={
        "part": frozenset({"part"}),
        "on": frozenset({"on", "since", "by", "until", "till", "from", "before", "after", "between", "and", "to",
                         "through", "this", "due", "due on"}),
        "weekend": frozenset({"", "over", "at", "on", "during", "for", "since", "by", "until", "till", "after",
                              "before", "in"}),
        "date": frozenset({"on", "in", "since", "by", "until", "till", "from", "before", "after", "between", "and",
                           "to", "through", "due", "due on", "due by", "during", "over", "around", "at", "for",
                           "starting", "up to", "as of"}),
        "day": frozenset({"on", "since", "by", "until", "till", "before", "after", "due on", "due", "due by", "around",
                          "and", "to", "through", "between", "from", "as of"}),
        "month": frozenset({"part", "in", "since", "by", "until", "till", "from", "before", "between", "during",
                            "around", "and", "to", "through", "back in", "as of", "starting in", "ever since", "after",
                            "up to", "up until", "-", "–", "throughout", "due in"}),
        "shortmonth": frozenset({"part", "in", "between", "to", "through", "back in", "during", "until", "till"}),
        "year": frozenset({"part", "in", "since", "by", "until", "till", "from", "between", "during", "circa",
                           "back in", "as of", "starting in", "ever since", "as early as", "up to", "up until",
                           "throughout", "starting from", "no later than"}),
        "looseyear": frozenset({"around", "about", "before", "after", "and", "to", "through", "over"}),
        "decade": frozenset({"part", "in", "since", "from", "during", "until", "till", "the", "of", "back in",
                             "throughout", "by", "before", "after", "around"}),
        "holiday": frozenset({"at", "on", "around", "since", "by", "for", "over", "before", "after", "until", "till",
                              "in", "during", "between", "and", "to", "about", "part"}),
    },
    rules=_RULES,
    future=(
        r"\bwill\b|['’]ll\b|\bwon['’]t\b|\bshall\b|\bgoing to\b|\bgonna\b|\babout to\b|\bplan(?:s|ning)?\b"
        r"|\bplanned for\b|\bhop(?:e|es|ing) (?:to|for|we|i|that)\b|\bhopefully\b|\bwant(?:s)? to\b|\bwanna\b"
        r"|\bintend(?:s|ing)? to\b"
        r"|\bneed(?:s)? to\b|\b(?:have|has) to\b|\bmust\b|\bshould\b|\blet['’]s\b|\bdue\b|\bdeadline\b|\bremind\b"
        r"|\bupcoming\b|\b(?:scheduled|booked|set|planned) (?:for|to|in)\b|\bcan(?:['’]t)? (?:we|you|i|wait)\b"
        r""
        r"|(?<!\bto\s)(?<!\bdid\s)(?<!n['’]t\s)(?<!\bme\s)(?<!\bthem\s)\b(?:leave|fly|start(?! of)|begin|go back|come back)\b"
        r"|\b(?:leaves|flies|arrives|starts|begins|ends(?! up)|runs? out|takes? place|goes back|comes back|expires|closes|opens"
        r"|returns|kicks off|finishes)\b|\blooking forward\b|\bexpect(?:s|ing)? to\b"
        r"|\b(?:have|has|got) an? (?:\w{1,20} ){0,2}(?:appointment|meeting|exam|interview|test|flight|call|party|reservation"
        r"|deadline|surgery|wedding|check-?up)\b|\b(?:is|are) at \d"
        r"|\bwould like to\b|['’]d like to\b|\bdon['’]t forget\b"
        r"|\b(?:am|is|are|i['’]m|(?:we|they|you)['’]re|(?:s?he|it)['’]s) (?:not |still |also )?\w{2,20}ing\b"
    ),
    past=(
        r"\b(?:" + _PAST_VERBS.replace("'", "['’]") + r")\b|\b(?:has|have|['’]ve) (?:been|had)\b"
        r"|\b(?!need\b|indeed\b|speed\b|feed\b|seed\b|exceed\b|proceed\b|succeed\b|hundred\b|excited\b|supposed\b"
        r"|planned for|scheduled (?:for|to|in)|booked (?:for|in))[a-z]{2,20}ed\b"
    ),
    present=r"\bis|\bare|\b(?:it|he|she|that|there|what|when)['’]s|\bstarts?|\bbegins?|\bleaves?|\barrives?|\bends?|\bopens?|\bexpires?|\btill|\bdue",
    perfect=(
        r"(?:\b(?:have|has|haven['’]t|hasn['’]t)|['’]ve|['’]s) (?:(?:not|never|also|only|just|always|now|both|all) )?"
        r"(?:been|had|known|[a-z]{2,20}ed|kept|felt|done|taught|run|held|owned|worn|spoken|written|driven|gone|eaten|slept)\b"
    ),
    breaks=r"\b(?:but|because|although|though|while|whereas|and|so that)\b",
    clock=r" (?:at|around|about|from) (?:noon|midnight"
    r"|\d{1,2}(?:[:.]\d\d)? ?(?:am|pm|a\.m\.|p\.m\.|o['’]clock|h)?)(?![\w/])",
    month_first=True,
)  # fmt: skip
