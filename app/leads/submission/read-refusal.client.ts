import * as z from "zod/mini";
import { type Question, questionSchema } from "./submission-fields.ts";

/** Why an endpoint did not take a form, as far as its sender can do something about it. */
export type ReadRefusal =
  | { reason: "refused"; errors: Readonly<Record<string, string>> }
  | { reason: "question"; question: Question }
  | { reason: "too-many" }
  | { reason: "unreadable"; kind: string };

const refusal = z.object({
  error: z.object({
    kind: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    question: z.optional(questionSchema),
  }),
});

/** Reads an endpoint's refusal (docs/endpoints.md). Whatever is none is `unreadable`. */
export function readRefusal(body: unknown): ReadRefusal {
  const read = refusal.safeParse(body);
  if (!read.success) return { reason: "unreadable", kind: "internal" };
  const { kind, fields, question } = read.data.error;
  if (question !== undefined) return { reason: "question", question };
  if (kind === "too-many") return { reason: "too-many" };
  if (fields !== undefined) return { reason: "refused", errors: fields };
  return { reason: "unreadable", kind };
}
