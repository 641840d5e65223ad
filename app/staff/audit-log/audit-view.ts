import type { AuditLine } from "#app/audit/list-audit-events.server.ts";
import { practice } from "#content/practice.ts";
import { actionNamed } from "./audit-list.ts";
import { actionPhrases, actorNames, detailNames, subjectNames } from "./audit-log.messages.ts";

/** A row of the audit log as a person reads it. */
export type AuditRow = {
  id: number;
  /** To the second, with its zone. */
  at: string;
  iso: string;
  /** “ruth@example.com signed in.” */
  sentence: string;
  /** What it was done to, and how the filter names it; undefined where it was done to nothing. */
  subject: { label: string; value: string } | undefined;
  details: readonly (readonly [name: string, value: string])[];
  from: string;
};

export function auditRow(line: AuditLine): AuditRow {
  const { id, at, subject, details, clientAddress } = line;
  return {
    id,
    at: exactly.format(at).replace(", ", " "),
    iso: at.toISOString(),
    sentence: sentenceOf(line),
    subject: subject === null ? undefined : { label: subjectLabel(subject), value: subject },
    details: Object.entries(details)
      .filter(([name]) => name !== sessionDetail)
      .map(([name, value]) => [detailName(name), String(value)]),
    from: clientAddress ?? "",
  };
}

/** What was done, in one sentence. An action of a later version of the program is named as it names it. */
export function sentenceOf({
  action,
  actorKind,
  actorEmail,
}: Pick<AuditLine, "action" | "actorKind" | "actorEmail">): string {
  const who = actorKind === "staff" ? (actorEmail ?? "An account") : actorNames[actorKind];
  const known = actionNamed(action);
  return `${who} ${known === undefined ? `did: ${action}` : actionPhrases[known]}.`;
}

/** “Letter 0d4b7f0e…”: enough to tell two apart; the whole of it stands in the address behind it. */
function subjectLabel(subject: string): string {
  const [kind = "", id = ""] = subject.split(":", 2);
  const name = Object.hasOwn(subjectNames, kind) ? subjectNames[kind] : kind;
  return `${name} ${id.length > shownCharacters ? `${id.slice(0, shownCharacters)}…` : id}`;
}

const shownCharacters = 8;

/** Tells apart what a screen does by itself again and again; to a reader it says nothing. The file for machines has it. */
const sessionDetail = "session";

function detailName(name: string): string {
  return Object.hasOwn(detailNames, name) ? (detailNames[name] ?? name) : name;
}

/** 2026-11-22 15:04:05 CST */
const exactly = new Intl.DateTimeFormat("en-CA", {
  timeZone: practice.timeZone,
  dateStyle: "short",
  timeStyle: "long",
  hourCycle: "h23",
});
