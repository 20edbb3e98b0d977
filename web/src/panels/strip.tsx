/** A row of tabs that may be wider than the panel. Arrow keys move between them. */

interface Props<Part extends string> {
  readonly label: string;
  readonly name: string;
  readonly parts: readonly (readonly [Part, string])[];
  readonly chosen: Part;
  readonly onChoose: (part: Part) => void;
}

export function Strip<Part extends string>({ label, name, parts, chosen, onChoose }: Props<Part>) {
  const turn = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const at = parts.findIndex(([part]) => part === chosen);
    const next = parts[(at + step + parts.length) % parts.length]?.[0];
    if (next === undefined) return;
    event.stopPropagation();
    onChoose(next);
    document.getElementById(`${name}-${next}`)?.focus();
  };
  return (
    <div class="strip" role="tablist" aria-label={label} onKeyDown={turn}>
      {parts.map(([part, words]) => (
        <button
          key={part}
          id={`${name}-${part}`}
          type="button"
          role="tab"
          aria-selected={part === chosen}
          aria-controls={`${name}-panel`}
          tabIndex={part === chosen ? 0 : -1}
          onClick={() => onChoose(part)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
