import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { checkSubmission, type Verdict } from "#app/intake/spam-checks/check-submission.server.ts";
import type { ValidSubmission } from "#app/intake/spam-checks/record-attempt.server.ts";
import type { SpamSignals } from "#app/intake/spam-checks/spam-signals.ts";
import { fingerprintSubmission } from "#app/intake/submission/fingerprint.server.ts";

const spamCheckKeys = createSpamCheckKeys(
  createKeyRing(["a secret for tests, longer than thirty-two characters"]),
);

/** When the form page was served. */
export const servedAt = new Date("2026-11-21T10:00:00Z");
export const secondsLater = (seconds: number): Date => new Date(servedAt.getTime() + seconds * 1_000);
export const pageVersion = "dGhlLXZlcnNpb24tMTIzNA";

/** A submission, by default one minute after the page was served. */
export type Try = {
  at?: Date;
  form?: LeadForm;
  name?: string;
  email?: string;
  from?: string;
  signals: Partial<SpamSignals>;
};

/** Sends a try through the abuse check. */
export function sendTo(db: Kysely<Database>) {
  return ({ at = secondsLater(60), ...sent }: Try): Promise<Verdict> =>
    checkSubmission({ db, spamCheckKeys, clock: { now: () => at } }, sentOf(sent));
}

export function sentOf({
  form = "assessment",
  name = "Ada Byron",
  email = "ada@example.com",
  from = "203.0.113.9",
  signals,
}: Try): ValidSubmission {
  const nothing = { honeypot: "", formToken: null, isFormPost: true };
  return {
    form,
    email,
    fingerprint: fingerprintSubmission(form, { name, email }),
    clientAddress: from,
    signals: { ...nothing, ...signals },
  };
}

export function newToken(form: LeadForm = "assessment", at = servedAt): string {
  return spamCheckKeys.issueFormToken(form, pageVersion, at);
}

/** Other people, each with their own name and page and, unless shared, email and network address. */
export function crowd(count: number, shared: Partial<Try>): Try[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Person ${index}`,
    email: `person.${index}@example.com`,
    from: `198.51.100.${index}`,
    signals: { formToken: newToken() },
    ...shared,
  }));
}

/** The parts of a verdict that tests compare. */
export function plain(verdict: Verdict): string {
  return verdict.kind === "confirm" ? `confirm: ${verdict.reason}` : verdict.kind;
}
