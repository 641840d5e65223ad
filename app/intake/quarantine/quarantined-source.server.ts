import { z } from "zod";
import type { Json } from "#app/data/schema/quarantined-submissions.ts";
import type { Submission } from "#app/intake/submission/submission.ts";

type StoredSource = Pick<Submission, "sender" | "consent" | "pageVersion">;

/** Serializes what accepting a quarantined submission needs besides its fields. */
export function serializeSource({ sender, consent, pageVersion }: StoredSource): Json {
  // The full address is used only for limits, and the stored one may be shortened.
  const { clientAddress: _, ...kept } = sender;
  // Stores nothing about a browser that opts out of tracking. The reason of a traffic class can quote the user agent.
  const unknown = sender.optsOut ? { ipAddress: "", userAgent: null, classReason: null } : {};
  return { ...kept, ...unknown, consent, pageVersion };
}

/** @returns undefined if another version of the program wrote an incompatible value */
export function readQuarantinedSource(held: Json): StoredSource | undefined {
  const read = storedSourceSchema.safeParse(held);
  if (!read.success) return undefined;
  const { consent, pageVersion, ...sender } = read.data;
  // Limits do not apply when a submission is accepted.
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

const storedSourceSchema = z.object({
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
