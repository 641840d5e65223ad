import { recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { DatabaseConnection } from "#app/data/connect.server.ts";
import type { ConsentChannel } from "#app/data/schema/consent-withdrawals.ts";
import { erasePerson, type Erasure } from "#app/leads/person/erase-person.server.ts";
import { exportPerson, holdsAnything, type PersonExport } from "#app/leads/person/export-person.server.ts";
import { withdrawConsent } from "#app/leads/submission/withdraw-consent.server.ts";
import { createOutbox } from "#app/mail/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { done, refused, type Report } from "./command.ts";
import type { PersonOrder } from "./person-order.ts";

/** Does what was asked. Letters to whoever moves up are carried by the server: a running one finds them within a second. */
export async function carryOutPersonOrder(
  given: { db: DatabaseConnection["db"]; clock: Clock; persons: PersonKeys },
  order: PersonOrder,
): Promise<Report> {
  const { db, clock, persons } = given;
  const actor = { kind: "shell" } as const;
  const person = await exportPerson({ db, clock }, order.email);
  if (order.kind === "withdraw") {
    await withdrawConsent({ ...given, actor }, order.email, order.channels);
    return done(withdrawnLines(order.channels, holdsAnything(person)).join("\n"));
  }
  // Most likely a slip of the keys: an empty answer could pass for the truth about somebody else.
  if (!holdsAnything(person)) return refused("Nothing is held about that address.");
  if (order.kind === "export") {
    const subject = persons.subjectOf(order.email);
    // Before anybody reads it.
    await recordAudit(db, { action: "person-exported", actor, subject, details: countsOf(person) });
    return done(JSON.stringify(person, null, 2));
  }
  const deps = { ...given, actor, outbox: createOutbox(() => undefined) };
  const erasure = await erasePerson(deps, order.email, order);
  return done([...removedLines(erasure), ...keptLines(erasure, order.keepsLetters)].join("\n"));
}

/** How many records of each kind went out. */
function countsOf(person: PersonExport): Record<string, number> {
  const lists = Object.entries(person).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value.length] as const] : [],
  );
  return Object.fromEntries(lists);
}

/** Recorded for an unknown address as well: who says stop is believed, and may be known to the practice from elsewhere. */
function withdrawnLines(channels: readonly ConsentChannel[], isKnown: boolean): string[] {
  const now = {
    email:
      "By e-mail: no articles and invitations any more. Reminders of events and word of the next date are stopped with them; what is owed to whoever holds a place still goes.",
    phone:
      "By phone: no calls any more. Tell whoever calls: letters that went to the practice before say otherwise.",
  } satisfies Record<ConsentChannel, string>;
  const slip = "Nothing else is held about that address. See whether it is the one that was given to us.";
  return [
    "Taken back, and recorded:",
    ...channels.map((channel) => `  ${now[channel]}`),
    ...(isKnown ? [] : [slip]),
  ];
}

function removedLines({ removed }: Erasure): string[] {
  const rows = Object.entries(removed).map(([table, count]) => `  ${table}: ${count}`);
  return ["Removed, in rows by table:", ...rows];
}

/** The exceptions of docs/privacy.md, "What stays after an erasure", as far as they were made use of. */
function keptLines({ kept }: Erasure, keepsLetters: boolean): string[] {
  const lines = [
    keepsLetters && kept.letters > 0
      ? `letters: ${kept.letters}, as the record of what was sent (17 CFR 275.204-2(a)(7): five years from the end of the fiscal year). Erase again without --keep-letters once the compliance officer says so.`
      : undefined,
    keepsLetters && kept.lettersUnderWay > 0
      ? `Of these letters ${kept.lettersUnderWay} ${kept.lettersUnderWay === 1 ? "is" : "are"} under way at this moment: erase again in some minutes, with --keep-letters, so that what did not leave goes.`
      : undefined,
    kept.suppressions > 0
      ? `letter_suppressions: ${kept.suppressions}, under a digest of the address: whoever opted out is not written to, after an erasure either.`
      : undefined,
    kept.withdrawals > 0
      ? `consent_withdrawals: ${kept.withdrawals}, under a digest of the address: whoever said stop is not called or written to, after an erasure either.`
      : undefined,
    kept.sharedVisits > 0
      ? `visitors: ${kept.sharedVisits} without a name, from a browser with which somebody else sent a form too.`
      : undefined,
    "rate_limits, spent_tokens: digests from which nobody can be read, for a day and for a week.",
    "Outside this system: backups, until they are replaced, and mailboxes, those of the practice among them.",
    "audit_events: what was done with this person’s data, this erasure included, under a digest that nobody can read.",
  ];
  return ["Kept:", ...lines.flatMap((line) => (line === undefined ? [] : [`  ${line}`]))];
}
