"""English: which words after a verb mean which predicate, as data.

A line is `verb | pattern of what follows | predicate`. The first line that fits wins; `N` in a pattern stands for a name, which
becomes the object; `*` as the pattern fits anything. Lines of "be" and "have" are among them.
"""

# ruff: noqa: E501  # tables of words and patterns: a line is an entry

from __future__ import annotations

import re

from persona_cli.extract.rules.pattern import Pattern

JOB = (
    r"(?:\w+[ -]){0,3}?(?:nurse|teacher|doctor|engineer|developer|programmer|designer|lawyer|attorney|accountant|chef|cook|baker|barista|waiter|waitress|driver|pilot"
    r"|architect|artist|painter|writer|author|journalist|editor|translator|interpreter|musician|singer|actor|actress|dancer|photographer|scientist|researcher|chemist|physicist|biologist"
    r"|mathematician|professor|lecturer|librarian|manager|director|consultant|analyst|administrator|assistant|secretary|receptionist|salesperson|sales rep|cashier|clerk|banker"
    r"|farmer|gardener|carpenter|plumber|electrician|mechanic|builder|welder|firefighter|police officer|soldier|veteran|paramedic|pharmacist|dentist|surgeon|physician|psychologist"
    r"|therapist|physiotherapist|counselor|counsellor|social worker|midwife|vet|veterinarian|hairdresser|barber|tailor|coach|trainer|instructor|freelancer|entrepreneur|founder"
    r"|student|intern|apprentice|volunteer|tutor|producer|composer|technician|operator|inspector|planner|strategist|recruiter|economist|geologist|historian|archaeologist"
    r"|flight attendant|butcher|florist|potter|blogger|streamer|gamer|youtuber|comedian|model|guide|officer|contractor|supervisor|executive|CEO|CTO|CFO|co-founder|data scientist|stay-at-home \w+|homemaker|retiree|postdoc|PhD student|paralegal|bookkeeper|locksmith|beekeeper|carer|caregiver|nanny|optician|radiographer|surveyor|mason|roofer|\w{2,}(?:blower|maker|smith|keeper|wright|ologist|monger|ician)|sailor|fisherman)s?\b"
)
TRAIT = (
    r"(?:(?:a|an|such an?|quite an?|very|really|pretty|rather|quite|more of an?|kind of an?|a bit of an?|a total|a real|a huge|a big|naturally|always|extremely|fairly|somewhat|too|so|a very|a bit|a little) )*"
    r"(?:introvert|extrovert|introverted|extroverted|shy|stubborn|perfectionist|optimist|pessimist|realist|optimistic|pessimistic|early bird|morning lark|night owl|morning person|night person|people person|homebody"
    r"|procrastinator|workaholic|impatient|patient|punctual|organi[sz]ed|disorgani[sz]ed|messy|tidy|forgetful|curious by nature|competitive|ambitious|lazy|sensitive|clumsy|creative|detail-oriented|outgoing"
    r"|reserved|quiet person|loner|dog person|cat person|left-handed|right-handed|ambidextrous|colou?r-?blind|romantic|minimalist|adventurous|spontaneous|cautious|frugal|picky|generous|easygoing|easy-going|sarcastic|talkative|restless|independent|practical|absent-minded|hot-tempered|soft-spoken|self-conscious|superstitious|claustrophobic|squeamish|ticklish|scatterbrained|nostalgic|sentimental|rebellious|picky eater|light sleeper|heavy sleeper|tall|short|bald|blonde?|redhead"
    r"|visual learner|fast learner|slow reader|dyslexic|autistic|deaf|blind|feminist|environmentalist|pacifist|nerd|geek|bookworm|foodie|thrill-seeker|planner by nature|overthinker|worrier|gay|lesbian|bisexual|transgender|queer|straight|non-binary)\b(?=$|[,.;]| (?:and|but|when|at|in|by|because|so|since|if|around|who|person|type|that|than|or|though|until|now|these|most|from|about)\b)"
)
ILLNESS = (
    r"(?:asthma|diabetes|type [12I]+ diabetes|adhd|add|anxiety|depression|migraines?|insomnia|arthritis|epilepsy|celiac(?: disease)?|coeliac(?: disease)?|crohn's(?: disease)?|eczema|psoriasis|hypertension|high blood pressure|hay fever"
    r"|tinnitus|dyslexia|autism|ocd|ptsd|bipolar(?: disorder)?|scoliosis|endometriosis|ibs|cancer|lupus|gout|sciatica|sleep apn(?:o)?ea|anemia|anaemia|hypothyroidism|a heart condition|a bad (?:back|knee|shoulder|hip)|back problems|fibromyalgia|long covid|osteoporosis|glaucoma|vertigo|ulcerative colitis|multiple sclerosis|chronic \w+(?: \w+)?)\b"
)
PET = r"(?:(?:\w+[ -]){0,5}?)(?:dogs?|cats?|pupp(?:y|ies)|kittens?|parrots?|rabbits?|bunn(?:y|ies)|hamsters?|guinea pigs?|horses?|pon(?:y|ies)|goldfish|turtles?|tortoises?|snakes?|lizards?|geckos?|budgies?|canar(?:y|ies)|ferrets?|labradors?|labs?|retrievers?|beagles?|poodles?|terriers?|bulldogs?|corgis?|dachshunds?|husk(?:y|ies)|collies?|spaniels?|chickens|hens|goats|tabb(?:y|ies)|rescue|chinchillas?|iguanas?|axolotls?|pugs?|pets?)\b(?!')"
KIDS = r"(?:(?:\w+[ -]){0,4}?)(?:kids?|child(?:ren)?|sons?|daughters?|bab(?:y|ies)|twins|toddlers?|boys?|girls?|stepsons?|stepdaughters?)\b(?!')"
SIBLINGS = r"(?:(?:\w+[ -]){0,4}?)(?:brothers?|sisters?|siblings?|stepbrothers?|stepsisters?)\b"
CAR = r"(?:an? |my |the )?(?:(?:19|20)\d\d )?(?:old |new |used |electric |hybrid |second-hand |red |blue |black |white |silver |grey |gray )*(?:N|car|van|truck|suv|hatchback|pickup|motorbike|motorcycle|scooter|hybrid)"
LANGUAGE = r"(?:English|Spanish|French|German|Italian|Portuguese|Dutch|Swedish|Norwegian|Danish|Finnish|Polish|Czech|Russian|Ukrainian|Greek|Turkish|Arabic|Hebrew|Hindi|Urdu|Bengali|Tamil|Mandarin|Cantonese|Chinese|Japanese|Korean|Thai|Vietnamese|Indonesian|Malay|Swahili|Catalan|Basque|Galician|Irish|Welsh|Hungarian|Romanian|Bulgarian|Serbian|Croatian|Persian|Farsi|Latin|Esperanto|ASL|sign language|Tagalog|Icelandic|Estonian|Latvian|Lithuanian|Punjabi|Afrikaans|Zulu|Amharic|Quechua)"
NATION = r"(?:American|British|English|Scottish|Welsh|Irish|Canadian|Australian|French|German|Spanish|Italian|Portuguese|Dutch|Belgian|Swiss|Austrian|Swedish|Norwegian|Danish|Finnish|Polish|Czech|Russian|Ukrainian|Greek|Turkish|Indian|Pakistani|Chinese|Japanese|Korean|Mexican|Brazilian|Argentinian|Colombian|Chilean|Peruvian|Nigerian|Kenyan|Egyptian|Moroccan|Israeli|Iranian|Vietnamese|Thai|Filipino|Romanian|Hungarian)"
FAITH = r"(?:a |an )?(?:(?:practising|practicing|devout|lapsed) )?(?:Christian|Catholic|Protestant|Muslim|Jewish|Jew|Buddhist|Hindu|Sikh|atheist|agnostic|Quaker|Mormon|Orthodox|Lutheran|Baptist|Methodist)\b"
DIET = r"(?:a |an |strictly |mostly |fully |strict |almost |now )*(?:vegan|vegetarian|pescatarian|pescetarian|gluten[- ]free|keto|flexitarian|halal|kosher|dairy[- ]free|teetotal(?:l?er)?)\b"
INSTRUMENT = r"(?:the )?(?:\w+ )?(?:guitar|piano|violin|drums|cello|flute|clarinet|saxophone|sax|trumpet|ukulele|bass|harp|oboe|banjo|mandolin|keyboard|accordion|trombone|viola|harmonica|organ|tennis|football|soccer|basketball|chess|hockey|rugby|cricket|golf|badminton|squash|volleyball|baseball|softball|bridge|poker|padel|pickleball|table tennis|ping pong|darts|board games|video games|handball|lacrosse|dungeons)\b"
STUDY = r"(?:(?:\w+ ){0,2}?)(?:medicine|law|physics|chemistry|biology|mathematics|maths|math|engineering|computer science|economics|history|philosophy|psychology|literature|linguistics|architecture|nursing|business|marketing|accounting|design|art|music|sociology|politics|journalism|education|geography|astronomy|geology|pharmacy|dentistry|theology|anthropology|statistics|biochemistry|finance|graphic design|film)\b"

