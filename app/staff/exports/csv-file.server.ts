import { byteOrderMark, type CsvColumn, csvHeadings, csvRecord, rawRecord } from "#app/platform/csv.ts";

/** How far an export has come. */
export type Progress = { records: number; isComplete: boolean };

/**
 * The file in pieces of some thousand characters: a piece for each record would take ten times as long to send.
 * @param form.isRaw for machines: no byte order mark, and texts as they are
 * @param form.progress kept true: what is in a piece counts as gone once the piece was handed on
 */
export async function* csvFile<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
  { isRaw, progress }: { isRaw: boolean; progress: Progress },
): AsyncGenerator<string> {
  const record = isRaw ? rawRecord : csvRecord;
  let piece = (isRaw ? "" : byteOrderMark) + csvHeadings(columns);
  let records = 0;
  for await (const row of rows) {
    piece += record(columns.map((column) => column.valueOf(row)));
    records += 1;
    if (piece.length < pieceLength) continue;
    progress.records = records;
    yield piece;
    piece = "";
  }
  progress.records = records;
  yield piece;
  progress.isComplete = true;
}

const pieceLength = 32_768;
