/**
 * The props of an invalid field. The first invalid field receives the focus when the page loads, so that screen readers announce its error.
 */
export function fieldError(error: string | undefined): { error?: string; autoFocus?: true } {
  return error === undefined ? {} : { error, autoFocus: true };
}
