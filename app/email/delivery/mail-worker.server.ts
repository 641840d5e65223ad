import { SpanKind } from "@opentelemetry/api";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import { databaseNow } from "#app/data/rate-limits/rate-limits.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailState } from "#app/data/schema/letters.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import type { Traffic } from "#app/platform/http/traffic.ts";
import { inSpan } from "#app/platform/tracing.server.ts";
import { practice } from "#content/practice.ts";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import { type EmailContent, maskSecrets } from "#app/email/definition/email-content.ts";
import type { Email } from "#app/email/definition/define-email.server.ts";
import type { EmailCategory } from "#app/email/definition/email-kinds.ts";
import { summarizeNotifications } from "#app/email/outbox/firm-notifications.server.ts";
import { findCurrentRecipient } from "#app/email/outbox/alert-recipient.server.ts";
import { isOptional, isSuppressed } from "#app/email/outbox/suppressions.server.ts";
import { type BounceKeys, bounceKeyHeader } from "#app/email/bounces/bounce-keys.server.ts";
import { isAddressFailure } from "#app/email/bounces/status-codes.ts";
import {
  concernsUndeliverable,
  listUndeliverable,
  markUndeliverable,
} from "#app/email/bounces/undeliverable-addresses.server.ts";
import {
  type ClaimedEmail,
  claimEmails,
  claimSeconds,
  maxUnclearAttempts,
  prolongClaims,
  type ReleasedEmail,
  releaseLeftClaims,
} from "./claim-emails.server.ts";
import { retryDelaySeconds } from "./mail-backoff.ts";
import type { Delivery, MailTransport, OutgoingEmail, ReplyCodes } from "./mail-transport.ts";

export type MailWorkerDeps = {
  db: Kysely<Database>;
  log: Log;
  transport: MailTransport;
  /** By kind. */
  emails: Readonly<Record<string, Pick<Email, "category" | "compose">>>;
  /** Without a slash at the end. */
  siteUrl: string;
  /** Signs the id of each email, so that reports about its delivery can be verified. */
  bounceKeys: Pick<BounceKeys, "issue">;
  /** Delivery yields to requests in flight. */
  traffic: Pick<Traffic, "isBusy">;
  /** The database clock for due times and hourly limits. Only tests set it. */
  databaseNow?: () => RawBuilder<Date>;
  /** Footer of every email. Announcements require it (15 U.S.C. 7704(a)(5)). */
  listPostalAddressLines(): readonly string[];
};

/** Delivers queued email. Each process runs one worker; a row lease ensures that only one worker sends an email at a time. */
export type MailWorker = {
  /** Looks for email now instead of within a second. */
  wake(): void;
  /** Claims no more email and waits briefly for deliveries in flight. */
  stop(): Promise<void>;
};

/** Maximum number of concurrent deliveries: as many connections as mail servers commonly permit. */
const maxInFlight = 5;
const pollIntervalMs = 1_000;
const heartbeatIntervalMs = 5_000;
/** How long deliveries in flight may take when the program stops. Another process retries the others. */
const shutdownTimeoutMs = 7_000;
/** How long the results of canceled deliveries may take to store. */
const finalTimeoutMs = 1_000;
/** Delivery yields to requests in flight for at most this long. */
const maxYieldMs = 250;
const yieldIntervalMs = 10;
/** Interval between attempts to store the result of a delivery. */
const storeRetryMs = 500;

