import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import {
  findEmail,
  type StoredEmail,
  type EmailLine,
  listRecentEmails,
  retryEmail,
  retryEmails,
  type RetryOutcome,
} from "#app/email/outbox/retry-emails.server.ts";
import { done, refused, type Report } from "./command.ts";
import type { LettersOrder } from "./letters-order.ts";

/** Does what was asked. Letters that are to be tried again are carried by the server: a running one finds them within a second. */
export async function carryOutLettersOrder(
  { db, persons }: { db: DatabaseConnection["db"]; persons: PersonKeys },
  order: LettersOrder,
): Promise<Report> {
  switch (order.kind) {
    case "list": {
      const { state, limit, showsRecipients } = order;
      const letters = await listRecentEmails(db, { limit, ...(state === undefined ? {} : { state }) });
      if (showsRecipients) {
        const details = { list: "letters", records: letters.length };
        await recordAudit(db, { action: "leads-viewed", actor, details });
      }
      if (letters.length === 0) return done("There are no such letters.");
      return done(letters.map((letter) => lineOf(letter, showsRecipients)).join("\n"));
    }
    case "show": {
      const letter = await findEmail(db, order.id);
      if (letter === undefined) return refused(refusals.unknown);
      const subject = persons.subjectOf(letter.recipient);
      await recordAudit(db, { action: "letter-viewed", actor, subject, details: { letter: letter.id } });
      return order.asHtml && letter.bodyHtml !== null ? done(letter.bodyHtml) : done(describe(letter));
    }
    case "retry": {
      const outcome = await retryEmail({ db, actor }, order.id);
      return outcome.ok ? done(triedAgain(1)) : refused(refusals[outcome.reason]);
    }
    case "retry-all":
      return done(triedAgain(await retryEmails({ db, actor }, order.state)));
  }
}

const actor: Actor = { kind: "shell" };

const refusals = {
  unknown: "There is no letter with that id: list shows them.",
  waiting: "It is waiting for its next try already.",
  sending: "It is under way at this moment.",
  sent: "It was sent, and is not sent twice.",
} as const satisfies Record<Extract<RetryOutcome, { ok: false }>["reason"], string>;

function triedAgain(count: number): string {
  if (count === 0) return "There is none to try again.";
  const what = count === 1 ? "1 letter is" : `${count} letters are`;
  return `${what} tried again: by a running server within a second, else when one starts.`;
}

function lineOf(letter: EmailLine, showsRecipients: boolean): string {
  const { id, state, kind, recipient, attempts, createdAt, lastReply } = letter;
  const reply = printable(lastReply ?? "");
  // Mail servers like to repeat the address in what they say.
  const said = showsRecipients ? reply : reply.replaceAll(/[^\s<>"]+@[^\s<>"]+/g, "…");
  const columns = [id, state, kind, `${attempts}`, createdAt.toISOString(), said];
  return (showsRecipients ? [...columns, printable(recipient)] : columns).join("\t");
}

function describe(letter: StoredEmail): string {
  const facts = [
    ["Id", letter.id],
    ["Kind", letter.kind],
    ["State", letter.state],
    ["Created", letter.createdAt.toISOString()],
    ["Attempts", attemptsOf(letter)],
    [letter.state === "waiting" ? "Next try" : "Settled", momentOf(letter)?.toISOString()],
    ["Last reply", letter.lastReply ?? undefined],
    ["To", letter.recipient],
    ["Subject", letter.subject ?? undefined],
  ] as const;
  const head = facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${printable(value)}`],
  );
  return [...head, "", letter.bodyText === null ? whyUnwritten(letter) : printableText(letter.bodyText)].join(
    "\n",
  );
}

function attemptsOf({ attempts, unclearAttempts }: StoredEmail): string {
  if (unclearAttempts === 0) return `${attempts}`;
  return `${attempts}, of which ${unclearAttempts} may have arrived without our learning of it`;
}

function momentOf({ state, nextTryAt, settledAt }: StoredEmail): Date | undefined {
  return state === "waiting" ? nextTryAt : (settledAt ?? undefined);
}

function whyUnwritten({ attempts }: StoredEmail): string {
  if (attempts === 0) return "It was never tried. What a letter says is written when it is first tried.";
  return "It was tried and not written: the last reply says why.";
}

/** On one line, and without what would move the cursor or colour the screen: part of it comes from strangers. */
function printable(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/\p{C}/gu, "");
}

function printableText(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, "");
}