TABLE = """
work | best | trait
learn | best | trait
hold | (?:a )?grudges? | trait
cry | (?:at|easily|when|over) | trait
have | (?:no|little|zero|not much) (?:patience|tolerance|time|sympathy|interest) (?:for|in) | dislikes
live | without | likes
take | pride in | values
be | addicted to | likes
be | \\w+ to a fault | trait
be | (?:\\w+ly |always |often )*the \\w+ one (?:in|of|at|among)\\b | trait
be | (?:\\w+ly |very |so |quite )*(?:un)?comfortable (?:with|around|in) | trait
be | all about | values
be | on a mission to | wants_to
get | along (?:better|well|badly|best) | trait
become | (?:more|less) | trait
describe | (?:myself|ourselves) as | trait
see | (?:myself|ourselves) as | trait
mean | to | wants_to
work | (?:hard )?on (?:becoming|being|getting|improving|losing|building|learning|quitting|my (?:fitness|anger|patience|posture|health|confidence|self-esteem|\\w+ skills))\\b | working_towards
have | an? (?:\\w+ ){0,2}(?:sweet tooth|temper|sense of humou?r|soft spot|weakness for|thing for|short fuse|memory|green thumb|poker face|tolerance|work ethic|personality|attention span|imagination)\\b | trait
live | (?:(?:here|now|alone|happily|currently|permanently|temporarily|back) )*(?:in|near|outside|just outside) (?:the |downtown |central |central |north |south |east |west |northern |southern )*N | lives_in
be | to (?:the )?N | visited
break | up with N | ex_of
start | (?:a |my |an )?(?:own )?(?:\\w+ )?(?:business|company|shop|bakery|blog|podcast|studio|startup|club|band) | founded
live | in (?:\\w+ )?\\w+ (?:countries|cities|places|towns|states) | lived_in
live | (?:alone|by myself|on my own) | lives_with
live | with (?:my \\w+ )?(?:N)? | lives_with
live | (?:in|on|near|at|above|outside|between) | lives_in
be | (?:living|based) (?:here )?in N | lives_in
be | based (?:in|out of) N | lives_in
be | (?:originally |actually |really )?from N | from
be | (?:originally )?(?:born|raised|born and raised) (?:and \\w+ )?in N | born_in
bear | (?:and raised )?in N | born_in
bear | (?:and raised )?in (?:the )?[A-Z] | born_in
bear | (?:on|in) | born_on
be | born (?:on|in) | born_on
switch | (?:from .+? )?to N | uses
change | from .+? to N | uses
grow | up (?:in|near|on) N | from
grow | up | from
come | (?:originally )?from N$ | from
move | from .+? to N | moved_to
move | (?:back |out |over |here |down |up )*(?:from \\w+(?: \\w+)? )?to N | moved_to
move | (?:back |out |over |here |down |up |in |into |away )*(?:to|into|in|out|from|here)\\b | moved_to
relocate | to N | moved_to
settle | (?:down )?in N | lives_in
rent | * | lives_in
work | (?:(?:here|now|part[- ]time|full[- ]time|remotely|mostly|over) )*(?:as|like) an? JOB[^,]*? (?:at|for) (?:the |a )?N | works_at
work | (?:(?:here|now|part[- ]time|full[- ]time|remotely|mostly|over|nights?|days) )*(?:at|for) (?:the )?N | works_at
work | (?:(?:here|now|part[- ]time|full[- ]time|remotely|mostly|over|nights?|days) )*(?:at|for) (?:an?|the|my) | works_at
work | (?:\\w+[- ]){0,2}?as (?:an? |the )? | works_as
work | out | practises
work | in (?:the )?[a-zA-Z] | works_as
work | (?:hard )?on (?!Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?|weekends|weekdays)N | works_on
work | (?:hard )?on (?!Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?|weekends|weekdays) | works_on
work | on | habit
work | (?:closely )?(?:together )?with N | works_with
work | (?:from home|remotely|nights?|night shifts?|part[- ]time|full[- ]time|shifts|weekends|freelance) | habit
join | (?:the )?N as (?:a|an|the|their) | works_at
join | (?:the )?N | member_of
join | (?:a|an|the|my) | member_of
belong | to (?:the |a )?N | member_of
belong | to (?:a|an|the) | member_of
volunteer | (?:\\w+ )*?(?:at|with|for) (?:the |a )?N | volunteers_at
volunteer | (?:at|with|for|in|every|on|as) | volunteers_at
run | (?:my own|a|an|our own|the) (?:\\w+ )*?(?:business|company|shop|store|bakery|café|cafe|restaurant|studio|agency|startup|farm|blog|podcast|club|group|channel|charity|practice|gallery|salon|bookshop|workshop)(?=$|[,.]| (?:in|at|on|for|called|with|from|near|and|where|that|about)\\b) | founded
found | * | founded
own | (?:a|an|two|three|my own|the) (?:\\w+ )*?(?:business|company|shop|store|bakery|café|cafe|restaurant|studio|agency|startup|farm) | founded
own | PET | has_pet
own | * | owns
manage | (?:a|the|my) (?:\\w+ )*?(?:team|department|store|shop|group|project|office|branch) | manages
lead | (?:a|the|my) (?:\\w+ )*?(?:team|department|group|project|lab|choir) | manages
report | to N | reports_to
teach | * | teach
be | (?:currently |now |also |still )*(?:an? |the )(?:\\w+ )?JOB.*? (?:at|for|with) (?:the )?N | works_at
be | (?:currently |now |also |still )*(?:an? |the )(?:\\w+ )?JOB | works_as
be | (?:retired|unemployed|self-employed|between jobs|on maternity leave|on parental leave|freelance|freelancing|semi-retired|laid off|out of work) | works_as
be | allergic to | allergic_to
be | (?:\\w+ )?intolerant (?:to|of)\\b | allergic_to
be | (?:\\w+ly )?(?:lactose|gluten|fructose|histamine|dairy|egg|wheat|soy|alcohol)[- ]intolerant\\b | allergic_to
be | DIET | diet
be | (?:recently |just |officially )*diagnosed with | diagnosed_with
diagnose | with | diagnosed_with
be | (?:a )?(?:type [12I]+ )?(?:diabetic|asthmatic|epileptic|coeliac|celiac|anemic|anaemic)\\b | diagnosed_with
be | (?:happily |newly |now |already |recently )*married to N | married_to
be | (?:happily |newly |still |now |recently )*(?:married|single|divorced|widowed|separated|engaged(?! (?:in|with))|a widow|a widower|a single (?:mom|mum|mother|dad|father|parent)|in a (?:long[- ]distance |committed |new )?relationship)\\b | relationship_status
be | (?:getting|going to get) (?:married|engaged|divorced) | relationship_status
be | (?:now |only |about to turn |turning |almost |nearly |already |still )*(?:\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty\\S*|thirty\\S*|forty\\S*|fifty\\S*|sixty\\S*|seventy\\S*)(?: (?:years?|yrs?)[- ]old)?(?= and\\b|,|\\.?$| now| this| in) | age
be | (?:\\d(?:'\\d|ft|\\.\\d+ ?m\\b| ?m\\b)|\\d+ ?cm|\\d foot)[^,]*$ | height
turn | (?:\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|twenty\\S*|thirty\\S*|forty\\S*|fifty\\S*|sixty\\S*|seventy\\S*)\\b | age
be | FAITH | religion
be | (?:half[- ]|originally )?NATION\\b(?! (?:food|music|film|cuisine|teacher|history)) | nationality
be | (?:not |really |very |super |so |quite |pretty |totally |also |deeply |terribly |a bit |kind of )*(?:afraid|scared|terrified|frightened|phobic) of | fears
be | (?:really |very |quite |pretty |fairly |rather |not )*(?:good|great|decent|skilled|talented|excellent) (?:at|with) | good_at
be | (?:really |very |quite |pretty |so |terribly )*(?:bad|terrible|awful|hopeless|useless|rubbish|horrible) (?:at|with) | bad_at
be | (?:really |very |quite |super |so |always |also |deeply |mostly |particularly |especially )*(?:interested in|into|passionate about|keen on|fond of|obsessed with|fascinated by|crazy about|a (?:big |huge |massive |real )?(?:fan|lover) of) | likes
be | (?:a |an )?(?:\\w+ ){0,2}(?:fan|lover|enthusiast|buff|addict|aficionado|nut|junkie)\\b | likes
be | TRAIT | trait
be | (?:really |much of |more of )?(?:an? |the )(?:\\w+ ){0,2}(?:person|type|drinker|eater|reader|gambler|sleeper|riser|listener|traveller|traveler|talker|thinker)\\b(?! (?:who|that|of)) | trait
be | on (?:an? )?(?:\\S+ ){0,2}diet | diet
give | up smoking | smokes
give | up (?:meat|dairy|gluten|sugar|alcohol|eating|drinking) | diet
be | (?:really |also |still )*(?:a|an) (?:\\w+ )?(?:mom|mum|mother|dad|father|parent)(?: of| to|$|\\b) | has_child
be | (?:\\w+ly |very |not )*(?:religious|spiritual)\\b | trait
be | (?:pregnant|expecting|due in|\\d+ (?:weeks|months) pregnant) | expecting
be | (?:a )?(?:\\w+ )?member of | member_of
be | (?:part|a part) of (?:an?|the|my) | member_of
be | (?:the )?(?:oldest|youngest|eldest|middle|only) (?:child|of) | sibling_of
be | with N | partner_of
be | called N | named
be | N(?:,| and |$) | named
name | * | named
have | (?:an? |the )?(?:\\w+ )?(?:severe |mild |bad |serious )?(?:nut|peanut|pollen|dust|cat|dog|shellfish|seafood|food|penicillin|latex|egg|milk|dairy|wheat|gluten|bee sting|soy|\\w+) allerg(?:y|ies) | allergic_to
have | (?:an? )?(?:\\w+ )*?allerg(?:y|ies) to | allergic_to
have | (?:\\w+ly |mild |severe |bad |terrible |recurring |occasional |also )*ILLNESS | diagnosed_with
have | PET(?:,? (?:called|named|and)? ?N)? | has_pet
have | KIDS | has_child
have | an? (?:identical )?twin\\b | sibling_of
have | SIBLINGS | sibling_of
have | (?:a |an |two |three |several |\\d+ )(?:\\w+ )*?(?:grandchild\\w*|grandson|granddaughter|grandkids)\\b | has_grandchild
have | (?:a|an) (?:\\w+ )*?(?:boyfriend|girlfriend|partner|husband|wife|fianc\\S+)\\b | partner_of
have | (?:a |an |two |three |\\w+ )(?:\\w+ )*?(?:cousins?|nephews?|nieces?|aunts?|uncles?)\\b | relative_of
have | (?:a|an) (?:\\w+ )*?(?:friend|buddy|pal)\\b | friend_of
have | (?:a |an |my )(?:\\w+ )*?(?:degree|masters|master's|bachelor's|phd|doctorate|diploma|certificate|mba) | studied
have | (?:a|an|another|my|the) (?:\\w+ ){0,3}?(?:appointment|meeting|interview|exam|test|surgery|flight|check-?up|date|deadline|presentation|call|conference|reservation|rehearsal|recital|competition|tournament|operation|hearing|viewing|trip|wedding|party)\\b | appointment
have | (?:a |an )?(?:\\w+ )*?(?:fear|phobia) of | fears
have | (?:trouble|a hard time|difficulty|problems) | bad_at
have | (?:a |an |my |my own |two |three |\\w+ )(?:\\w+ )*?(?:car|house|flat|apartment|condo|garden|bike|bicycle|motorbike|boat|piano|guitar|laptop|camera|telescope|phone|van|truck|allotment|cabin|cottage|greenhouse|collection|printer|console|tablet|desktop|computer|\\w+book)\\b | owns
have | (?:been|got|to) | has
have | * | has
get | (?:(?:a|an|my|our|the|another|two) )?PET(?:,? (?:called|named)? ?N)? | has_pet
get | (?:a|an|my|the|hired) (?:\\w+ )*?(?:job|position|role|offer|internship) (?:at|with|from) (?:the )?N | works_at
start | (?:a|an|my|the) (?:\\w+ )*?(?:job|position|role|internship) (?:at|with) (?:the )?N | works_at
accept | (?:a|an|my|the) (?:\\w+ )*?(?:job|position|role|offer|internship) (?:at|with|from) (?:the )?N | works_at
get | married(?: to N)? | married_to
get | a divorce | relationship_status
get | (?:\\w+ly |very |really |so |easily |a bit )*(?:anxious|nervous|stressed|irritable|overwhelmed|seasick|carsick|bored|shy|homesick|angry|emotional|cold|tired)\\b.* (?:when|if|around|in|at|on|whenever|easily|with|by) | trait
feel | (?:\\w+ly |very |really |so |most |more )*(?:anxious|nervous|stressed|irritable|overwhelmed|lonely|happiest|at home|alive|calm|guilty|uncomfortable|comfortable)\\b.* (?:when|if|around|in|at|on|whenever|with|by) | trait
get | (?:engaged|divorced|separated|back together) | relationship_status
get | (?:a|an|my|our|the|some|into|accepted|admitted) | got
adopt | (?:(?:a|an|my|our|the|another|two) )?PET(?:,? (?:called|named)? ?N)? | has_pet
adopt | * | adopt
marry | (?:N)? | married_to
divorce | * | relationship_status
date | N | partner_of
see | a (?:therapist|psychologist|counsellor|counselor) | knows
like | N$ | likes
love | N$ | likes
like | * | likes
love | * | likes
adore | * | likes
be | easily \\w+(?:ed|ated)\\b | trait
be | (?:\\w+ly |very |quite |a bit )*(?:sceptical|skeptical|suspicious|critical|wary|distrustful) (?:of|about) | believes
set | (?:myself |ourselves )?(?:a|the|some|another) (?:\\w+ )?goals? | wants_to
be | (?:very |really |absolutely )?(?:determined|eager|keen|committed|resolved) to | wants_to
look | for (?:a |an |another )?(?:new |full-time |part-time |bigger |cheaper )*(?:job|work|house|flat|apartment|home|partner|place|school)\\b | working_towards
feel | (?:most |more |less |always |really |very )*(?:productive|creative|energetic|safe|awkward|confident|insecure|lost|trapped|seen|judged)\\b.* (?:when|if|around|in|at|on|whenever|with|by|after|before) | trait
be | (?:at my |at our )?(?:happiest|best|calmest|most \\w+|least \\w+|worst) (?:when|in|at|with|after|before|around) | trait
need | (?:a lot of|plenty of|lots of|at least|my|complete|total|silence|quiet) | values
be | (?:strongly |firmly |totally |very much |completely )?(?:against|in favou?r of|opposed to) | believes
worry | .*about | fears
function | without | trait
be | (?:very |really |so |quite )?proud (?:of|to be) | values
avoid | (?:eating |drinking |all |most )*(?:gluten|dairy|sugar|meat|carbs|caffeine|alcohol|lactose|wheat|processed|fried|red meat|fish|nuts|salt|pork|beef|milk|eggs|bread|\\w+ foods?)\\b | diet
avoid | * | dislikes
miss | (?!the (?:deadline|bus|train|call|point|midterm|exam|flight|meeting))(?!a )\\w | likes
appreciate | * | values
trust | * | believes
regard | * | believes
consider | (?!\\w+ing\\b|myself|ourselves) | believes
struggle | (?:with|to) | bad_at
tend | to | habit
find | .+ (?:exhausting|boring|annoying|tiring|draining|stressful|overwhelming|hard|difficult|disgusting|depressing|irritating|scary|creepy|overrated|painful|uncomfortable)$ | dislikes
find | .+ (?:relaxing|fascinating|soothing|comforting|interesting|fun|funny|inspiring|calming|exciting|easy|beautiful|charming|satisfying|therapeutic|rewarding|cute)$ | likes
be | (?:a|an) (?:\\w+ )?(?:stickler|sucker|creature of habit|believer|advocate|supporter|control freak|hypochondriac|hoarder|clean freak|neat freak|late bloomer|slow learner|softie|cynic|idealist|dreamer|risk-taker) | trait
admire | * | likes
respect | * | likes
cherish | * | likes
treasure | * | likes
enjoy | * | likes
prefer | * | prefers
hate | * | dislikes
dislike | * | dislikes
detest | * | dislikes
loathe | * | dislikes
despise | * | dislikes
stand | * | dislikes
bear | * | dislikes
tolerate | * | allergic_to
mind | * | mind
fear | * | fears
value | * | values
believe | * | believes
think | (?:that )?(?:people|everyone|everybody|we|nobody|children|life|money|work|kids|education|honesty|family|the (?:best|most important)|it is (?:important|wrong|right|essential|crucial|better|best|unfair|vital|never)) | believes
think | (?:that )?(?!of\\b|about\\b|we\\b|he\\b|she\\b|they\\b|it\\b|this\\b|that\\b|the\\b|I\\b|you\\b|your\\b|we\\b|he\\b|she\\b|they\\b|my\\b|option\\b|maybe\\b|there\\b|these\\b|those\\b|what\\b|how\\b)\\w.+? (?:does|do|should|deserves?|needs?|makes?|causes?|helps?|has|have) | believes
think | (?:that )?(?!of\\b|about\\b|we\\b|he\\b|she\\b|they\\b|it\\b|this\\b|that\\b|I\\b|you\\b)\\w.*? (?:is|are) (?:\\w+ )?(?:fine|great|ok|okay|good|bad|terrible|awful|boring|beautiful|evil|pointless|dangerous|useless|stupid|a waste|better|best|worse|worst|overrated|underrated|wrong|unfair|important|essential|too|a (?:human )?right|immoral|necessary|overpriced|key)\\b | believes
be | in (?:the )?N | visited
consider | (?:myself|ourselves) | trait
care | (?:a lot |deeply |so much |very much )?about | values
crave | * | likes
cook | * | practises
bake | * | practises
paint | * | practises
eat | * | diet
drink | * | drinks
smoke | * | smokes
vape | * | smokes
take | (?:\\d+ ?mg|medication|meds|insulin|antidepressants|antibiotics|statins|blood pressure|\\w+ (?:pills|tablets|medication|for my|supplements)|vitamin|vitamins|metformin|ibuprofen|iron|melatonin) | takes_medication
take | (?:a |an |up |some |my |the |piano |guitar |\\w+ )*?(?:course|class|classes|lessons|workshop)\\b | learning
take | up | practises
study | (?:\\w+ )*?at (?:the )?N | studies_at
study | * | studies
major | * | studies
minor | * | studies
graduate | (?:\\w+ )*?(?:from|at) (?:the )?N | studied_at
graduate | * | studied
attend | (?:the )?(?:university|college|school) | studies_at
attend | * | attended
go | to (?:the )?(?:N )(?:University|College|School)\\b | studies_at
go | to (?:university|college|school|uni|law school|med school|grad school) | studied_at
go | (?:\\w+ )?(?:to|through|around|across) (?:see )?N | visited
go | (?:\\w+ )*?(?:hiking|swimming|running|jogging|climbing|camping|fishing|skiing|cycling|biking|surfing|dancing|bouldering|kayaking|sailing|diving|snowboarding|to the gym|for (?:a )?(?:run|walk|swim)s?)\\b | practises
visit | (?:the )?N | visited
visit | (?:\\d+|\\w+) (?:countries|cities|states|continents) | visited
go | by N | nicknamed
spend | (?:my|most of my) (?:childhood|youth|teens|early years) in (?:the )?N | from
be | an only child | sibling_of
be | on (?:\\w{4,}(?:ine|pril|olol|statin|zole|pam|xin|cillin)|medication|antidepressants|insulin|birth control|the pill|blood thinners)\\b | takes_medication
quit | my job (?:at|with) (?:the )?N | worked_at
leave | my job (?:at|with) (?:the )?N | worked_at
travel | (?:\\w+ )*?(?:to|through|around|across|in) (?:the )?N | visited
fly | (?:\\w+ )*?to N | visited
speak | (?:\\w+:? )*?LANGUAGE | speaks
be | (?:\\w+ )?(?:fluent|bilingual|conversational|a native speaker) (?:in|of)? ?LANGUAGE? | speaks
learn | (?:(?:how )?to|about|that) | learning
learn | * | learning
practise | * | practises
practice | * | practises
play | (?:\\w+ ){0,2}?INSTRUMENT | plays
play | * | plays
sing | (?:\\w+ )*?in (?:a|the|my) | member_of
sing | * | practises
run | (?:a |the |my |every |\\d+ |in |\\w+ (?:times|kilomet|miles|km|marathon|half)) | practises
swim | * | practises
hike | * | practises
cycle | * | practises
garden | * | practises
knit | * | practises
meditate | * | practises
drive | CAR | drives
use | * | uses
buy | CAR | owns
buy | * | bought
sell | * | sold
read | * | reads
watch | * | watches
listen | to | listens_to
write | (?:a|my|an) | wrote
make | (?:a|an|my|some) | made
build | (?:a|an|my) | made
win | * | won
meet | N | met
know | N | knows
break | my | injured
sprain | my | injured
tear | my | injured
fracture | my | injured
injure | my | injured
retire | (?:from (?:the )?N)? | retired_from
wake | up | habit
get | up (?:at|early|before|around) | habit
suffer | from | diagnosed_with
weigh | (?:about |around )?\\d | weight
plan | * | plans_to
plan | (?:on|to|a|my|for) | plans_to
intend | * | plans_to
decide | (?:to|on) | plans_to
hope | * | wants_to
aim | * | wants_to
want | to | wants_to
want | * | wants_to
dream | of | wants_to
wish | * | wants_to
save | (?:up )?(?:for|to|money|\\S*\\d.* (?:for|towards) ) | working_towards
train | for | working_towards
prepare | for | working_towards
apply | (?:for|to) | plans_to
look | forward to | plans_to
need | to | has_task
promise | * | plans_to
think | (?:of|about) \\w+ing | wants_to
consider | \\w+ing | wants_to
try | to | working_towards
"""
EXPECTED = Pattern(
    r"(?:my|our|an?|another|the)? ?(?:\w+ ){0,2}?(?:child|baby|twins|triplets|son|daughter|boy|girl|grandchild|kid|little one)\b|again\b"
)
FREE = frozenset(
    {
        "likes",
        "dislikes",
        "prefers",
        "speaks",
        "reads",
        "watches",
        "uses",
        "member_of",
        "visited",
        "plays",
        "learning",
        "attended",
        "bought",
        "drives",
        "owns",
        "plans_to",
        "wants_to",
        "studies",
        "allergic_to",
        "listens_to",
        "works_with",
        "habit",
        "fears",
    }
)
LOOSE = frozenset({"visited", "plans_to", "wants_to", "listens_to", "works_with", "likes", "dislikes"})
PAST_FORM = {"works_at": "worked_at", "appointment": "attended", "lives_in": "lived_in", "works_as": "worked_as", "drives": "drove", "partner_of": "ex_of", "married_to": "married_to", "smokes": "smoked", "lives_with": "lived_with", "studies_at": "studied_at", "diet": "ate", "age": "was_aged", "learning": "learned", "plays": "played", "studies": "studied"}  # fmt: skip
NOT_NAMES = frozenset(
    """I The A An My Our We He She They It This That These Those Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May
    June July August September October November December Christmas Easter Halloween Thanksgiving God Internet AM PM Ok OK TV PC AI CEO CTO PhD Mom Dad Mum
    Mother Father Grandma Grandpa Yes No Not But And So If When While Also Just In On At For With From To Of Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays Sundays Yesterday Today""".split()
)
OWN = {
    "name": "named", "full name": "named", "first name": "named", "last name": "named", "surname": "named", "nickname": "nicknamed", "birthday": "birthday", "age": "age", "email": "email",
    "email address": "email", "phone number": "phone", "number": "phone", "job": "works_as", "profession": "works_as", "occupation": "works_as", "hometown": "from", "home town": "from",
    "goal": "wants_to", "dream": "wants_to", "plan": "plans_to", "hobby": "practises", "hobbies": "practises", "diet": "diet", "native language": "speaks", "mother tongue": "speaks",
    "first language": "speaks", "car": "owns", "house": "owns", "flat": "owns", "apartment": "owns", "employer": "works_at", "company": "founded", "major": "studies", "religion": "religion",
    "deadline": "deadline", "appointment": "appointment", "height": "height", "pronouns": "pronouns", "address": "address", "biggest fear": "fears", "philosophy": "values", "motto": "values", "principle": "values", "rule": "values", "golden rule": "values", "policy": "values", "weakness": "trait", "biggest weakness": "trait", "strength": "trait", "biggest strength": "trait", "worst habit": "trait", "bad habit": "trait", "passion": "likes", "biggest passion": "likes", "ambition": "wants_to", "aim": "wants_to", "wish": "wants_to", "biggest wish": "wants_to", "resolution": "wants_to", "pet peeve": "dislikes", "biggest pet peeve": "dislikes", "new year's resolution": "wants_to", "dream job": "wants_to", "main goal": "wants_to", "big goal": "wants_to",
}  # fmt: skip
EVENT = Pattern(
    r"(?:\w+ )?(?:flight|train|exam|interview|appointment|surgery|operation|meeting|driving test|defen[cs]e|presentation)(?: (?:to|with|at|for) |$)"
)
KEEPS_NEGATION = frozenset({"smokes", "relationship_status", "religion", "age"})
# Words by which "I moved to Canada" tells of a move long past, and not of where somebody lives now.
ONCE = Pattern(
    r"\b(?:when|after|before|as a|once|originally|back then|at the time|temporarily|briefly|first|later|for (?:a|two|three|four|several|some|\d+) (?:while|years?|months?|weeks?))\b",
    re.IGNORECASE,
)
TITLED = frozenset({"reads", "watches", "listens_to", "likes", "wrote", "plays", "played", "attended"})
TITLE = Pattern(r"^[^\"]{0,40}\"([A-Z][^\"]{1,60}?)[,.]?\"[^\"]*$")
AS_A_RULE = Pattern(
    r"(?:I|we) (?:almost |nearly |will )?(?:always|never|usually|normally|generally|rarely|hardly ever|only|mostly|tend to)\b",
    re.IGNORECASE,
)
