import { type Kysely, type RawBuilder, sql } from "kysely";
import { databaseNow } from "#app/data/rate-limits/rate-limits.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailState } from "#app/data/schema/letters.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import type { Traffic } from "#app/platform/traffic.ts";
import { practice } from "#content/practice.ts";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import { maskSecrets } from "#app/email/rendering/mask-secrets.ts";
import type { Composers, EmailContent } from "#app/email/rendering/email-content.ts";
import { summarizeNotifications } from "#app/email/outbox/firm-notifications.server.ts";
import { isSuppressed } from "#app/email/outbox/suppressions.server.ts";
import {
  type ClaimedEmail,
  claimEmails,
  claimSeconds,
  prolongClaims,
  releaseLeftClaims,
} from "./claim-emails.server.ts";
import type { Delivery, OutgoingEmail, Transport } from "./mail-transport.ts";

export type MailWorkerDeps = {
  db: Kysely<Database>;
  log: Log;
  transport: Transport;
  composers: Composers;
  /** Without a slash at the end. */
  siteUrl: string;
  /** Letters give way to people. */
  traffic: Pick<Traffic, "isBusy">;
  /** The database clock for due times and hourly limits. Only tests set it. */
  databaseNow?: () => RawBuilder<Date>;
  /** What stands below every letter. Without it no announcement leaves (15 U.S.C. 7704(a)(5)). */
  postalAddressLines: readonly string[];
};

/** Carries letters. Every server process has one; a letter is in the hand of one of them at a time. */
export type MailWorker = {
  /** Looks for letters now instead of within a second. */
  wake(): void;
  /** Takes no more letters, and waits a little for those in hand. */
  stop(): Promise<void>;
};

/** How many letters are under way at once: as many connections as a mail server readily grants. */
const mostInHand = 5;
const lookEveryMs = 1_000;
const signOfLifeEveryMs = 5_000;
/** How long letters in hand may take when the program stops; whatever is left is tried again by the next. */
const patienceMs = 7_000;
const lastPatienceMs = 1_000;
/** So often may a letter have arrived before it is given up: more copies would be worse than none. */
const mostUnclearAttempts = 4;

const longestPauseSeconds = 1_800;
/** How long letters wait for the end of the requests under way, and how often they look. */
const longestCourtesyMs = 250;
const courtesyMs = 10;
/** Between two attempts to write down how a letter ended. */
const settleAgainMs = 500;

/** Starts carrying, at once and from then on. */
export function startMailWorker(deps: MailWorkerDeps): MailWorker {
  const { db, log } = deps;
  const now = (): RawBuilder<Date> => deps.databaseNow?.() ?? databaseNow;
  const inHand = new Map<string, Promise<void>>();
  let isStopping = false;
  let releaseFrom = 0;
  const onError = (error: unknown, inARow: number): void => {
    if (inARow === 1) log.warn("mail.claim_failed", { error });
    // Whoever has letters in hand could say no more than we could, and gets the time to do so now.
    releaseFrom = performance.now() + claimSeconds * 1_000;
  };

  const rounds = repeat({
    pauseMs: lookEveryMs,
    onError,
    async run() {
      const free = mostInHand - inHand.size;
      if (free === 0) return;
      await giveWay(deps.traffic);
      const letters = await claimEmails(db, free, now());
      for (const letter of letters) {
        const carrying = carry(deps, letter, () => isStopping).finally(() => {
          inHand.delete(letter.claim);
          // There are more, perhaps many.
          if (letters.length === free) rounds.hurry();
        });
        inHand.set(letter.claim, carrying);
      }
    },
  });

  const signsOfLife = repeat({
    pauseMs: signOfLifeEveryMs,
    onError,
    async run() {
      if (inHand.size > 0) await prolongClaims(db, [...inHand.keys()]);
      const summarized = await summarizeNotifications(db, now());
      if (summarized > 0) log.info("mail.notifications_summarized", { notifications: summarized });
      if (performance.now() < releaseFrom) return;
      const left = await releaseLeftClaims(db);
      if (left > 0) log.warn("mail.claims_expired", { letters: left });
    },
  });

  return {
    wake: () => rounds.hurry(),
    async stop() {
      await rounds.stop();
      isStopping = true;
      const settled = Promise.all(inHand.values());
      await Promise.race([settled, sleep(patienceMs)]);
      // What still hangs ends now, and can be written down while the database is there.
      deps.transport.close();
      await Promise.race([settled, sleep(lastPatienceMs)]);
      await signsOfLife.stop();
    },
  };
}

