"""A morning in Gull Quay from Python: the complete script of docs/tutorial/python.md."""

import milkwood

town = milkwood.load("gull_quay")
print(town, town.people())

run = milkwood.start(town, seed=1)
run.until("day 1 10:00")
print(run)

for person in run.people:
    print(f"{person.name}: {person.now}")

nell = run.person("Nell")
for item in nell.plan:
    print(item)
for promise in nell.promises():
    print(f"{promise.start:%d %B %H:%M} {promise.what}, {promise.place}")
for memory in nell.memories(last=5):
    print(memory.time, memory.kind, memory)

reply = nell.ask("What do you know about Lantern Night?")
print(reply)
for used in reply.used:
    print("  based on:", used.text)

interview = nell.interview()
print(interview.ask("Who is Ivo Marsh?"))
print(interview.ask("What are your plans for tomorrow?"))

print(run.at("day 1 8:30").person("Nell").ask("What are you doing?"))

why = nell.why()
if why is not None:
    print(why.act, why.plan, why.percept, why.because)

for talk in run.talks("Nell")[:2]:
    print(f"{talk.time:%H:%M}\n{talk}\n")

what_if = run.fork("day 1 9:00")
what_if.whisper("Ivo", "Petra would be glad of some flowers.")
what_if.until("day 1 10:00")
for memory in what_if.person("Ivo").memories("voice"):
    print(memory)
