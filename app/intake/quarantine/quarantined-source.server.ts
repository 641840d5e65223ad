import { z } from "zod";
import type { Json } from "#app/data/schema/quarantined-submissions.ts";
import type { Submission } from "#app/intake/submission/submission.ts";

type HeldSender = Pick<Submission, "sender" | "consent" | "pageVersion">;

/** What is kept of a submission besides its fields while it is held: all that its release needs. */
export function serializeSource({ sender, consent, pageVersion }: HeldSender): Json {
  // Limits count by the whole address, and it may be one that the practice wants shortened.
  const { clientAddress: _, ...kept } = sender;
  // Of a browser that asks not to be followed nothing is kept, and a release needs nothing. The reason of a class quotes its name.
  const unknown = sender.optsOut ? { ipAddress: "", userAgent: null, classReason: null } : {};
  return { ...kept, ...unknown, consent, pageVersion };
}

/** Reads it again. @returns undefined where another version of the program wrote it, and it can't be read any more */
export function readQuarantinedSource(held: Json): HeldSender | undefined {
  const read = heldSenderSchema.safeParse(held);
  if (!read.success) return undefined;
  const { consent, pageVersion, ...sender } = read.data;
  // Nothing is counted at a release.
  return { consent, pageVersion, sender: { ...sender, clientAddress: sender.ipAddress } };
}

const touchSchema = z.object({
  at: z.string(),
  landingPage: z.string(),
  referrer: z.string().nullable(),
  campaign: z.record(z.string(), z.string()),
  clickId: z.object({ kind: z.string(), value: z.string() }).nullable(),
});

const consentSchema = z.discriminatedUnion("basis", [
  z.object({
    basis: z.literal("boxes-shown"),
    wordingVersion: z.string(),
    byEmail: z.boolean(),
    byPhone: z.boolean(),
  }),
  z.object({ basis: z.literal("none-given") }),
]);

const heldSenderSchema = z.object({
  trafficClass: z.enum(["person", "unsure", "machine"]),
  classReason: z.string().nullable(),
  visitId: z.string().nullable(),
  browserKey: z.string().nullable(),
  ipAddress: z.string(),
  userAgent: z.string().nullable(),
  optsOut: z.boolean(),
  touch: touchSchema.nullable(),
  consent: consentSchema,
  pageVersion: z.string().nullable(),
});
