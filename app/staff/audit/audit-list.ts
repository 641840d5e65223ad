import { type AuditAction, auditActions } from "#app/audit/audit-action.ts";
import type { AuditLogQuery } from "#app/audit/list-audit-log.server.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { pages } from "#app/pages/registry.ts";
import {
  type ListAddress,
  type ListQuery,
  type ListSpecification,
  readListAddress,
} from "#app/staff/data-table/list-url.ts";
import { practice } from "#content/practice.ts";
import { actionPhrases, auditTexts } from "./audit-log.messages.ts";
import { subjectsIn } from "./audit-subject.ts";

export type AuditFilterName = "action" | "who" | "about";
export type AuditSort = "newest" | "oldest";

export const auditList: ListSpecification<AuditFilterName, AuditSort> = {
  path: pages.auditLog.path,
  hasDays: true,
  filters: {
    action: {
      label: "What",
      choices: auditActions.map((value) => ({ value, label: capitalised(actionPhrases[value]) })),
    },
    who: {
      label: "Who",
      hint: auditTexts.whoHint,
      maximumLength: maximumLength.email,
    },
    about: { label: "About", hint: auditTexts.aboutHint, maximumLength: 200 },
  },
  sorts: [
    { value: "newest", label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
  ],
};

/** What the address of the page asks. What cannot stand under “About” is asked of nothing, and recorded nowhere. */
export function readAuditAddress(searchParams: URLSearchParams): ListAddress<AuditFilterName, AuditSort> {
  const address = readListAddress(auditList, searchParams);
  const { about, ...filters } = address.query.filters;
  if (about === undefined || subjectsIn(about) !== undefined) return address;
  return {
    ...address,
    query: { ...address.query, filters },
    problems: [...address.problems, auditTexts.aboutLeftOut(shortened(about))],
  };
}

/** What is to be said where nothing was found: whoever is asked for by a part of an address is not found by it. */
export function hintsFor({ filters }: ListQuery<AuditFilterName>, isEmpty: boolean): readonly string[] {
  const { who } = filters;
  const isAddress = who !== undefined && who !== "shell" && who !== "nobody";
  return isEmpty && isAddress ? [auditTexts.wholeAddress] : [];
}

/** What is asked of the log, as its query reads it. */
export function auditQueryOf({
  filters,
  from,
  to,
  sort,
}: ListQuery<AuditFilterName, AuditSort>): AuditLogQuery {
  const { about } = filters;
  return {
    action: actionNamed(filters.action),
    actor: filters.who?.toLowerCase(),
    // An invalid subject still filters the list and matches no entries.
    subjects: about === undefined ? undefined : (subjectsIn(about) ?? [about]),
    since: from,
    until: to,
    timeZone: practice.timeZone,
    sort,
  };
}

/** An action as the address names it; undefined where it names none. */
export function actionNamed(name: string | undefined): AuditAction | undefined {
  return auditActions.find((action) => action === name);
}

function capitalised(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
