/** A titled part of a card. */
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon";

export function Section(props: {
  icon: IconName;
  title: string;
  aside?: string;
  children: ComponentChildren;
}) {
  return (
    <section class="section">
      <h3>
        <Icon name={props.icon} />
        {props.title}
        {props.aside && <span class="aside">{props.aside}</span>}
      </h3>
      {props.children}
    </section>
  );
}
