import { byteOrderMark, type CsvColumn, csvHeadings, csvRecord, rawRecord } from "#app/platform/text/csv.ts";

export type Progress = { records: number; isComplete: boolean };

/** One chunk per record would take ten times as long to send. */
const minChunkLength = 32_768;

/**
 * The file in chunks.
 * @param options.isRaw without a byte order mark and without the guard against formulas
 * @param options.progress is updated after a chunk was consumed
 */
export async function* csvFile<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row>,
  { isRaw, progress }: { isRaw: boolean; progress: Progress },
): AsyncGenerator<string> {
  const record = isRaw ? rawRecord : csvRecord;
  let chunk = (isRaw ? "" : byteOrderMark) + csvHeadings(columns);
  let records = 0;
  for await (const row of rows) {
    chunk += record(columns.map((column) => column.valueOf(row)));
    records += 1;
    if (chunk.length < minChunkLength) continue;
    progress.records = records;
    yield chunk;
    chunk = "";
  }
  progress.records = records;
  yield chunk;
  progress.isComplete = true;
}
