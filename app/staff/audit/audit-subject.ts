import { isUuid } from "#app/platform/uuid.ts";
import { subjectNames } from "./audit-log.messages.ts";

/**
 * Whether a text can be what a row is about: `<kind>:<id>`, as the program writes it. Whatever else is typed may be somebody's name or
 * address, and the log, which is told of what was asked of it, keeps everything for good.
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

const idForms: Readonly<Record<string, (id: string) => boolean>> = {
  // A digest (`person-keys.server.ts`).
  person: (id) => /^[\w-]{22}$/.test(id),
  session: (id) => /^[A-Za-z0-9]{32}$/.test(id),
};
