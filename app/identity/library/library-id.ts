/** Whether a text can be the id of a session or a passkey: one that the library generates, or a UUID. */
export function isLibraryId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}
