import type { AuditLine } from "#app/audit/list-audit-events.server.ts";
import { practice } from "#content/practice.ts";
import { describeDetails } from "./audit-details.server.ts";
import { subjectNames } from "./audit-log.messages.ts";
import { describeEvent } from "./audit-sentence.server.ts";

/** A row of the audit log for readers. */
export type AuditRow = {
  id: number;
  /** To the second, with its zone. */
  at: string;
  iso: string;
  /** “ruth@example.com signed in.” */
  sentence: string;
  /** The subject and its filter value; undefined without a subject. */
  subject: { label: string; value: string } | undefined;
  details: readonly (readonly [name: string, value: string])[];
  from: string;
};

export function auditRow(line: AuditLine): AuditRow {
  const { id, at, subject, clientAddress } = line;
  const { sentence, shown } = describeEvent(line);
  return {
    id,
    at: exactTime.format(at).replace(", ", " "),
    iso: at.toISOString(),
    sentence,
    subject: subject === null ? undefined : { label: subjectLabel(subject), value: subject },
    details: describeDetails(line, shown),
    from: clientAddress ?? "",
  };
}

/** “Email 0d4b7f0e…”: enough to distinguish two subjects. The link contains the whole id. */
function subjectLabel(subject: string): string {
  const [kind = "", id = ""] = subject.split(":", 2);
  const name = Object.hasOwn(subjectNames, kind) ? subjectNames[kind] : kind;
  return `${name} ${id.length > shownCharacters ? `${id.slice(0, shownCharacters)}…` : id}`;
}

const shownCharacters = 8;

/** 2026-11-22 15:04:05 CST */
const exactTime = new Intl.DateTimeFormat("en-CA", {
  timeZone: practice.timeZone,
  dateStyle: "short",
  timeStyle: "long",
  hourCycle: "h23",
});
