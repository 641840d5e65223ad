import * as z from "zod/mini";
import type { LimitRefusal } from "./submission.messages.ts";

/** Why an endpoint rejected a form. */
export type ReadRefusal =
  | { reason: "refused"; errors: Readonly<Record<string, string>> }
  | LimitRefusal
  | { reason: "unreadable"; kind: string };

const refusal = z.object({
  error: z.object({
    kind: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
  }),
});

/** Reads an endpoint's error response (docs/endpoints.md). Other content is `unreadable`. */
export function readRefusal(body: unknown, headers: Headers): ReadRefusal {
  const read = refusal.safeParse(body);
  if (!read.success) return { reason: "unreadable", kind: "internal" };
  const { kind, fields } = read.data.error;
  if (kind === "too-many" || kind === "at-capacity") {
    return { reason: kind, retryAfterSeconds: Number(headers.get("retry-after")) };
  }
  if (fields !== undefined) return { reason: "refused", errors: fields };
  return { reason: "unreadable", kind };
}

/** The response of an endpoint that requires a mailbox confirmation (docs/endpoints.md). */
export const confirmationRequired = z.object({
  data: z.object({ outcome: z.literal("confirmation-required") }),
});
