/** Whether a word can be the id or the key of a row. PostgreSQL would stumble over any other. */
export function isUuid(word: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(word);
}
