/** The result of a submission, in red or, for success, green (specification section 8). */
export type AlertState = { text: string; isGood?: boolean };

/**
 * Displays the result and receives the focus when the page loads, so that screen readers announce it.
 * @param leavesFocus leaves the focus to the field that the message is about
 */
export function Alert({
  text,
  isGood = false,
  leavesFocus = false,
  id,
}: AlertState & { leavesFocus?: boolean; id?: string }) {
  return (
    <p
      id={id}
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

/** For hydrated pages, because React applies `autoFocus` only to form fields when it inserts elements. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