/** Starts delivering queued email immediately. */
export function startMailWorker(deps: MailWorkerDeps): MailWorker {
  const { db, log } = deps;
  const now = (): RawBuilder<Date> => deps.databaseNow?.() ?? databaseNow;
  const inFlight = new Map<string, Promise<void>>();
  let isStopping = false;
  let releaseFrom = 0;
  const onError = (error: unknown, consecutiveFailures: number): void => {
    if (consecutiveFailures === 1) log.warn("mail.claim_failed", { error });
    // Other workers could not send heartbeats either, so their leases get another period.
    releaseFrom = performance.now() + claimSeconds * 1_000;
  };

  const polling = repeat({
    pauseMs: pollIntervalMs,
    onError,
    async run() {
      const free = maxInFlight - inFlight.size;
      if (free === 0) return;
      await yieldToRequests(deps.traffic);
      const emails = await claimEmails(db, free, now());
      for (const email of emails) {
        const delivery = deliver(deps, email, () => isStopping).finally(() => {
          inFlight.delete(email.claim);
          // A full batch means that more email is probably waiting.
          if (emails.length === free) polling.runNow();
        });
        inFlight.set(email.claim, delivery);
      }
    },
  });

  const heartbeat = repeat({
    pauseMs: heartbeatIntervalMs,
    onError,
    async run() {
      if (inFlight.size > 0) await prolongClaims(db, [...inFlight.keys()]);
      const summarized = await summarizeNotifications(db, now());
      if (summarized > 0) log.info("mail.notifications_summarized", { notifications: summarized });
      if (performance.now() < releaseFrom) return;
      logReleased(log, await releaseLeftClaims(db));
    },
  });

  return {
    wake: () => polling.runNow(),
    async stop() {
      await polling.stop();
      isStopping = true;
      const settled = Promise.all(inFlight.values());
      await Promise.race([settled, sleep(shutdownTimeoutMs)]);
      // Closing the transport ends hanging deliveries, whose results are stored while the database is still connected.
      deps.transport.close();
      await Promise.race([settled, sleep(finalTimeoutMs)]);
      await heartbeat.stop();
    },
  };
}

function logReleased(log: Log, released: readonly ReleasedEmail[]): void {
  if (released.length > 0) log.warn("mail.claims_expired", { emails: released.length });
  for (const { id, kind, attempts, state } of released) {
    if (state === "waiting") continue;
    log.error("mail.failed", { emailId: id, kind, attempts, isUndeliverable: false });
  }
}

