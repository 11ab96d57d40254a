"""Words that are part of names without being the name: titles, particles, generations, legal forms, kinds of thing.

All are folded to lower-case ASCII letters, without full stops.
"""

from __future__ import annotations

# Title -> the sex it tells, or an empty string.
TITLES = {
    "dr": "", "doctor": "", "prof": "", "professor": "", "mr": "m", "mister": "m", "mrs": "f", "ms": "f", "miss": "f",
    "mx": "", "sir": "m", "dame": "f", "lord": "m", "lady": "f", "rev": "", "reverend": "", "father": "m", "capt": "",
    "captain": "", "sgt": "", "sergeant": "", "col": "", "colonel": "", "gen": "", "general": "", "lt": "", "judge": "",
    "officer": "", "coach": "", "chef": "", "herr": "m", "frau": "f", "monsieur": "m", "madame": "f", "mme": "f",
    "senor": "m", "senora": "f", "sr": "", "sra": "f", "don": "m", "dona": "f", "signor": "m", "signora": "f",
    "uncle": "m", "aunt": "f", "auntie": "f", "tio": "m", "tia": "f", "cousin": "", "grandma": "f", "grandpa": "m",
    "granny": "f", "grandmother": "f", "grandfather": "m", "nurse": "",
}  # fmt: skip

GENERATIONS = {
    "jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr", "ii": "2", "iii": "3", "iv": "4", "2nd": "2", "3rd": "3",
    "4th": "4",
}  # fmt: skip

DEGREES = frozenset({"phd", "md", "mba", "esq", "msc", "bsc", "dds", "cpa", "rn"})

PARTICLES = frozenset({
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "das", "do", "du", "la", "le", "el", "al", "bin",
    "ibn", "ben", "bat", "ter", "ten", "zu", "zur", "y", "e", "af", "av",
})  # fmt: skip

# Particles within a name (David ben Gurion), given names alone or at its beginning (Ben Carter, Al).
FORENAMES = frozenset({"ben", "al"})

ARTICLES = frozenset({"the"})

LEGAL_FORMS = frozenset({
    "inc", "incorporated", "llc", "ltd", "limited", "gmbh", "corp", "corporation", "co", "plc", "sa", "sas", "sarl", "ag",
    "bv", "nv", "srl", "spa", "oy", "ab", "as", "kg", "llp", "pty", "sl",
})  # fmt: skip

NEGATIONS = frozenset({"no", "non", "not", "never", "anti", "un", "without", "ex", "former", "fake", "sin", "pseudo"})

# What may be added to the name of a place or an organisation without making another one of it.
GENERIC = frozenset({"company", "group", "city", "town", "village", "team", "project", "app", "website", "federation"})

# Words that, put after a name, make it the name of something else: "Apple Pie", "Victoria Street".
HEADS = frozenset({
    "pie", "cake", "juice", "tart", "bread", "soup", "salad", "sauce", "oil", "tea", "coffee", "wine", "beer", "cider",
    "vinegar", "tree", "store", "shop", "market", "street", "road", "avenue", "lane", "square", "park", "garden",
    "gardens", "river", "lake", "sea", "bay", "beach", "island", "islands", "mountain", "mount", "valley", "forest",
    "bridge", "station", "airport", "port", "tower", "hall", "house", "castle", "palace", "museum", "library", "church",
    "cathedral", "temple", "university", "college", "school", "academy", "institute", "hospital", "clinic", "hotel",
    "bar", "cafe", "restaurant", "bank", "company", "group", "club", "team", "project", "foundation", "society", "union",
    "party", "league", "cup", "award", "prize", "festival", "day", "week", "county", "city", "town", "village",
    "district", "province", "state", "republic", "phone", "watch", "music", "tv", "cloud", "maps", "drive", "docs",
    "mail", "pay", "pro", "max", "mini", "plus", "air", "lite", "app", "game", "book", "movie", "song", "show", "series",
    "language", "script", "board", "card", "box", "bus", "train", "car", "cat", "dog", "syndrome", "disease", "effect",
    "notebook",
})  # fmt: skip

