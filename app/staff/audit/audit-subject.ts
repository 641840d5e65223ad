import { isUuid } from "#app/platform/text/uuid.ts";
import { subjectNames } from "./audit-log.messages.ts";

/**
 * Whether a text is a subject, `<kind>:<id>`. Other texts may be a name or an email address, which must not enter the log, because its
 * entries are permanent.
 */
export function isSubject(text: string): boolean {
  const [kind = "", id = "", ...others] = text.split(":");
  return others.length === 0 && Object.hasOwn(subjectNames, kind) && (idForms[kind] ?? isUuid)(id);
}

/** Parses the subject filter: one subject, or a person's comma-separated keys under several secrets. Undefined if any is invalid. */
export function subjectsIn(text: string): readonly string[] | undefined {
  const subjects = text.split(",");
  return subjects.length <= maxSubjects && subjects.every(isSubject) ? subjects : undefined;
}

/** More than the number of secrets in any installation. */
const maxSubjects = 5;

function isNumber(id: string): boolean {
  return /^\d{1,9}$/.test(id);
}

const idForms: Readonly<Record<string, (id: string) => boolean>> = {
  // A digest (`person-keys.server.ts`).
  person: (id) => /^[\w-]{22}$/.test(id),
  claim: isNumber,
  incident: isNumber,
  hold: isNumber,
  promoter: isNumber,
  // The path of a public page.
  page: (id) => /^\/[\w./-]{0,200}$/.test(id),
  "content-picture": (id) => /^[0-9a-f]{32}$/.test(id),
  session: (id) => /^[A-Za-z0-9]{32}$/.test(id),
};
