/** The result of a submission: red, or green for success (specification section 8). */
export type AlertState = { text: string; isGood?: boolean };

/**
 * Says it, and takes the focus when the page arrives, so that a person who does not see it hears it.
 * @param leavesFocus to a field that it is about, which stands elsewhere
 */
export function Alert({ text, isGood = false, leavesFocus = false }: AlertState & { leavesFocus?: boolean }) {
  return (
    <p
      className={isGood ? "alert good" : "alert"}
      role={isGood ? "status" : "alert"}
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is the response to a submission, and this is its result
      autoFocus={!leavesFocus}
      ref={leavesFocus ? null : takeFocus}
    >
      {text}
    </p>
  );
}

/** In a page that comes alive: where React adds an element itself, it minds `autoFocus` of fields alone. */
function takeFocus(alert: HTMLElement | null): void {
  alert?.focus();
}
