/** A mistake in the source of an article. Without a line, it concerns a missing part or the whole source. */
export type ArticleMistake = { line?: number; message: string };

/** The mistake as a sentence, for example “Line 12: write the text instead of {…}”. */
export function describeMistake({ line, message }: ArticleMistake): string {
  return line === undefined ? message : `Line ${line}: ${message}`;
}
