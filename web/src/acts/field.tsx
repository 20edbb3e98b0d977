/** A labelled form field: a line, a paragraph, or a choice. Knows no meanings. */
import type { ComponentChildren } from "preact";

interface Props {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onType: (text: string) => void;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly most?: number;
  readonly type?: "text" | "number" | "time";
  readonly rows?: number;
}

export function Field(props: Props) {
  const {
    name,
    label,
    value,
    hint,
    placeholder = "",
    required = false,
    most = 2000,
    type = "text",
    rows,
  } = props;
  const hears = hint ? `${name}-hint` : undefined;
  const heard = (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
    props.onType(event.currentTarget.value);
  const shared = { id: name, name, value, placeholder, required, maxLength: most, "aria-describedby": hears };
  return (
    <div class="form-field">
      <label for={name}>{label}</label>
      {rows ? (
        <textarea {...shared} rows={rows} onInput={heard} />
      ) : (
        <input {...shared} type={type as "text"} autocomplete="off" onInput={heard} />
      )}
      {hint && (
        <small id={hears} class="soft">
          {hint}
        </small>
      )}
    </div>
  );
}

export function Choose(props: {
  name: string;
  label: string;
  value: string;
  onChoose: (value: string) => void;
  children: ComponentChildren;
}) {
  return (
    <div class="form-field">
      <label for={props.name}>{props.label}</label>
      <select
        id={props.name}
        name={props.name}
        value={props.value}
        onChange={(event) => props.onChoose(event.currentTarget.value)}
      >
        {props.children}
      </select>
    </div>
  );
}
