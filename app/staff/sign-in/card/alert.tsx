/** What came of what was just sent: red, or green where it went well (specification section 8). */
export type AlertState = { text: string; isGood?: boolean };

/** Says it, and takes the focus when the page arrives, so that a person who does not see it hears it. */
export function Alert({ text, isGood = false }: AlertState) {
  return (
    <p
      className={isGood ? "alert good" : "alert"}
      role={isGood ? "status" : "alert"}
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- this page answers a press of a button: here is what came of it
      autoFocus
      ref={takeFocus}
    >
      {text}
    </p>
  );
}

/** In a page that comes alive: where React adds an element itself, it minds `autoFocus` of fields alone. */
function takeFocus(alert: HTMLElement | null): void {
  alert?.focus();
}
