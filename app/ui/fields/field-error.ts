/** What a field gets that can't be used as it is: the first of them takes the focus when the page arrives, and is read with its error. */
export function fieldError(error: string | undefined): { error?: string; autoFocus?: true } {
  return error === undefined ? {} : { error, autoFocus: true };
}
