/** Truncates text to a maximum number of UTF-8 bytes without splitting a character. */
export function shortenToBytes(text: string, maxBytes: number): string {
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  if (text.length * 3 <= maxBytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

const encoder = new TextEncoder();
