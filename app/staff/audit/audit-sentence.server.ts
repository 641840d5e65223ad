import { shortDate } from "#app/platform/calendar/long-date.ts";
import { actionPhrases } from "#app/audit/audit-action.messages.ts";
import type { AuditAction } from "#app/audit/audit-action.ts";
import type { AuditLine } from "#app/audit/list-audit-events.server.ts";
import { countRows } from "#app/staff/export-button/exports.messages.ts";
import { describeValue, detailName, findAction } from "./audit-details.server.ts";
import { actorNames } from "./audit-log.messages.ts";
import { choiceFilters, describeRows, findRowNouns, textFilters } from "./list-wording.server.ts";

type Line = Pick<AuditLine, "action" | "actorKind" | "actorEmail" | "details">;

/** Who did what, in one sentence, and the details that it contains. */
type Sentence = { sentence: string; shown: readonly string[] };

/** An action of another version of the program appears under its stored name. */
export function describeEvent(line: Line): Sentence {
  const { action, actorKind, actorEmail } = line;
  const who = actorKind === "staff" ? (actorEmail ?? "An account") : actorNames[actorKind];
  const known = findAction(action);
  if (known === undefined) return { sentence: `${who} did: ${action}.`, shown: [] };
  const special = phrasesWithDetails[known]?.(new Map(Object.entries(line.details)));
  return { sentence: `${who} ${special?.phrase ?? actionPhrases[known]}.`, shown: special?.shown ?? [] };
}

type Details = ReadonlyMap<string, unknown>;
type Phrase = { phrase: string; shown: readonly string[] };

/** Actions whose sentence contains details. Undefined if the details are not as expected. */
const phrasesWithDetails: Partial<Record<AuditAction, (details: Details) => Phrase | undefined>> = {
  "leads-viewed": viewed,
  "leads-export-begun": startedExport,
  "audit-export-begun": startedExport,
  "leads-exported": exported,
  "audit-exported": exported,
  "role-changed": changedRole,
};

/** “viewed the list of assessments” */
function viewed(details: Details): Phrase | undefined {
  const list = details.get("list");
  if (typeof list !== "string") return undefined;
  const rows = describeRows(list);
  return {
    phrase: rows.startsWith("all ") ? `viewed ${rows}` : `viewed the list of ${rows}`,
    shown: ["list"],
  };
}

/** “started an export of assessments (Early Stage)” */
function startedExport(details: Details): Phrase | undefined {
  const list = details.get("list");
  if (typeof list !== "string") return undefined;
  const { text, shown } = describeFilters(details);
  return { phrase: `started an export of ${describeRows(list)}${text}`, shown: ["list", ...shown] };
}

/** “exported 2 assessments (Aug 1 to Aug 31, 2026; Early Stage)” */
function exported(details: Details): Phrase | undefined {
  const list = details.get("list");
  const records = details.get("records");
  if (typeof list !== "string" || typeof records !== "number") return undefined;
  const { text, shown } = describeFilters(details);
  const end = String(details.get("end"));
  const failure = end === "complete" ? "" : `; the export ${earlyEnds.get(end) ?? "failed"}`;
  return {
    phrase: `exported ${countRows(records, findRowNouns(list))}${text}${failure}`,
    shown: ["list", "records", "end", ...shown],
  };
}

/** How an export ended early without a fault. */
const earlyEnds: ReadonlyMap<string, string> = new Map([
  ["given-up", "was canceled"],
  ["access-ended", "was stopped because access ended"],
]);

/** “changed the role of an account from Staff to Owner” */
function changedRole(details: Details): Phrase | undefined {
  const [from, role] = [details.get("from"), details.get("role")];
  if (typeof from !== "string" || typeof role !== "string") return undefined;
  return {
    phrase: `changed the role of an account from ${describeValue("from", from)} to ${describeValue("role", role)}`,
    shown: ["from", "role"],
  };
}

/** The filters of an export, in parentheses. Other details follow the sentence. */
function describeFilters(details: Details): { text: string; shown: string[] } {
  const [from, to] = [readDay(details.get("from")), readDay(details.get("to"))];
  const parts = [
    describeDays(from, to),
    ...choiceFilters.map((key) => {
      const value = details.get(key);
      return typeof value === "string" ? describeValue(key, value) : undefined;
    }),
    ...textFilters.map((key) => (details.has(key) ? lowerFirst(detailName("", key)) : undefined)),
    details.get("filter") === "none" ? "not filtered" : undefined,
    details.get("raw") === true ? "raw variant" : undefined,
  ].filter((part) => part !== undefined);
  return {
    text: parts.length === 0 ? "" : ` (${parts.join("; ")})`,
    shown: ["from", "to", "filter", "raw", ...choiceFilters, ...textFilters],
  };
}

function readDay(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? shortDate(value) : undefined;
}

function describeDays(from: string | undefined, to: string | undefined): string | undefined {
  if (from === undefined) return to === undefined ? undefined : `until ${to}`;
  if (to === undefined) return `from ${from}`;
  if (from === to) return from;
  const year = / \d{4}$/.exec(to)?.[0] ?? "";
  return `${from.endsWith(`,${year}`) ? from.slice(0, -`,${year}`.length) : from} to ${to}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
