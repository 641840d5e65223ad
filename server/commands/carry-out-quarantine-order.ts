import { formHandlers } from "#server/form-handlers.ts";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import {
  findQuarantined,
  type QuarantinedLine,
  type QuarantinedSubmission,
  listQuarantinedLines,
  deleteQuarantined,
  getAuditSubject,
} from "#app/intake/quarantine/quarantine.server.ts";
import { type AcceptOutcome, acceptQuarantined } from "#app/intake/quarantine/accept-quarantined.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { done, refused, type Report } from "./command.ts";
import type { QuarantineOrder } from "./quarantine-order.ts";

/** Does what was asked. Letters that a release causes are carried by the server: a running one finds them within a second. */
export async function carryOutQuarantineOrder(
  given: { db: DatabaseConnection["db"]; clock: Clock; persons: PersonKeys },
  order: QuarantineOrder,
): Promise<Report> {
  const { db } = given;
  const deps = { ...given, actor, formHandlers };
  switch (order.kind) {
    case "list": {
      const { showsSenders, ...wanted } = order;
      const held = await listQuarantinedLines(db, wanted);
      if (showsSenders) {
        const details = { list: "quarantine", records: held.length };
        await recordAudit(db, { action: "leads-viewed", actor, details });
      }
      if (held.length === 0) return done(order.isReleased ? "Nothing was released." : "Nothing is held.");
      return done(held.map((line) => lineOf(line, showsSenders)).join("\n"));
    }
    case "show": {
      const held = await findQuarantined(db, order.id);
      if (held === undefined) return refused(refusals.unknown);
      const subject = getAuditSubject(deps, held);
      await recordAudit(db, { action: "person-viewed", actor, subject, details: { submission: held.id } });
      return done(describe(held));
    }
    case "release": {
      const outbox = createOutbox(() => undefined);
      const outcome = await acceptQuarantined({ ...deps, outbox }, order.id);
      return outcome.ok ? done(becameOf[outcome.became]) : refused(refusals[outcome.reason]);
    }
    case "remove":
      return (await deleteQuarantined(deps, order.id)) ? done("Removed.") : refused(refusals.unknown);
  }
}

const actor: Actor = { kind: "shell" };

const refusals = {
  unknown: "Nothing is held with that id: list shows what is.",
  released: "It was released already.",
  unreadable:
    "It was held by another version of the program, and this one cannot take it anymore: show prints what was typed.",
} as const satisfies Record<Extract<AcceptOutcome, { ok: false }>["reason"], string>;

const becameOf = {
  assessment: "Released: the assessment is stored, and the practice is told.",
  seat: "Released: there is a seat, and its owner is told.",
  waiting: "Released: there is a place on the waiting list, and its owner is told.",
  "next-date": "Released: there is no seat to take at this moment, and its owner is told of the next date.",
} as const satisfies Record<Extract<AcceptOutcome, { ok: true }>["became"], string>;

function lineOf(
  { id, reason, form, receivedAt, releasedAt, input }: QuarantinedLine,
  showsSenders: boolean,
): string {
  const columns = [id, reason, form, receivedAt.toISOString()];
  if (releasedAt !== null) columns.push(releasedAt.toISOString());
  if (showsSenders) columns.push(printable(input["name"]), printable(input["email"]));
  return columns.join("\t");
}

function describe(held: QuarantinedSubmission): string {
  const facts = [
    ["Id", held.id],
    ["Form", held.form],
    ["Reason", reasonsInWords[held.reason]],
    ["Received", held.receivedAt.toISOString()],
    ["Confirmation requested", held.confirmationRequestedAt?.toISOString()],
    ["Seat held until", held.seatHeldUntil?.toISOString()],
    ["Released", held.releasedAt?.toISOString()],
    ["Became", held.leadId],
  ] as const;
  const head = facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  return [...head, "", ...fieldsOf(held.input), "", ...fieldsOf(held.sender)].join("\n");
}

const reasonsInWords = {
  honeypot: "honeypot (a field that nobody sees was filled in; the sender was told that it was taken)",
  "too-fast": "too-fast (sent within two seconds)",
  token: "token (no valid page token)",
  replay: "replay (page token already used)",
  many: "many (one of many in a short time)",
} as const satisfies Record<QuarantinedSubmission["reason"], string>;

function fieldsOf(values: QuarantinedSubmission["input"]): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [`${printable(name)}: ${printable(value)}`],
  );
}

/** On one line, and without what would move the cursor or colour the screen: strangers wrote it. */
function printable(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.replaceAll(/\s+/g, " ").replaceAll(/\p{C}/gu, "");
}
