/**
 * The parts of an email that a report of undelivered email needs. Anyone can send a report, so this reads every byte a bounded number of
 * times. A complete parser also decodes and converts the texts of an email, for which the sender can choose the time.
 */

/** An email or a part of one. */
export type Entity = {
  /** In lower case. Of repeated fields, the first. */
  headers: ReadonlyMap<string, string>;
  /** One character per byte, with \n as the end of line. */
  body: string;
};

/** Longer headers do not occur in reports. */
const maxHeaderLength = 64 * 1_024;

/** A report has three parts. */
const maxParts = 20;

/** Reads an email, possibly truncated at its end. @param source the raw email */
export function readEntity(source: Uint8Array): Entity {
  return splitEntity(Buffer.from(source).toString("latin1").replaceAll("\r\n", "\n"));
}

/** @param text one character per byte, with \n as the end of line */
export function splitEntity(text: string): Entity {
  // A part can have no headers.
  const end = text.startsWith("\n") ? 0 : text.indexOf("\n\n");
  const head = end === -1 ? text : text.slice(0, end);
  return { headers: readFields(head), body: end === -1 ? "" : text.slice(end).replace(/^\n{1,2}/, "") };
}

/** Reads header fields or other fields of the same format (RFC 5322, 2.2). Reads only the first 64 KB. */
export function readFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  // A line that begins with white space continues the field.
  for (const line of text
    .slice(0, maxHeaderLength)
    .replaceAll(/\n[ \t]/g, " ")
    .split("\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name !== "" && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** The direct parts of a multipart email, at most 20; empty if it has none. */
export function splitParts({ headers, body }: Entity): Entity[] {
  const delimiter = findDelimiter(headers.get("content-type") ?? "");
  if (delimiter === undefined) return [];
  const parts: string[][] = [];
  for (const line of body.split("\n")) {
    // The boundary can also begin another line or another boundary.
    const suffix = line.startsWith(delimiter) ? line.slice(delimiter.length).trim() : undefined;
    if (suffix === "--" || parts.length > maxParts) break;
    if (suffix === "") parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.slice(0, maxParts).map((lines) => splitEntity(lines.join("\n")));
}

/** The standard permits 70 (RFC 2046, section 5.1.1). */
const maxBoundaryLength = 200;

function findDelimiter(contentType: string): string | undefined {
  const [, quoted, token] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? token;
  return boundary === undefined || boundary.length > maxBoundaryLength ? undefined : `--${boundary}`;
}

/** The type of an entity, such as `message/delivery-status`, in lower case; empty if it is not stated. */
export function mediaType({ headers }: Entity): string {
  return (headers.get("content-type") ?? "").split(";", 1).join("").trim().toLowerCase();
}

/** The text of an entity: its transfer encoding is removed, and its bytes are read as UTF-8, which includes ASCII. */
export function decodeText({ headers, body }: Entity): string {
  return decodeTransfer(body, headers.get("content-transfer-encoding")?.toLowerCase())
    .toString("utf8")
    .replaceAll("\r\n", "\n");
}

function decodeTransfer(body: string, encoding: string | undefined): Buffer {
  if (encoding === "base64") return Buffer.from(body, "base64");
  if (encoding === "quoted-printable") {
    const bytes = body
      .replaceAll("=\n", "")
      .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, "latin1");
  }
  return Buffer.from(body, "latin1");
}
