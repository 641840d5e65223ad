const lineFeed = 10;

/** Regroups a stream into pieces that each consist of complete lines. An unfinished line at the end is passed on as it is. */
export async function* regroupLines(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // Joined once per line feed, because a row can be longer than many pieces.
  const unfinished: Buffer[] = [];
  for await (const bytes of source) {
    const end = bytes.lastIndexOf(lineFeed) + 1;
    if (end > 0) yield Buffer.concat([...unfinished.splice(0), bytes.subarray(0, end)]);
    if (end < bytes.length) unfinished.push(bytes.subarray(end));
  }
  if (unfinished.length > 0) yield Buffer.concat(unfinished);
}

/** The lines of a piece, without their line feeds, and where each starts. */
export function* splitLines(piece: Buffer): Generator<{ line: Buffer; start: number }> {
  let start = 0;
  while (start < piece.length) {
    const found = piece.indexOf(lineFeed, start);
    const end = found === -1 ? piece.length : found;
    yield { line: piece.subarray(start, end), start };
    start = end + 1;
  }
}
