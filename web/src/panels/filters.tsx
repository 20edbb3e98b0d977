/** A row of options of which one is selected. Knows no meanings. */

interface Props<Choice extends string> {
  readonly label: string;
  readonly choices: readonly (readonly [Choice, string])[];
  readonly chosen: Choice;
  readonly onChoose: (choice: Choice) => void;
}

export function Filters<Choice extends string>({ label, choices, chosen, onChoose }: Props<Choice>) {
  return (
    <fieldset class="filters">
      <legend class="unseen">{label}</legend>
      {choices.map(([choice, words]) => (
        <button
          key={choice}
          type="button"
          class="filter"
          aria-pressed={choice === chosen}
          // A browser leaves a focused element where it is if a part of it is visible.
          onFocus={(event) => event.currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" })}
          onClick={() => onChoose(choice)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}
