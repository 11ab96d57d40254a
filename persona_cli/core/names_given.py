"""Given names common in many countries, folded: with one of them a name is taken to be a person's.

Words that are more often something else (may, will, rose, paris, chase) are left out on purpose.
"""

from __future__ import annotations

GIVEN = frozenset(
    """
    aaron abby abdul abigail ada adam adele adrian agnes ahmed aisha akira alan alba albert alberto alejandra alejandro
    alessandra alessandro alex alexander alexandra alexei alexis alfonso alfred ali alice alicia alina alison allison alma
    alvaro amanda amelia amina amir amit amy ana anand anastasia andre andrea andreas andres andrew andrzej angela
    angelica anika anil anita anja ann anna anne annette annika anthony antje antoine anton antonia antonio anya arjun
    armando arthur arturo asha ashley astrid audrey axel ayse barbara bartosz beatrice beatriz ben benedict benjamin
    bernard bernd beth bettina bianca bjorn bogdan brandon brian brigitte bruno camila camille carla carlo carlos carmen
    carol carolina caroline catalina caterina catherine cecilia celia celine cesar chantal charles charlotte chiara chloe
    chris christian christina christine christoph christopher claire clara claudia claudio clement colin connor cristian
    cristina dagmar daisuke dan dana daniel daniela danielle dario darius dave david deborah deepak denis dennis derek
    diana diego dieter dimitri dirk dmitri dmitriy dmitry dolores dominik dominique donald dora doris dorota dorothy
    douglas dylan eduardo edward edwin eileen ekaterina elena eleonora elias elif elisa elisabeth elise eliza elizabeth
    ella ellen elsa emil emilia emiliano emilie emily emma emmanuel enrico enrique eric erica erik erika ernesto esteban
    esther ethan eugenia eva evelyn ewa fabian fabio farid fatima federica federico felipe felix fernanda fernando
    filip fiona florian fran frances francesca francesco francisco francois franz fred frederic frederik friedrich
    gabriel gabriela gareth gary gemma geoffrey george georgia georgios gerald gerard gerhard gianluca gilles gina
    giorgia giovanni giulia giuseppe gloria gonzalo gordon grazia greg gregory greta guido guillermo gunter gustavo guy
    hamid hannah hanna hans harald harry hassan heather hector heidi heike helen helena helene helga henri henrik henry
    hiroshi holger hugo hussein ian ibrahim ignacio igor ilse ines inga ingrid irene irina iris isaac isabel isabella
    isabelle ismail ivan ivo jack jacob jacqueline jacques jaime jakob jakub james jan jana jane janet janina jasmin
    jason javier jean jeanne jennifer jens jeremy jessica jesus jim jimena joan joanna joao joaquin joe joel johan johanna
    johannes john jonas jonathan jordi jorge jorg jose josef joseph josephine joshua joyce juan juana juanita juha julia
    julian juliana julie julien julio juliette jurgen justin justyna kai kamil karen karim karin karl karolina kate
    katarzyna katerina katharina katherine kathrin kathleen katja keith kelly ken kenji kenneth kerstin kevin khalid kim
    klara klaus kristen kristin kristina krzysztof lara lars laura laurent lea leah leila lena leo leon leonardo leonie
    leticia liam lidia lilian lina linda lisa liz lorena lorenzo lothar louis louise luc luca lucas lucia luciana lucy
    ludwig luis luisa lukas lukasz luz lydia maciej madeleine magdalena maja malik manfred manuel manuela marc marcel
    marcela marcin marco marcos marcus margaret margarita maria mariam marian mariana marie marina mario marisa marius
    marjorie marko markus marlene marta martha martin martina mary masha mateo mateusz mathieu mathilde matteo matthew
    matthias maurice mauro maya mehmet melanie melissa mercedes mia michael michal michel michele michelle miguel mike
    mikhail milan milena miriam mohamed mohammed moira monica monika monique mustafa nadia nadine nancy naomi natalia
    natalie natasha nathan neil nele nick nicola nicolas nicole niels niklas nikola nikolai nils nina noah noemi nora
    norbert nuria olaf oleg olga oliver olivia olivier omar oscar otto pablo pamela paola paolo pascal patricia patrick
    paul paula pauline pavel pedro peggy peter petra philip philippe pia piero pierre pieter pilar piotr priya rachel
    radek rafael rahul rainer rajesh ralf ramon raphael raquel raul ravi rebecca regina renata rene ricardo richard
    robert roberta roberto rocio rodrigo roger roland roman romain rosa rosalia rosario ruben rudolf ruth ryan sabine
    sabrina sally salma salvador sam samantha samir samuel sandra sanjay sara sarah sasha scott sean sebastian selma
    serge sergei sergio shirley silke silvia simon simone sofia sonia sonja sophia sophie soren stefan stefania stefanie
    stella stephanie stephen steve steven stuart sunil susan susana susanne svetlana sven sylvia sylvie takashi tamara
    tanja tanya tara tatiana ted teresa theo theresa thomas tim timo timothy tobias tom tomas tomasz tommaso tony ulrich
    ulrike ursula uwe valentina valeria valerie vanessa vera veronica veronika victor victoria vikram viktor vincent
    viola violeta virginia vivian vladimir walter waltraud wanda wei wendy werner wilhelm william wojciech wolfgang
    xavier yan yang yasmin yuki yuri yusuf yves yvonne zoe zofia
    """.split()
)
