import type { AuditAction } from "#app/audit/audit-action.ts";
import type { AuditLine } from "#app/audit/list-audit-events.server.ts";
import { listNames, recordNames } from "./audit-details.messages.ts";
import { dayInWords, detailName, valueInWords, wordFor } from "./audit-details.ts";
import { actionNamed } from "./audit-list.ts";
import { actionPhrases, actorNames } from "./audit-log.messages.ts";

type Line = Pick<AuditLine, "action" | "actorKind" | "actorEmail" | "details">;

/** What was done, in one sentence, and which of its details are told in it. */
export type Sentence = { sentence: string; said: readonly string[] };

/** An action of a later version of the program is named as it names it. */
export function sentenceOf(line: Line): Sentence {
  const { action, actorKind, actorEmail } = line;
  const who = actorKind === "staff" ? (actorEmail ?? "An account") : actorNames[actorKind];
  const known = actionNamed(action);
  if (known === undefined) return { sentence: `${who} did: ${action}.`, said: [] };
  const told = telling[known]?.(new Map(Object.entries(line.details)));
  return { sentence: `${who} ${told?.phrase ?? actionPhrases[known]}.`, said: told?.said ?? [] };
}

type Details = ReadonlyMap<string, unknown>;
type Phrase = { phrase: string; said: readonly string[] };

/** Actions of which the details belong into the sentence. Undefined where they are not what they were expected to be. */
const telling: Partial<Record<AuditAction, (details: Details) => Phrase | undefined>> = {
  "leads-viewed": looked,
  "leads-export-begun": begun,
  "audit-export-begun": begun,
  "leads-exported": exported,
  "audit-exported": exported,
  "role-changed": changedRole,
};

/** “looked at the list of assessments” */
function looked(details: Details): Phrase | undefined {
  const list = wordFor(listNames, String(details.get("list")));
  if (list === undefined) return undefined;
  return {
    phrase: list.startsWith("all ") ? `looked at ${list}` : `looked at the list of ${list}`,
    said: ["list"],
  };
}

/** “began to export assessments (Early Stage)” */
function begun(details: Details): Phrase | undefined {
  const list = wordFor(listNames, String(details.get("list")));
  if (list === undefined) return undefined;
  const { text, said } = narrowing(details);
  return { phrase: `began to export ${list}${text}`, said: ["list", ...said] };
}

/** “exported 2 assessments (Aug 1 to Aug 31, 2026; Early Stage)” */
function exported(details: Details): Phrase | undefined {
  const record = wordFor(recordNames, String(details.get("list")));
  const records = details.get("records");
  if (record === undefined || typeof records !== "number") return undefined;
  const { text, said } = narrowing(details);
  const end = String(details.get("end"));
  const broken = end === "complete" ? "" : `; the file ${end === "given-up" ? "was given up" : "broke off"}`;
  const counted = `${records.toLocaleString("en-US")} ${records === 1 ? record : pluralOf(record)}`;
  return { phrase: `exported ${counted}${text}${broken}`, said: ["list", "records", "end", ...said] };
}

function pluralOf(record: string): string {
  return record.endsWith("y") ? `${record.slice(0, -1)}ies` : `${record}s`;
}

/** “changed the role of an account from Staff to Owner” */
function changedRole(details: Details): Phrase | undefined {
  const [from, role] = [details.get("from"), details.get("role")];
  if (typeof from !== "string" || typeof role !== "string") return undefined;
  return {
    phrase: `changed the role of an account from ${valueInWords("from", from)} to ${valueInWords("role", role)}`,
    said: ["from", "role"],
  };
}

/** What a list was narrowed down to, in brackets. What is no such thing is left to the details. */
function narrowing(details: Details): { text: string; said: string[] } {
  const [from, to] = [dayOf(details.get("from")), dayOf(details.get("to"))];
  const parts = [
    daysText(from, to),
    ...plainFilters.map((key) => {
      const value = details.get(key);
      return typeof value === "string" ? valueInWords(key, value) : undefined;
    }),
    ...typedFilters.map((key) => (details.has(key) ? lowerFirst(detailName("", key)) : undefined)),
    details.get("filter") === "none" ? "not filtered" : undefined,
    details.get("raw") === true ? "in the form for machines" : undefined,
  ].filter((part) => part !== undefined);
  return {
    text: parts.length === 0 ? "" : ` (${parts.join("; ")})`,
    said: ["from", "to", "filter", "raw", ...plainFilters, ...typedFilters],
  };
}

/** Chosen among some, so that they say what they mean. */
const plainFilters = ["level", "state", "class", "type", "action"];
/** Of what was typed, the log keeps that it was. */
const typedFilters = ["searched", "source", "page", "who", "about"];

function dayOf(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? dayInWords(value) : undefined;
}

function daysText(from: string | undefined, to: string | undefined): string | undefined {
  if (from === undefined) return to === undefined ? undefined : `until ${to}`;
  if (to === undefined) return `from ${from}`;
  if (from === to) return from;
  const year = / \d{4}$/.exec(to)?.[0] ?? "";
  return `${from.endsWith(`,${year}`) ? from.slice(0, -`,${year}`.length) : from} to ${to}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
