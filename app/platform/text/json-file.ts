/** One chunk per row would take ten times as long to send. */
const minChunkLength = 32_768;

/**
 * The text of an object, as `JSON.stringify(object, null, 2)` returns it, in chunks, without holding its lists in memory.
 * @param entries the values by name; the elements of an async iterable are an array
 */
export async function* jsonFile(
  entries: readonly (readonly [name: string, value: unknown])[],
): AsyncGenerator<string> {
  let chunk = "{";
  let separator = "\n  ";
  for (const [name, value] of entries) {
    chunk += `${separator}${JSON.stringify(name)}: `;
    separator = ",\n  ";
    if (!isAsyncIterable(value)) {
      chunk += formatAt("  ", value);
      continue;
    }
    let isEmpty = true;
    for await (const row of value) {
      chunk += `${isEmpty ? "[" : ","}\n    ${formatAt("    ", row)}`;
      isEmpty = false;
      if (chunk.length < minChunkLength) continue;
      yield chunk;
      chunk = "";
    }
    chunk += isEmpty ? "[]" : "\n  ]";
  }
  yield `${chunk}\n}`;
}

function formatAt(indentation: string, value: unknown): string {
  // Line breaks in texts are escaped, so each of these separates two lines of the file.
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${indentation}`);
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
