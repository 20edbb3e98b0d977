"""Families of deeds by what they are in a day: meals, needs, leisure, classes."""

MEALS = frozenset("breakfast lunch dinner eating_out eating_at_work keeping_company banquet".split())
NEEDS = frozenset("washing shower evening_shower dressing bedtime nap cooking inn_cooking dishes sleepless ill".split())
LEISURE = frozenset(
    "walking reading newspaper watching_tv sofa_talk records radio puzzle table_game quiet_prayer garden_sitting "
    "sea_watching tech_reading resting pub_evening coffee_out people_watching small_talk "
    "politics music_practice gardening tidying unpacking dreams "
    "tea_time mending_clothes storytelling visiting stillness accounts shopping_supplies".split()
)
OFF_DUTY = (NEEDS | LEISURE | {"novel", "painting", "sketching", "repairing"}) - frozenset(
    "washing resting dishes cooking inn_cooking tea_time accounts gardening shopping_supplies music_practice".split()
)
"""What nobody does on duty: a block at work whose words seem to say so is told in deeds of the trade."""
CLASSES = frozenset("class lecturing seminar lesson_preparing".split())
EVENTS = frozenset(
    "procession assembly ceremony show fair contest working_party banquet party_hosting party_attending mourning"
    " worship lesson drill unveiling outing farewell gathering".split()
)
PARTIES = frozenset({"party_hosting", "party_attending"})
NO_WORK = (
    MEALS | NEEDS | LEISURE | CLASSES | EVENTS | {"mulling", "looking_out", "few_lines", "going_act", "concern_work"}
) - frozenset("dishes cooking inn_cooking music_practice accounts gardening lesson_preparing".split())
"""Activities that are told in deeds of their own, whatever their verb."""
OF_THE_LAND = frozenset("turf fields woods mining bees beasts catching_fish catch".split())
"""Work with what grows and lies there: nothing is made of it, whatever its verb (`cutting peat`)."""