/** Writing a letter takes the processor from whoever waits for an answer; but not for ever. */
async function giveWay(traffic: Pick<Traffic, "isBusy">): Promise<void> {
  const until = performance.now() + longestCourtesyMs;
  while (traffic.isBusy() && performance.now() < until) {
    await sleep(courtesyMs);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** How an attempt ended, and what is written down of it. */
type Ending = {
  state: EmailState;
  reply: string | null;
  isUnclear?: boolean;
  written?: { subject: string; text: string; html: string };
};

async function carry(deps: MailWorkerDeps, letter: ClaimedEmail, isStopping: () => boolean): Promise<void> {
  const ending = await attempt(deps, letter).catch((error: unknown): Ending => {
    deps.log.error("mail.render_failed", { letterId: letter.id, kind: letter.kind, error });
    return { state: letter.isOld ? "given-up" : "waiting", reply: "It could not be written; see the log." };
  });
  await settleWhateverHappens(deps, letter, ending, isStopping);
}

/** A letter that has left must not leave again because the database was away for a moment. */
async function settleWhateverHappens(
  deps: MailWorkerDeps,
  letter: ClaimedEmail,
  ending: Ending,
  isStopping: () => boolean,
): Promise<void> {
  for (let times = 0; ; times += 1) {
    try {
      return await settle(deps, letter, ending);
    } catch (error) {
      if (times === 0) {
        deps.log.warn("mail.result_not_stored", { letterId: letter.id, error });
      }
      if (isStopping()) return;
      await sleep(settleAgainMs);
    }
  }
}

async function attempt(deps: MailWorkerDeps, letter: ClaimedEmail): Promise<Ending> {
  if (letter.isLate) return { state: "given-up", reply: "It would have come too late." };
  const compose = deps.composers[letter.kind];
  if (compose === undefined) {
    // Another process, of a newer program, may know it.
    const reply = `Nobody here writes letters of the kind ${letter.kind}.`;
    return { state: letter.isOld ? "given-up" : "waiting", reply };
  }
  if (letter.about === null) {
    return {
      state: "given-up",
      reply: "It is from before letters were sent, and is kept as it was written.",
    };
  }
  const content = await compose(letter.about);
  if (content === undefined) return { state: "suppressed", reply: "It was no longer true." };
  const objection = await objectionTo(deps, letter, content);
  if (objection !== undefined) return objection;
  const outgoing = address(deps, letter, content);
  const delivery = await deps.transport.deliver(outgoing);
  return withoutSecrets({ ...endingOf(delivery, letter), written: outgoing }, content.secrets ?? []);
}

/** Whoever reads letters, in the database, a backup or the shell, is not to sign in as their recipients. */
function withoutSecrets(
  ending: Ending & Required<Pick<Ending, "written">>,
  secrets: readonly string[],
): Ending {
  const mask = (text: string): string => maskSecrets(text, secrets);
  const { subject, text, html } = ending.written;
  return {
    ...ending,
    // Mail servers quote what they object to.
    reply: ending.reply && mask(ending.reply),
    written: { subject: mask(subject), text: mask(text), html: mask(html) },
  };
}

/** Asked at the last moment, because a mind can change while a letter waits. */
async function objectionTo(
  { db, postalAddressLines }: MailWorkerDeps,
  { recipient }: ClaimedEmail,
  { topic }: EmailContent,
): Promise<Ending | undefined> {
  // RFC 2606: it would go round until the mail server gives up.
  if (recipient.endsWith(".invalid")) {
    return { state: "suppressed", reply: "Nobody can have a mailbox under .invalid." };
  }
  if (topic === "essential") return undefined;
  if (await isSuppressed(db, recipient, topic)) {
    return { state: "suppressed", reply: `Its recipient wants no ${topic}.` };
  }
  if (topic === "announcements" && postalAddressLines.length === 0) {
    return { state: "given-up", reply: "An announcement needs the practice's postal address." };
  }
  return undefined;
}

function address(deps: MailWorkerDeps, letter: ClaimedEmail, content: EmailContent): OutgoingEmail {
  const { siteUrl, postalAddressLines } = deps;
  const { text, html, headers } = renderEmail(content, {
    siteUrl,
    postalAddressLines,
    preferencesKey: letter.preferencesKey,
  });
  return {
    messageId: `<letter.${letter.id}@${new URL(siteUrl).hostname}>`,
    from: { name: practice.firmName, address: practice.email },
    to: letter.recipient,
    subject: content.subject,
    text,
    html,
    headers,
    ...(content.replyTo === undefined ? {} : { replyTo: content.replyTo }),
    ...(content.calendar === undefined ? {} : { calendar: content.calendar }),
  };
}

function endingOf(delivery: Delivery, { isOld, unclearAttempts }: ClaimedEmail): Ending {
  switch (delivery.kind) {
    case "sent":
      return { state: "sent", reply: delivery.reply };
    case "kept":
      return { state: "kept", reply: null };
    case "refused":
      return { state: "given-up", reply: delivery.reply };
    case "failed": {
      const mayHaveArrived = delivery.isUnclear && unclearAttempts + 1 >= mostUnclearAttempts;
      return {
        state: isOld || mayHaveArrived ? "given-up" : "waiting",
        reply: mayHaveArrived ? `It may well have arrived. ${delivery.reply}` : delivery.reply,
        isUnclear: delivery.isUnclear,
      };
    }
  }
}

async function settle({ db, log }: MailWorkerDeps, letter: ClaimedEmail, ending: Ending): Promise<void> {
  const { state, reply, isUnclear = false, written } = ending;
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
        : { nextTryAt: sql`now() + make_interval(secs => ${retryDelaySeconds(letter.attempts)})` }),
      ...(isUnclear ? { unclearAttempts: sql`unclear_attempts + 1` } : {}),
      ...(written === undefined
        ? {}
        : { subject: written.subject, bodyText: written.text, bodyHtml: written.html }),
    })
    .where("id", "=", letter.id)
    .where("claim", "=", letter.claim)
    .executeTakeFirstOrThrow();
  const facts = { letterId: letter.id, kind: letter.kind, attempts: letter.attempts };
  if (numUpdatedRows === 0n) log.warn("mail.claim_lost", facts);
  else if (state === "given-up") log.error("mail.failed", facts);
  else if (state === "waiting") log.warn("mail.retry_scheduled", facts);
}

/** 5, 10, 20 seconds and so on, up to half an hour, and never many at the same moment. */
export function retryDelaySeconds(attempts: number, chance = Math.random()): number {
  const pause = Math.min(5 * 2 ** (attempts - 1), longestPauseSeconds);
  return pause * (0.75 + chance / 2);
}
