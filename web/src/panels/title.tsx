/**
 * The title of a card. It takes the focus when it appears and nothing else has it: a card that waits for the server has
 * no title at first.
 */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export function Title({ children, lang }: { children: ComponentChildren; lang?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h2 tabIndex={-1} ref={heading} lang={lang}>
      {children}
    </h2>
  );
}
