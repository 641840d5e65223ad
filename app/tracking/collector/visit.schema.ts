import * as z from "zod/mini";
import { maxStoredBytes } from "#app/platform/limits.ts";
import { shortenToBytes } from "#app/platform/shorten.ts";
import { isUuid } from "#app/platform/uuid.ts";

/**
 * A visit as the visit script sends it, and as specification section 7 does: names, e-mail, network address and browser in it are
 * accepted and ignored. The server sees the latter itself; who somebody is, only the forms say.
 */
export const visitSchema = z.object({
  /** Made by the browser, so that a visit sent twice is stored once. */
  id: z.optional(uuid()),
  /** The page on which it began, with its query. */
  url: z.optional(z.string()),
  referrer: z.optional(z.string()),
  /** Whether the browser says that a program drives it. */
  automated: z.optional(z.boolean()),
  source: z.nullish(z.unknown()),
});

export type VisitInput = z.infer<typeof visitSchema>;

/** An id that a browser made. */
export function uuid() {
  return z.string().check(
    z.toLowerCase(),
    z.refine((word) => isUuid(word), { error: "must be a UUID" }),
  );
}

/** One line of text without control characters, truncated; null for anything else. */
export function plainLine(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const line = value.trim();
  return line === "" || /\p{C}|[\u2028\u2029]/u.test(line)
    ? null
    : shortenToBytes(line, maxStoredBytes.label);
}