/** Rendering an email uses CPU time that requests in flight need, so it waits for them briefly. */
async function yieldToRequests(traffic: Pick<Traffic, "isBusy">): Promise<void> {
  const until = performance.now() + maxYieldMs;
  while (traffic.isBusy() && performance.now() < until) {
    await sleep(yieldIntervalMs);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** The result of an attempt, as it is stored. */
type AttemptResult = {
  state: EmailState;
  reply: string | null;
  isUnclear?: boolean;
  /** The status code with which the mail server rejected the address of the recipient. */
  addressStatus?: string | undefined;
  /** Logged, and not stored. */
  codes?: ReplyCodes | undefined;
  written?: { to: string; subject: string; text: string; html: string };
};

async function deliver(deps: MailWorkerDeps, email: ClaimedEmail, isStopping: () => boolean): Promise<void> {
  const result = await attempt(deps, email).catch((error: unknown): AttemptResult => {
    const facts = { emailId: email.id, kind: email.kind, error };
    if (isUnavailable(error)) {
      deps.log.warn("mail.attempt_failed", facts);
      return { state: "waiting", reply: "The database was unavailable." };
    }
    deps.log.error("mail.render_failed", facts);
    return { state: email.isOld ? "given-up" : "waiting", reply: "It could not be rendered. See the log." };
  });
  await storeResultWithRetries(deps, email, result, isStopping);
}

/**
 * Retries while the database is unavailable, so that an outage does not send the email twice. A result that the database rejects would be
 * rejected again: the claim expires, which counts as an unclear attempt.
 */
async function storeResultWithRetries(
  deps: MailWorkerDeps,
  email: ClaimedEmail,
  result: AttemptResult,
  isStopping: () => boolean,
): Promise<void> {
  for (let times = 0; ; times += 1) {
    try {
      return await storeResult(deps, email, result);
    } catch (error) {
      if (!isUnavailable(error)) {
        deps.log.error("mail.result_rejected", { emailId: email.id, kind: email.kind, error });
        return;
      }
      if (times === 0) {
        deps.log.warn("mail.result_not_stored", { emailId: email.id, error });
      }
      if (isStopping()) return;
      await sleep(storeRetryMs);
    }
  }
}

async function attempt(deps: MailWorkerDeps, email: ClaimedEmail): Promise<AttemptResult> {
  if (email.isLate) return { state: "given-up", reply: "It would have arrived too late." };
  const definition = deps.emails[email.kind];
  if (definition === undefined) {
    // A process of a newer release may know this kind.
    const reply = `This release cannot render emails of the kind ${email.kind}.`;
    return { state: email.isOld ? "given-up" : "waiting", reply };
  }
  if (email.about === null) {
    return {
      state: "given-up",
      reply: "It was stored before email could be sent, and is not sent.",
    };
  }
  const content = await definition.compose(email.about);
  if (content === undefined) return { state: "suppressed", reply: "The email was no longer relevant." };
  const { category } = definition;
  const recipient = await findCurrentRecipient(deps.db, { ...email, about: email.about }, category);
  if (recipient === undefined) {
    return { state: "suppressed", reply: "The recipient can no longer follow up on people." };
  }
  const addressed = { ...email, recipient };
  const blocked = await checkRecipient(deps, addressed, category);
  if (blocked !== undefined) return blocked;
  const outgoing = createOutgoingEmail(deps, addressed, category, content);
  const attributes = { "app.email.kind": email.kind };
  const delivery = await inSpan({ name: "send email", kind: SpanKind.CLIENT, attributes }, () =>
    deps.transport.deliver(outgoing),
  );
  return withoutSecrets({ ...toResult(delivery, email), written: outgoing }, content.secrets ?? []);
}

/** Masks sign-in links, so that people who read stored emails or backups cannot sign in as the recipients. */
function withoutSecrets(
  result: AttemptResult & Required<Pick<AttemptResult, "written">>,
  secrets: readonly string[],
): AttemptResult {
  const mask = (text: string): string => maskSecrets(text, secrets);
  const { to, subject, text, html } = result.written;
  return {
    ...result,
    // Mail servers quote the text that they reject.
    reply: result.reply && mask(result.reply),
    written: { to, subject: mask(subject), text: mask(text), html: mask(html) },
  };
}

/** Checks opt-outs immediately before sending, because a person can opt out while an email waits. */
async function checkRecipient(
  { db, listPostalAddressLines }: MailWorkerDeps,
  { recipient }: ClaimedEmail,
  category: EmailCategory,
): Promise<AttemptResult | undefined> {
  // RFC 2606 reserves .invalid, so a mail server would retry for days.
  if (recipient.endsWith(".invalid")) {
    return { state: "suppressed", reply: "Addresses under .invalid cannot receive email." };
  }
  if (concernsUndeliverable(category)) {
    const [mark] = await listUndeliverable(db, [recipient]);
    if (mark !== undefined) {
      return { state: "suppressed", reply: `The address is undeliverable: ${mark.reply}` };
    }
  }
  if (!isOptional(category)) return undefined;
  if (await isSuppressed(db, recipient, category)) {
    return { state: "suppressed", reply: `The recipient opted out of ${category}.` };
  }
  if (category === "announcements" && listPostalAddressLines().length === 0) {
    return { state: "given-up", reply: "An announcement requires the firm's postal address." };
  }
  return undefined;
}

function createOutgoingEmail(
  deps: MailWorkerDeps,
  email: ClaimedEmail,
  category: EmailCategory,
  content: EmailContent,
): OutgoingEmail {
  const { siteUrl, listPostalAddressLines } = deps;
  const { text, html, headers } = renderEmail(content, {
    category,
    siteUrl,
    postalAddressLines: listPostalAddressLines(),
    preferencesKey: email.preferencesKey,
  });
  return {
    messageId: `<letter.${email.id}@${new URL(siteUrl).hostname}>`,
    from: { name: practice.firmName, address: practice.email },
    to: email.recipient,
    subject: content.subject,
    text,
    html,
    headers: { ...headers, [bounceKeyHeader]: deps.bounceKeys.issue(email.id) },
    ...(content.replyTo === undefined ? {} : { replyTo: content.replyTo }),
    ...(content.calendar === undefined ? {} : { calendar: content.calendar }),
  };
}

function toResult(delivery: Delivery, { isOld, unclearAttempts }: ClaimedEmail): AttemptResult {
  switch (delivery.kind) {
    case "sent":
      return { state: "sent", reply: delivery.reply };
    case "not-sent":
      return { state: "kept", reply: null };
    case "rejected": {
      const { reply, recipientStatus: status, codes } = delivery;
      const isAddress = status !== undefined && isAddressFailure(status);
      return { state: "given-up", reply, addressStatus: isAddress ? status : undefined, codes };
    }
    case "deferred": {
      const mayHaveArrived = delivery.isUnclear && unclearAttempts + 1 >= maxUnclearAttempts;
      return {
        state: isOld || mayHaveArrived ? "given-up" : "waiting",
        reply: mayHaveArrived ? `It may have been delivered. ${delivery.reply}` : delivery.reply,
        isUnclear: delivery.isUnclear,
        codes: delivery.codes,
      };
    }
  }
}

async function storeResult(
  { db, log }: MailWorkerDeps,
  email: ClaimedEmail,
  result: AttemptResult,
): Promise<void> {
  const { state, addressStatus, codes } = result;
  const { isStored, isMarked } =
    addressStatus === undefined
      ? { isStored: await updateEmail(db, email, result), isMarked: false }
      : await storeAddressFailure(db, email, { ...result, addressStatus });
  const facts = { emailId: email.id, kind: email.kind, attempts: email.attempts };
  if (!isStored) log.warn("mail.claim_lost", facts);
  else if (state === "given-up") log.error("mail.failed", { ...facts, ...codes, isUndeliverable: isMarked });
  else if (state === "waiting") log.warn("mail.retry_scheduled", { ...facts, ...codes });
}

async function storeAddressFailure(
  db: Kysely<Database>,
  email: ClaimedEmail,
  result: AttemptResult & { addressStatus: string },
): Promise<{ isStored: boolean; isMarked: boolean }> {
  const { kind, recipient } = email;
  const { addressStatus: status, reply } = result;
  return db.transaction().execute(async (trx) => {
    const isStored = await updateEmail(trx, email, result);
    const mark = { kind, recipient, status, reply: reply ?? "" };
    return { isStored, isMarked: isStored && (await markUndeliverable(trx, mark)) };
  });
}

/** @returns false if another process has claimed the email since */
async function updateEmail(
  db: Kysely<Database>,
  email: ClaimedEmail,
  { state, reply, isUnclear = false, written }: AttemptResult,
): Promise<boolean> {
  const isOver = state !== "waiting";
  const { numUpdatedRows } = await db
    .updateTable("letters")
    .set({
      state,
      claim: null,
      claimedUntil: null,
      lastReply: reply,
      settledAt: isOver ? sql`now()` : null,
      ...(isOver
        ? {}
        : { nextTryAt: sql`now() + make_interval(secs => ${retryDelaySeconds(email.attempts)})` }),
      ...(isUnclear ? { unclearAttempts: sql`unclear_attempts + 1` } : {}),
      ...(written === undefined
        ? {}
        : { subject: written.subject, bodyText: written.text, bodyHtml: written.html }),
      ...(written === undefined || written.to === email.recipient ? {} : { recipient: written.to }),
    })
    .where("id", "=", email.id)
    .where("claim", "=", email.claim)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
