import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { AbuseKeys } from "#app/leads/abuse/abuse-keys.server.ts";
import { checkSubmission, type Doubt } from "#app/leads/abuse/check-submission.server.ts";
import { type Evidence, readEvidence } from "#app/leads/abuse/evidence.ts";
import { mayHold } from "#app/leads/abuse/record-attempt.server.ts";
import { dropHeld, holdSubmission } from "#app/leads/abuse/quarantine.server.ts";
import { refuse } from "#app/platform/refusal.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { consentWordings } from "#content/consent.ts";
import { fingerprintOf } from "./fingerprint.server.ts";
import { heldSenderOf } from "#app/leads/abuse/held-sender.server.ts";
import { readSender, type Sender } from "./sender.server.ts";
import { type Consent, noConsent, type Submission, withProvenConsent } from "./submission.ts";
import { type Question, submissionFieldNames, ticked } from "./submission-fields.ts";

export type ReceiveDeps = {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  abuse: AbuseKeys;
  siteUrl: string;
  shortensAddresses: boolean;
};

/** A form that was sent, before anything is made of it. */
export type Arrival = { at: Date; sender: Sender; evidence: Evidence; consent: Consent };

/** Not taken as it came. What is asked about is held for the practice to look at; of a flood nothing is. */
export type NotTaken =
  | { ok: false; reason: "question"; question: Question }
  | { ok: false; reason: "too-many" };

/**
 * Reads what came with a form besides its own fields.
 * @param posted.fields the form, or the object that was sent to the JSON endpoint
 */
export function readArrival(
  deps: ReceiveDeps,
  posted: {
    headers: Headers;
    clientAddress: string;
    fields: FormData | Readonly<Record<string, unknown>>;
  },
): Arrival {
  const { fields } = posted;
  const textOf = (name: string): string | undefined => {
    const value: unknown = fields instanceof FormData ? fields.get(name) : fields[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    at: deps.clock.now(),
    sender: readSender(posted.headers, posted.clientAddress, deps),
    evidence: readEvidence(textOf, fields instanceof FormData),
    consent: readConsent(textOf),
  };
}

/** The consent that a submission claims. An unknown wording version means that no consent text was displayed. */
function readConsent(textOf: (name: string) => string | undefined): Consent {
  const { consentWording, byEmail, byPhone } = submissionFieldNames;
  const wordingVersion = textOf(consentWording);
  if (wordingVersion === undefined || !Object.hasOwn(consentWordings, wordingVersion)) return noConsent;
  return {
    basis: "boxes-shown",
    wordingVersion,
    byEmail: textOf(byEmail) === ticked,
    byPhone: textOf(byPhone) === ticked,
  };
}

/**
 * The one door for form, JSON endpoint and retry: hands a submission on to its command, or asks its sender a question, or lets a
 * program believe that it was taken.
 * @param form.store the command
 * @param form.decoy answers like the command, and does nothing; the same again is the same row, and gets the same answer
 */
export async function receiveSubmission<Outcome extends { ok: boolean }>(
  deps: ReceiveDeps,
  { at, sender, evidence, consent }: Arrival,
  form: {
    form: LeadForm;
    input: Readonly<Record<string, unknown>> & { email: string };
    /** Of an assessment: where its result will be said to be. */
    resultKey?: string;
    store: (submission: Submission) => Promise<Outcome>;
    decoy: (held: { id: string; resultKey: string | null }) => Outcome;
  },
): Promise<Outcome | NotTaken> {
  const fingerprint = fingerprintOf(form.form, form.input);
  const verdict = await checkSubmission(deps, {
    form: form.form,
    email: form.input.email,
    fingerprint,
    evidence,
    clientAddress: sender.clientAddress,
  });
  const hold = async (
    reason: "honeypot" | Doubt,
    pageVersion: string | null,
  ): Promise<{ id: string; resultKey: string | null }> => {
    const resultKey = reason === "honeypot" ? (form.resultKey ?? null) : null;
    if (!(await mayHold(deps, sender.clientAddress, at))) {
      deps.log.warn("a submission in doubt was not held: too many from one address", { form: form.form });
      return { id: randomUUID(), resultKey };
    }
    return holdSubmission(deps.db, {
      form: form.form,
      reason,
      at,
      input: form.input,
      sender: heldSenderOf(withProvenConsent({ sender, consent, pageVersion })),
      fingerprint,
      resultKey,
    });
  };
  switch (verdict.kind) {
    case "too-many":
      return { ok: false, reason: "too-many" };
    case "decoy":
      return form.decoy(await hold("honeypot", verdict.pageVersion));
    case "ask":
      await hold(verdict.reason, verdict.pageVersion);
      await dropHeld(deps.db, verdict.superseded);
      return { ok: false, reason: "question", question: verdict.question };
    case "pass": {
      const { pageVersion } = verdict;
      const outcome = await form.store(withProvenConsent({ at, sender, consent, pageVersion }));
      if (outcome.ok) await letGo(deps, verdict.superseded);
      return outcome;
    }
  }
}

/** What was held until it was taken. That it was taken stands, whatever becomes of this: a held row too many is looked at by somebody. */
async function letGo({ db, log }: ReceiveDeps, fingerprints: readonly string[]): Promise<void> {
  try {
    await dropHeld(db, fingerprints);
  } catch (error) {
    log.warn("a submission that was taken is still held", { error });
  }
}

/** What the JSON endpoints answer to a submission that was not taken. */
export function refuseSubmission(notTaken: NotTaken): Response {
  if (notTaken.reason === "too-many") return refuse("too-many");
  return refuse("question", { question: notTaken.question });
}
