import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { SpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { checkSubmission } from "#app/intake/spam-checks/check-submission.server.ts";
import { type SpamSignals, readSpamSignals } from "#app/intake/spam-checks/spam-signals.ts";
import { admitToQuarantine, type QuarantineBudget } from "#app/intake/spam-checks/record-attempt.server.ts";
import { findLimitedDomain } from "#app/intake/spam-checks/email-domain.ts";
import { normalizeMailbox } from "#app/platform/text/normalize-mailbox.ts";
import {
  findHeldSeat,
  quarantineSubmission,
  markAcceptedByFingerprint,
  type SubmissionToQuarantine,
} from "#app/intake/quarantine/quarantine.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { countedAddress, countedNetwork } from "#app/platform/http/client-address.server.ts";
import { attemptLimits } from "#app/platform/limits.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { consentWordings } from "#content/consent.ts";
import { fingerprintSubmission } from "#app/intake/submission/fingerprint.server.ts";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import { readSender, type Sender } from "#app/tracking/attribution/request-source.server.ts";
import {
  type Consent,
  noConsent,
  proveConsent,
  type Submission,
  type UnconfirmedKeys,
} from "#app/intake/submission/submission.ts";
import {
  atCapacityMessage,
  type LimitRefusal,
  tooManyMessage,
} from "#app/intake/form/submission.messages.ts";
import { submissionFieldNames, checked } from "#app/intake/form/submission-fields.ts";
import type { SubmissionCounts, SubmissionResult } from "./submission-counts.ts";

export type ReceiveDeps = {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  spamCheckKeys: SpamCheckKeys;
  outbox: Outbox;
  siteUrl: string;
  shortensAddresses: boolean;
  submissionCounts: Pick<SubmissionCounts, "count">;
};

/** A received submission before it is processed. */
export type Arrival = { at: Date; sender: Sender; signals: SpamSignals; consent: Consent };

/** The submission is not accepted immediately. For a flood, nothing is stored. */
export type NotAccepted =
  | { ok: false; reason: "confirmation-required" }
  /** A limit of the network address (`too-many`) or the site-wide limit on quarantined submissions (`at-capacity`) is reached. */
  | ({ ok: false } & LimitRefusal);

/**
 * Reads the parts of a submission besides the form's own fields.
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
    signals: readSpamSignals(textOf, fields instanceof FormData),
    consent: readConsent(textOf),
  };
}

/** The consent that a submission claims. */
function readConsent(textOf: (name: string) => string | undefined): Consent {
  const { consentWording, byEmail, byPhone } = submissionFieldNames;
  const wordingVersion = textOf(consentWording);
  if (wordingVersion === undefined || !Object.hasOwn(consentWordings, wordingVersion)) return noConsent;
  return {
    basis: "boxes-shown",
    wordingVersion,
    byEmail: textOf(byEmail) === checked,
    byPhone: textOf(byPhone) === checked,
  };
}

/** @property isStored false quarantines the submission. True for an outcome after which the sender is asked to change the form. */
type Stored<Outcome> = { outcome: Outcome; isStored: boolean };

/** Describes a form to `receiveSubmission`. */
type ReceivedForm<Outcome> = {
  form: LeadForm;
  input: Readonly<Record<string, unknown>> & { email: string };
  /** For an assessment: the result URL to return. */
  resultKey?: string;
  /**
   * Runs the command. It returns undefined if the mailbox must be confirmed first. With `isStored: false`, the submission is quarantined
   * as well, and the response is the outcome, so that it does not show what is known of the mailbox.
   */
  store: (submission: Submission) => Promise<Stored<Outcome> | undefined>;
  /**
   * Returns a response like the command’s without side effects. A repeat of the same content uses the same row and gets the same response.
   */
  imitateSuccess: (held: { id: string; resultKey: string | null }) => Outcome;
  /** Holds a seat for a quarantined submission, if one can be held. */
  holdSeat?: (id: string, unconfirmed: UnconfirmedKeys) => Promise<void>;
};

/**
 * The single entry point for forms, JSON calls and retries. It runs the command, quarantines the submission until its mailbox is
 * confirmed, or gives a bot the response of an accepted submission.
 */
export async function receiveSubmission<Outcome extends { ok: boolean }>(
  deps: ReceiveDeps,
  arrival: Arrival,
  form: ReceivedForm<Outcome>,
): Promise<Outcome | NotAccepted> {
  try {
    const { answer, result } = await processSubmission(deps, arrival, form);
    deps.submissionCounts.count(form.form, result);
    return answer;
  } catch (error) {
    deps.submissionCounts.count(form.form, "failed");
    throw error;
  }
}

/** The response to the sender, and what became of the submission, which the response can hide. */
type Processed<Answer> = { answer: Answer; result: SubmissionResult };

async function processSubmission<Outcome extends { ok: boolean }>(
  deps: ReceiveDeps,
  { at, sender, signals, consent }: Arrival,
  form: ReceivedForm<Outcome>,
): Promise<Processed<Outcome | NotAccepted>> {
  const { email } = form.input;
  const { clientAddress } = sender;
  const fingerprint = fingerprintSubmission(form.form, form.input);
  const sent = { form: form.form, email, fingerprint, signals, clientAddress };
  const verdict = await checkSubmission(deps, sent);
  if (verdict.kind === "too-many") {
    const { retryAfterSeconds } = verdict;
    return { answer: { ok: false, reason: "too-many", retryAfterSeconds }, result: "refused" };
  }
  const proven = proveConsent(consent, verdict.page);
  const toQuarantine = {
    form: form.form,
    at,
    input: form.input,
    sender: serializeSource({ sender, ...proven }),
    fingerprint,
    resultKey: null,
  };
  if (verdict.kind === "honeypot") return respondToHoneypot(deps, form, toQuarantine, clientAddress);

  const { hasUnspentToken: hasFormToken } = verdict;
  const unconfirmed = { ...findUnconfirmedKeys(deps, email, clientAddress), hasFormToken };
  const { mailboxKey } = unconfirmed;
  const sentBy = { unconfirmed, clientAddress };
  if (verdict.kind === "confirm") {
    const suspicious = { ...toQuarantine, reason: verdict.reason, mailboxKey };
    return quarantine(deps, form, suspicious, sentBy);
  }
  const submission = { at, sender, ...proven, unconfirmed, mailboxKey, isLimited: true };
  const stored = await store(deps, form, submission, verdict.isHeld && fingerprint);
  if (stored?.isStored === true) {
    return { answer: stored.outcome, result: stored.outcome.ok ? "stored" : "refused" };
  }
  const held = await quarantine(deps, form, { ...toQuarantine, reason: "many", mailboxKey }, sentBy);
  // An outcome that was not stored hides what is known of the mailbox, so the limits of the quarantine must not change it.
  return { answer: stored?.outcome ?? held.answer, result: held.result };
}

/**
 * Quarantines a submission, asks for the confirmation of its mailbox and holds a seat.
 * @returns that the confirmation is required, or the refusal if a limit of the quarantine is reached
 */
async function quarantine<Outcome>(
  deps: ReceiveDeps,
  { form, holdSeat }: Pick<ReceivedForm<Outcome>, "form" | "holdSeat">,
  submission: Omit<SubmissionToQuarantine, "confirmationRequestedAt"> & { input: { email: string } },
  { unconfirmed, clientAddress }: { unconfirmed: UnconfirmedKeys; clientAddress: string },
): Promise<Processed<NotAccepted>> {
  const budget = unconfirmed.hasFormToken ? "quarantinedWithToken" : "quarantinedWithoutToken";
  const refusal = await findQuarantineRefusal(deps, { form, clientAddress, budget, now: submission.at });
  if (refusal !== undefined) return { answer: refusal, result: "refused" };
  const id = await requestConfirmation(deps, submission, unconfirmed);
  // The submission is stored, and can be accepted without a held seat.
  await holdSeat?.(id, unconfirmed).catch((error: unknown) => {
    deps.log.warn("intake.seat_not_held", { error });
  });
  deps.outbox.wake();
  return { answer: { ok: false, reason: "confirmation-required" }, result: "quarantined" };
}

/**
 * @param earlierFingerprint the fingerprint of an earlier, quarantined attempt with the same content; false without one
 * @returns undefined if the command requires a mailbox confirmation first
 */
async function store<Outcome extends { ok: boolean }>(
  deps: ReceiveDeps,
  form: ReceivedForm<Outcome>,
  submission: Omit<Submission, "heldSeat">,
  earlierFingerprint: string | false,
): Promise<Stored<Outcome> | undefined> {
  if (earlierFingerprint === false) return form.store({ ...submission, heldSeat: null });
  const heldSeat = await findHeldSeat(deps.db, earlierFingerprint);
  const stored = await form.store({ ...submission, heldSeat });
  if (stored?.isStored === true && stored.outcome.ok) {
    await acceptEarlier(deps, earlierFingerprint, submission.at);
  }
  return stored;
}

/** Quarantines a submission with the honeypot filled in, for staff review, and responds as if it had been accepted. */
async function respondToHoneypot<Outcome>(
  deps: ReceiveDeps,
  {
    form,
    imitateSuccess,
    resultKey = null,
  }: Pick<ReceivedForm<Outcome>, "form" | "imitateSuccess"> & { resultKey?: string | null },
  toQuarantine: Omit<SubmissionToQuarantine, "reason">,
  clientAddress: string,
): Promise<Processed<Outcome>> {
  const budget = "quarantinedHoneypots";
  const refusal = await findQuarantineRefusal(deps, { form, clientAddress, budget, now: toQuarantine.at });
  // A bot must not learn that the honeypot was detected.
  if (refusal !== undefined) {
    return { answer: imitateSuccess({ id: randomUUID(), resultKey }), result: "refused" };
  }
  const held = await quarantineSubmission(deps.db, { ...toQuarantine, reason: "honeypot", resultKey });
  return { answer: imitateSuccess(held), result: "quarantined" };
}

/** Counts the submission toward the quarantine limits. @returns undefined if it can be quarantined */
async function findQuarantineRefusal(
  deps: ReceiveDeps,
  sent: { form: LeadForm; clientAddress: string; budget: QuarantineBudget; now: Date },
): Promise<NotAccepted | undefined> {
  const admission = await admitToQuarantine(deps, sent);
  if (admission.ok) return undefined;
  const { retryAfterSeconds } = admission;
  if (admission.reason === "address-limit") return { ok: false, reason: "too-many", retryAfterSeconds };
  if (admission.isFirst) {
    const { form, budget } = sent;
    deps.log.warn("intake.site_limit_reached", { form, budget, ...attemptLimits[budget] });
  }
  return { ok: false, reason: "at-capacity", retryAfterSeconds };
}

export function findUnconfirmedKeys(
  { spamCheckKeys }: ReceiveDeps,
  email: string,
  clientAddress: string,
): Omit<UnconfirmedKeys, "hasFormToken"> {
  const network = countedNetwork(clientAddress);
  const domain = findLimitedDomain(email);
  return {
    addressKey: spamCheckKeys.limitKey("unconfirmedSeatsByAddress", countedAddress(clientAddress)),
    mailboxKey: spamCheckKeys.limitKey("messagesByMailbox", normalizeMailbox(email)),
    senderKey: spamCheckKeys.limitKey("unconfirmedMessagesByNetwork", network),
    domainKey: domain && spamCheckKeys.limitKey("messagesByNetworkAndDomain", network, domain),
  };
}

/** Quarantines a submission and queues the confirmation email, at most once a day. */
async function requestConfirmation(
  { db, outbox }: ReceiveDeps,
  submission: Omit<SubmissionToQuarantine, "confirmationRequestedAt"> & { input: { email: string } },
  unconfirmed: UnconfirmedKeys,
): Promise<string> {
  const { at, input } = submission;
  return db.transaction().execute(async (trx) => {
    await lockAddress(trx, input.email);
    const { id } = await quarantineSubmission(trx, { ...submission, confirmationRequestedAt: at });
    const once = `confirm-submission ${id} ${at.toISOString().slice(0, 10)}`;
    await outbox.putLimited(
      trx,
      sql`select 'confirm-submission', ${input.email}::text, ${id}::uuid, ${once}::text, null::timestamptz`,
      { ...unconfirmed, now: at },
    );
    return id;
  });
}

/** The lead is already stored, so a failure here only leaves an extra quarantined submission for staff. */
async function acceptEarlier({ db, log }: ReceiveDeps, fingerprint: string, at: Date): Promise<void> {
  try {
    await markAcceptedByFingerprint(db, fingerprint, at);
  } catch (error) {
    log.warn("intake.quarantine_not_cleared", { error });
  }
}

/** The outcome that JSON endpoints return when the mailbox must be confirmed. */
export const confirmationRequired = "confirmation-required";

/** The JSON response to a submission that was not accepted immediately. */
export function respondNotAccepted(notAccepted: NotAccepted): Response {
  if (notAccepted.reason !== "confirmation-required") {
    const { reason, retryAfterSeconds } = notAccepted;
    const message = reason === "too-many" ? tooManyMessage(retryAfterSeconds) : atCapacityMessage();
    return refuse(reason, { message, retryAfterSeconds });
  }
  return Response.json(
    { data: { outcome: confirmationRequired } },
    { status: 202, headers: { "Cache-Control": "no-store" } },
  );
}
