import { type AuditLine, listAuditEvents } from "#app/audit/list-audit-events.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { practice } from "#content/practice.ts";
import type { AuditOrder } from "./audit-order.ts";
import { done, type Report } from "./command.ts";

type Deps = {
  db: DatabaseConnection["db"];
  /** Only for who asks after a person: it needs the program's secret. */
  persons: () => Promise<PersonKeys>;
};

/** Does what was asked. */
export async function carryOutAuditOrder({ db, persons }: Deps, order: AuditOrder): Promise<Report> {
  const { person, limit, asJson, ...asked } = order;
  const subjects = person === undefined ? undefined : (await persons()).subjectsOf(person);
  const found = await listAuditEvents(db, {
    ...asked,
    subjects,
    timeZone: practice.timeZone,
    // One more than is shown tells whether there are more.
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  if (asJson) return done(JSON.stringify(shown, null, 2));
  if (shown.length === 0) return done("There are no such entries.");
  const lines = shown.map(lineOf);
  const last = shown.at(-1);
  if (found.length > shown.length && last !== undefined) {
    lines.push(`There are more: --before ${last.id} lists those that are older.`);
  }
  return done(lines.join("\n"));
}

/** Always the same columns, so that programs can cut it. */
function lineOf(line: AuditLine): string {
  const { id, at, action, subject, details, clientAddress } = line;
  const columns = [`${id}`, momentFormat.format(at), action, actorOf(line), subject, wordsOf(details)];
  return [...columns, clientAddress].map((column) => printable(column ?? "") || "-").join("\t");
}

function actorOf({ actorKind, actorEmail }: AuditLine): string {
  return actorEmail ?? actorKind;
}

/** “list assessments, records 12” */
function wordsOf(details: object): string {
  return Object.entries(details)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ");
}

/** 2026-11-22, 15:04:05 CST: by the practice's clocks, and with their zone. */
const momentFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: practice.timeZone,
  dateStyle: "short",
  timeStyle: "long",
  hourCycle: "h23",
});

/** On one line, and without what would move the cursor or colour the screen. */
function printable(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/\p{C}/gu, "");
}
