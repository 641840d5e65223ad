/** Whether a text is a valid UUID. PostgreSQL reports an error when it compares other texts with a `uuid` column. */
export function isUuid(word: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(word);
}
