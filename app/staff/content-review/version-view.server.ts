import {
  compareTexts,
  createTimeBudget,
  type Piece,
  type TimeBudget,
} from "#app/compliance/archive/compare-texts.ts";
import { canApproveContent, canEditContent } from "#app/identity/accounts/permissions.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { momentIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import { type Change, isAuthor } from "#app/publishing/changes/change-store.server.ts";
import type { ChangedField } from "#app/publishing/changes/list-changed-fields.ts";
import type { Json } from "#app/publishing/documents/json.ts";
import { describePath } from "#app/staff/content-form/form-labels.ts";
import { practice } from "#content/practice.ts";
import { compareVersions } from "./compare-versions.ts";
import { changesTexts, stateNames } from "./review.messages.ts";

export type FieldChange = {
  path: string;
  label: string;
  before: readonly Piece[];
  after: readonly Piece[];
};

export type ComparisonView = {
  from: { title: string; about: string };
  to: { title: string; about: string };
  fields: readonly FieldChange[];
  count: number;
};

export type HistoryEntry = {
  id: string;
  what: string;
  at: string;
  facts: readonly string[];
  reason: string;
  /** The page with the words of a change that was not published. */
  path: string | undefined;
  /** These words, compared with the version that the change was written for. */
  words: Pick<ComparisonView, "fields" | "count"> | undefined;
};

export type AccessView = {
  canEdit: boolean;
  canApprove: boolean;
  isOwn: boolean;
  needsSecondPerson: boolean;
};

/** More than a person compares. The limit keeps the page small. */
const maxFields = 100;

export function viewAccess(
  staff: Staff,
  change: Change | undefined,
  requiresSecondPerson: boolean,
): AccessView {
  const isOwn = change !== undefined && isAuthor(change, staff.email);
  return {
    canEdit: canEditContent(staff),
    canApprove: canApproveContent(staff),
    isOwn,
    needsSecondPerson: isOwn && requiresSecondPerson,
  };
}

export function compareFields(
  name: string,
  before: Json,
  after: Json,
  budget = createTimeBudget(),
): Pick<ComparisonView, "fields" | "count"> {
  const changed = compareVersions(before, after, budget);
  return {
    count: changed.length,
    fields: changed.slice(0, maxFields).map((field) => ({
      path: field.path,
      label: describePath(name, field.path),
      ...comparePieces(field, budget),
    })),
  };
}

/** Stands for the lines between two that changed. */
const unchangedLines: Piece = { text: "\n…\n", isChanged: false };

/** The words of a field, without lines that did not change. */
function comparePieces(
  { before = "", after = "" }: ChangedField,
  budget: TimeBudget,
): Pick<FieldChange, "before" | "after"> {
  const { passages } = compareTexts(before, after, budget);
  const join = (side: "before" | "after"): Piece[] =>
    passages.flatMap((passage, index) => (index === 0 ? passage[side] : [unchangedLines, ...passage[side]]));
  return { before: join("before"), after: join("after") };
}

export function viewHistory(change: Change): Omit<HistoryEntry, "path" | "words"> {
  const { id, state, release, savedAt, reason } = change;
  return {
    id,
    what: release === null ? stateNames[state] : changesTexts.published(release),
    at: formatMoment(savedAt),
    facts: listFacts(change),
    reason,
  };
}

function listFacts(change: Change): string[] {
  const { state, author, submittedBy, decidedBy, decisionReason, earlierDecisions } = change;
  const facts = [changesTexts.byAuthor(author)];
  facts.push(...earlierDecisions.flatMap(describeEarlier));
  if (submittedBy !== null && submittedBy !== author) facts.push(changesTexts.submitted(submittedBy));
  if (decidedBy !== null) {
    const isOwn = state === "published" && isAuthor(change, decidedBy);
    facts.push(isOwn ? changesTexts.ownApproval : changesTexts.decided(state, decidedBy));
  }
  if (decisionReason !== null && decisionReason !== "") facts.push(`“${decisionReason}”`);
  return facts;
}

function describeEarlier({ at, by, reason }: Change["earlierDecisions"][number]): string[] {
  const fact = changesTexts.earlierDecision(by ?? "", formatMoment(new Date(at)));
  return reason === null || reason === "" ? [fact] : [fact, `“${reason}”`];
}

export function formatMoment(at: Date): string {
  return momentIn(practice.timeZone, at);
}

/** The abbreviation of the firm’s time zone. */
export function zoneAt(now: Date): string {
  return timeIn(practice.timeZone, now).split(" ").at(-1) ?? "";
}