# The same, put before: "North Korea", "New York".
FRONTS = frozenset({
    "north", "south", "east", "west", "new", "old", "upper", "lower", "greater", "san", "saint", "st", "fort", "mount",
    "lake", "port", "northern", "southern", "eastern", "western", "central",
})  # fmt: skip

# Lower-case words that are not the name spelt the same: "US" and "us", "Will" and "will".
COMMON_WORDS = frozenset({
    "us", "will", "it", "who", "may", "mark", "bill", "grace", "hope", "joy", "rose", "rich", "art", "pat", "rob", "sue",
    "jack", "drew", "chase", "grant", "faith", "dawn", "june", "april", "august", "summer", "max", "frank", "earnest",
    "miles", "guy", "king", "young", "long", "brown", "white", "green", "black", "gray", "an", "so", "do", "go", "in", "is",
    "me", "he", "we", "or", "be", "am", "as", "at", "by", "no", "on", "to", "up", "apple", "target", "gap", "shell",
    "visa", "amazon", "turkey", "china", "jordan", "chad", "polish", "nice", "reading", "bath", "mobile", "notion",
    "slack", "zoom", "signal", "rust", "swift", "java", "ruby", "python", "word", "excel", "outlook", "teams",
})  # fmt: skip

# Short forms that English lists do not have; nickname -> full names.
NICKNAMES = {
    "sasha": ("alexander", "alexandra", "aleksandr", "oleksandr"), "shura": ("alexander", "alexandra"),
    "pepe": ("jose",), "paco": ("francisco",), "pancho": ("francisco",), "curro": ("francisco",), "kiko": ("francisco",),
    "dima": ("dmitry", "dmitri", "dmitriy"), "misha": ("mikhail", "michael"), "vanya": ("ivan",),
    "vova": ("vladimir",), "volodya": ("vladimir",), "kolya": ("nikolai", "nikolay"), "katya": ("ekaterina", "katerina"),
    "masha": ("maria", "mariya"), "natasha": ("natalia", "natalya"), "tanya": ("tatiana", "tatyana"), "olya": ("olga",),
    "seryozha": ("sergei", "sergey"), "lyosha": ("alexei", "aleksey"), "alyosha": ("alexei", "aleksey"),
    "zhenya": ("evgeny", "evgenia"), "yura": ("yuri", "yury"), "nacho": ("ignacio",), "quique": ("enrique",),
    "kike": ("enrique",), "lola": ("dolores",), "chelo": ("consuelo",), "lupe": ("guadalupe",), "nando": ("fernando",),
    "beto": ("alberto", "roberto"), "memo": ("guillermo",), "chuy": ("jesus",), "manolo": ("manuel",),
    "tono": ("antonio",), "concha": ("concepcion",), "merche": ("mercedes",), "pili": ("pilar",), "charo": ("rosario",),
    "maite": ("maria teresa",), "beppe": ("giuseppe",), "gianni": ("giovanni",), "gigi": ("luigi",),
    "sepp": ("josef",), "hans": ("johannes",), "fritz": ("friedrich",), "klaus": ("nikolaus",), "uli": ("ulrich",),
    "heinz": ("heinrich",), "lotte": ("charlotte",), "gretel": ("margarete",), "ze": ("jose",), "chico": ("francisco",),
    "gosia": ("malgorzata",), "kasia": ("katarzyna",), "basia": ("barbara",), "tomek": ("tomasz",),
    "wojtek": ("wojciech",), "seb": ("sebastian",), "gus": ("gustavo", "august", "augustus"), "raj": ("rajesh",),
    "mo": ("mohammed", "muhammad"),
}  # fmt: skip

# Listed as nicknames, but two names in their own right.
NOT_NICKNAMES = frozenset(
    frozenset(pair)
    for pair in (
        ("anna", "hannah"), ("aaron", "erin"), ("susan", "hannah"), ("joanna", "hannah"), ("maria", "mariah"),
        ("john", "ivan"), ("john", "ian"), ("ian", "ivan"), ("annette", "anna"), ("bryanna", "anna"),
        ("savannah", "anna"), ("alexander", "alexandria"), ("elizabeth", "lisa"),
    )
)  # fmt: skip
