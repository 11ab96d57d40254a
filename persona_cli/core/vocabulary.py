"""The published vocabulary of predicates: how many values each may have, what kind of fact it makes, and its inverse.

It is open: a predicate that is not listed is a verb's own lemma, may have many values and makes a plain fact. A vault may
declare more (or other) cardinalities in its settings; functions take them as a plain mapping of name to "one" or "many".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from persona_cli.core.model import FactKind

Cardinality = Literal["one", "many"]


@dataclass(frozen=True, slots=True)
class Predicate:
    """One word of the vocabulary."""

    name: str
    cardinality: Cardinality  # one: a later value closes the earlier one
    kind: FactKind
    aspect: str  # as in `Fact.aspect`
    inverse: str  # the predicate seen from the object; empty when there is none
    object_type: str  # type of the object entity where it is certain
    description: str  # ends the sentence "the subject …"


_NONE: Mapping[str, str] = {}
FAVOURITE = "favourite_"  # favourite_film, favourite_food: one value each

# name | cardinality | kind | aspect | inverse | object type | description
_TABLE = """
works_at | one | fact | | employs | organisation | is employed by the object
worked_at | many | fact | | | organisation | once was employed by the object
works_as | one | fact | | | | has this job or profession
worked_as | many | fact | | | | once had this job or profession
works_on | many | fact | | | | spends work on the object: a project, a task, a text
works_with | many | fact | | works_with | person | works together with the object
reports_to | one | fact | | manages | person | has the object as a superior
manages | many | fact | | reports_to | | leads the object: a person or a team
founded | many | fact | | founded_by | organisation | started the object: a firm, a club
retired_from | many | fact | | | | has left working life, or the object
lives_in | one | fact | | | place | has their home in the object
address | one | fact | | | | has this postal address
lived_in | many | fact | | | place | once had their home in the object
lives_with | many | fact | | lives_with | | shares a home with the object
lived_with | many | fact | | | | once shared a home with the object
moved_to | many | fact | | | place | went to live in the object
visited | many | fact | | | place | has been to the object for a while
from | one | fact | | | place | grew up in, or comes from, the object
born_in | one | fact | | | place | was born in the object
born_on | one | fact | | | | was born on this day
birthday | one | fact | | | | has their birthday on this day of the year
was_aged | many | fact | | | | was this many years old at a time
age | one | fact | | | | is this many years old
named | one | fact | | | | has this name
nicknamed | many | fact | | | | is also called this
email | many | fact | | | | has this mail address
phone | many | fact | | | | has this telephone number
nationality | many | fact | | | | is a citizen of, or by origin, this
height | one | fact | | | | is this tall
weight | one | fact | | | | weighs this much
pronouns | one | fact | | | | is spoken of with these pronouns
expecting | many | fact | | | | is expecting a child
has_pet | many | fact | | pet_of | animal | keeps the object as a pet
has_child | many | fact | | child_of | person | is a parent of the object
child_of | many | fact | | has_child | person | is a child of the object
sibling_of | many | fact | | sibling_of | person | is a brother or sister of the object
grandchild_of | many | fact | | has_grandchild | person | is a grandchild of the object
has_grandchild | many | fact | | grandchild_of | person | is a grandparent of the object
relative_of | many | fact | | relative_of | person | is related to the object in another way: cousin, aunt, in-law
partner_of | one | fact | | partner_of | person | is together with the object
married_to | one | fact | | married_to | person | is married to the object
engaged_to | one | fact | | engaged_to | person | has promised to marry the object
ex_of | many | fact | | ex_of | person | was once together with or married to the object
relationship_status | one | fact | | | | is single, married, divorced, widowed
friend_of | many | fact | | friend_of | person | is a friend of the object
colleague_of | many | fact | | colleague_of | person | works beside the object
neighbour_of | many | fact | | neighbour_of | person | lives beside the object
roommate_of | many | fact | | roommate_of | person | shares rooms with the object
knows | many | fact | | knows | person | is acquainted with the object: a teacher, doctor, coach, acquaintance
met | many | fact | | met | person | met the object
allergic_to | many | fact | | | | has an allergy to, or does not tolerate, this
diagnosed_with | many | fact | | | | has this illness or condition
takes_medication | many | fact | | | | takes this medicine
injured | many | fact | | | | has hurt this
diet | many | fact | | | | keeps to this way of eating
drinks | many | fact | | | | drinks this
ate | many | fact | | | | once ate this, or kept to this way of eating
smoked | many | fact | | | | once smoked
smokes | one | fact | | | | smokes, or does not
prefers | many | psyche | preference | | | would rather have this
likes | many | psyche | preference | | | likes this
dislikes | many | psyche | preference | | | does not like this
interested_in | many | psyche | preference | | | has an interest in this
wants_replies | many | psyche | preference | | | wants to be answered in this way
values | many | psyche | value | | | holds this to be important
believes | many | psyche | belief | | | holds this to be true, or to be right
religion | one | psyche | belief | | | belongs to this faith
trait | many | psyche | trait | | | is of this character
fears | many | psyche | trait | | | is afraid of this
habit | many | psyche | trait | | | does this as a rule
good_at | many | psyche | trait | | | is able at this
bad_at | many | psyche | trait | | | has trouble doing this
studies_at | one | fact | | | organisation | is a student at the object
studies | many | fact | | | | is learning this subject
studied | many | fact | | | | has learnt this subject, or has this degree
studied_at | many | fact | | | organisation | was a student at, or graduated from, the object
speaks | many | fact | | | | speaks this language
learning | many | fact | | | | is learning this
learned | many | fact | | | | has learnt, or failed to learn, this
played | many | fact | | | | once played this
plays | many | fact | | | | plays this instrument, sport or game
practises | many | fact | | | | does this as a sport, an art or a hobby
member_of | many | fact | | has_member | organisation | belongs to the object: a club, a team, a choir
volunteers_at | many | fact | | | organisation | gives unpaid work to the object
owns | many | fact | | owned_by | | has the object
bought | many | fact | | | | got the object for money
sold | many | fact | | | | gave the object away for money
drove | many | fact | | | | once drove this
drives | one | fact | | | | drives this car
used | many | fact | | | | once used this
uses | many | fact | | | | works with this tool or service
has | many | fact | | | | has this, in another way than owning
states | many | fact | | | | said this of their life, in a way no other word fits
reads | many | fact | | | work | is reading or has read the object
watches | many | fact | | | work | is watching or has watched the object
listens_to | many | fact | | | | listens to the object
wrote | many | fact | | written_by | work | is the author of the object
made | many | fact | | | | made the object
attended | many | fact | | | | was at this event
won | many | fact | | | | won this
got | many | fact | | | | was given this
plans_to | many | goal | project | | | has decided to do this
wants_to | many | goal | project | | | wishes to do this
working_towards | many | goal | project | | | is doing this with an end in view
has_task | many | goal | task | | | has to do this
deadline | many | goal | task | | | must have done this by a day
reminder | many | goal | reminder | | | wants to be reminded of this
appointment | many | goal | reminder | | | is to be somewhere at a time
"""


def _read(table: str) -> dict[str, Predicate]:
    words = {}
    for line in table.strip().splitlines():
        name, cardinality, kind, aspect, inverse, object_type, description = (cell.strip() for cell in line.split("|"))
        words[name] = Predicate(name, cardinality, kind, aspect, inverse, object_type, description)  # type: ignore[arg-type]  # the table's own words; a test holds them to the types
    return words


PREDICATES: Mapping[str, Predicate] = _read(_TABLE)


def predicate(name: str) -> Predicate:
    """The vocabulary's entry for `name`; for a name it does not list, an open one of many values."""
    if name in PREDICATES:
        return PREDICATES[name]
    if name.startswith(FAVOURITE):
        said = name.removeprefix(FAVOURITE).replace("_", " ")
        return Predicate(name, "one", "psyche", "preference", "", "", f"likes this best as {said}")
    return Predicate(name, "many", "fact", "", "", "", f"stands to the object as “{name}” says")


def single_valued(name: str, declared: Mapping[str, str] = _NONE) -> bool:
    """Whether a later value of `name` closes the earlier one; `declared` (name -> "one" or "many") outranks the table."""
    return declared.get(name, predicate(name).cardinality) == "one"


def inverse(name: str) -> str:
    """The predicate seen from the object, or an empty string."""
    return predicate(name).inverse


def published() -> tuple[Predicate, ...]:
    """The vocabulary in its published order."""
    return tuple(PREDICATES.values())
