import { type AuditAction, auditActions } from "#app/audit/audit-action.ts";
import type { AuditLogQuery } from "#app/audit/read-audit-log.server.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { pages } from "#app/pages/registry.ts";
import type { ListQuery, ListSpecification } from "#app/staff/lists/list-address.ts";
import { practice } from "#content/practice.ts";
import { actionPhrases } from "./audit-log.messages.ts";

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
      hint: "E-mail, shell, or nobody",
      maximumLength: maximumLength.email,
    },
    about: { label: "About", hint: "As in a row, like event:…", maximumLength: 100 },
  },
  sorts: [
    { value: "newest", label: "Newest first" },
    { value: "oldest", label: "Oldest first" },
  ],
};

/** What is asked of the log, as its query reads it. */
export function auditQueryOf({
  filters,
  from,
  to,
  sort,
}: ListQuery<AuditFilterName, AuditSort>): AuditLogQuery {
  return {
    action: actionNamed(filters.action),
    actor: filters.who?.toLowerCase(),
    subject: filters.about,
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
