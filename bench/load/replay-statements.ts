import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { visitorAddress } from "./post-request.ts";
import type { RecordedStatement } from "./record-statements.ts";

/**
 * Creates a loop that sends the statements of a request again through the driver alone, with the same transactions and names, and with the
 * values of another request.
 * @param recordings the statements of two requests that differ in everything that is particular to one. A value that differs between them
 * is replaced; a value that an earlier statement returned is taken from the rows of that statement.
 * @returns sends the statements of the request with a number, on one connection. Numbers start above those of the recorded requests.
 */
export function createReplay(
  recordings: readonly [readonly RecordedStatement[], readonly RecordedStatement[]],
): (pool: Pool, number: number) => Promise<void> {
  const [recorded, other] = recordings;
  if (recorded.map(({ text }) => text).join() !== other.map(({ text }) => text).join()) {
    throw new Error("The two requests sent different statements.");
  }
  const varying = new Set<string>();
  for (const [index, { values }] of recorded.entries()) collectVarying(values, other[index]?.values, varying);
  return async (pool, number) => {
    // The replacement of each varying value, by the value in the recording.
    const replacements = new Map<string, string>();
    const replace = (value: unknown): unknown => {
      if (value instanceof Date) return varying.has(value.toISOString()) ? new Date() : value;
      if (Array.isArray(value)) return value.map(replace);
      if (typeof value !== "string" || !varying.has(value)) return value;
      const replacement = replacements.get(value) ?? vary(value, number);
      replacements.set(value, replacement);
      return replacement;
    };
    const client = await pool.connect();
    try {
      for (const { text, name, values, rows } of recorded) {
        const statement = { text, values: values.map(replace) };
        const answer = await client.query(name === undefined ? statement : { ...statement, name });
        collectReturned(rows, answer.rows, replacements);
      }
    } finally {
      client.release();
    }
  };
}

function collectVarying(value: unknown, other: unknown, varying: Set<string>): void {
  if (Array.isArray(value) && Array.isArray(other)) {
    for (const [index, each] of value.entries()) collectVarying(each, other[index], varying);
  } else if (value instanceof Date && other instanceof Date) {
    if (value.getTime() !== other.getTime()) varying.add(value.toISOString());
  } else if (typeof value === "string" && value !== other) varying.add(value);
}

/** A value of the same kind and length for another request. Some keys consist of two digests. */
function vary(value: string, number: number): string {
  if (/^\d+(\.\d+){3}$/.test(value)) return visitorAddress(number);
  return value
    .replace(/[\w-]{22,64}/g, (digest) => randomBytes(48).toString("base64url").slice(0, digest.length))
    .replace(/\b\d+(?=@|$)/, String(number));
}

/** Ids that the database assigns, such as that of the stored form. */
function collectReturned(
  recorded: readonly unknown[],
  returned: readonly unknown[],
  replacements: Map<string, string>,
): void {
  for (const [index, row] of recorded.entries()) {
    const now = Object.entries(returned[index] ?? {});
    for (const [position, before] of Object.values(row ?? {}).entries()) {
      const after: unknown = now[position]?.[1];
      if (typeof before === "string" && typeof after === "string") replacements.set(before, after);
    }
  }
}
