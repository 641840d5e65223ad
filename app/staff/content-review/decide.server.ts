import { actorOf } from "#app/audit/audit.server.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { type Change, findChange } from "#app/publishing/changes/change-store.server.ts";
import {
  discardChange,
  type EditResult,
  rejectChange,
  type SeenChange,
} from "#app/publishing/changes/edit-changes.server.ts";
import {
  approveChange,
  type PublishDeps,
  type PublishResult,
} from "#app/publishing/publication/publish-change.server.ts";
import type { BrokenLink } from "#app/publishing/publication/capture-release.server.ts";
import { readPublishTime } from "#app/publishing/publication/publish-time.server.ts";
import type { Publishing } from "#app/publishing/publication/publishing.server.ts";
import { registerBlockingClaims } from "#app/staff/content-claims/draft-claims.server.ts";
import { type TypedDifference, withoutControls } from "#app/staff/content-form/form-fields.ts";
import type { ContentParameters } from "#app/staff/content-form/content-path.ts";
import { practice } from "#content/practice.ts";
import { refusals } from "./review.messages.ts";

/** A refusal, with what would be lost. */
export type ContentRefusal = {
  text: string;
  /** The form field with the mistake. */
  field?: "reason" | "time" | "decisionReason" | "discardReason" | undefined;
  /** The URL of the form about claims that must be decided first. */
  claims?: string | undefined;
  conflict?: { isClosed: boolean; typed: readonly TypedDifference[] } | undefined;
};

/** Actions that publish the site or decide about a colleague’s change. */
const publications: readonly string[] = ["approve", "schedule"];
const decisions: readonly string[] = [...publications, "reject"];

/** Whether an owner must carry out an action: decisions, and what concerns a change that an owner has approved. */
export function needsApprover(form: FormData, change: Change | undefined): boolean {
  const action = readText(form, "do");
  return decisions.includes(action) || (action === "discard" && change?.state === "approved");
}

/**
 * Whether an action publishes the site, which requires a recent authentication: the site contains the addresses that leads are sent to.
 */
export function isPublication(form: FormData): boolean {
  return publications.includes(readText(form, "do"));
}

export type ContentOutcome =
  | { ok: true; parameters: ContentParameters; anchor?: string | undefined }
  | { ok: false; status: 403 | 404 | 409 | 422; refusal: ContentRefusal };

export function createPublishDeps(
  services: Pick<PublishDeps, "clock" | "db" | "log"> & { publishing: Publishing },
  { staff, clientAddress }: { staff: Staff; clientAddress: string },
): PublishDeps {
  const { db, clock, log, publishing } = services;
  const { captureRelease, refresh, requiresSecondPerson } = publishing;
  return {
    db,
    clock,
    log,
    actor: actorOf(staff),
    clientAddress,
    captureRelease,
    refresh,
    requiresSecondPerson,
  };
}

/** Decides about a submitted change. Undefined if the form asks for something else. */
export async function applyDecision(
  deps: PublishDeps,
  seen: SeenChange,
  form: FormData,
): Promise<ContentOutcome | undefined> {
  const action = readText(form, "do");
  const decisionReason = readReason(form, "decisionReason");
  if (action === "reject") {
    if (decisionReason === "") {
      return refuse(422, { text: refusals.decisionReason, field: "decisionReason" });
    }
    return describe(await rejectChange(deps, seen, decisionReason), () => done("returned"));
  }
  if (action === "approve") return approve(deps, seen, { publishAt: undefined, decisionReason });
  if (action !== "schedule") return undefined;
  const publishAt = await readPublishTime(deps, readText(form, "date"), readText(form, "time"));
  if (publishAt === "past") return refuse(422, { text: refusals.time, field: "time" });
  if (publishAt === "skipped") return refuse(422, { text: refusals.skippedTime, field: "time" });
  return approve(deps, seen, { publishAt, decisionReason });
}

/** Discards a change, with the reason that a change of another person needs. */
export async function discard(deps: PublishDeps, seen: SeenChange, form: FormData): Promise<ContentOutcome> {
  const discarded = await discardChange(deps, seen, readReason(form, "discardReason"));
  if (discarded.ok) return done("discarded");
  if (discarded.reason !== "no-discard-reason") return describeRefusal(discarded);
  return refuse(422, { text: refusals["no-discard-reason"], field: "discardReason" });
}

function readReason(form: FormData, name: string): string {
  return withoutControls(readText(form, name)).trim().slice(0, maximumLength.freeText);
}

async function approve(
  deps: PublishDeps,
  seen: SeenChange,
  decision: { publishAt: Date | undefined; decisionReason: string },
): Promise<ContentOutcome> {
  const result = await approveChange(deps, seen, decision);
  if (!result.ok && result.reason === "claims") {
    const document = (await findChange(deps.db, seen.id))?.document ?? undefined;
    const claims = await registerBlockingClaims(deps, result.claims, document);
    return refuse(422, { text: refusals.claims, claims });
  }
  if (!result.ok) return describeRefusal(result);
  const { release } = result.change;
  return release === null ? done("scheduled") : { ok: true, parameters: { done: "published", release } };
}

export function done(what: string, shown: ContentParameters = {}): ContentOutcome {
  return { ok: true, parameters: { ...shown, done: what } };
}

export function refuse(status: 403 | 404 | 409 | 422, refusal: ContentRefusal): ContentOutcome {
  return { ok: false, status, refusal };
}

export function describe(result: EditResult, succeed: () => ContentOutcome): ContentOutcome {
  return result.ok ? succeed() : describeRefusal(result);
}

type Refused =
  | { reason: "changed" | "closed"; current: Change }
  | { reason: "links"; links: readonly BrokenLink[] }
  | { reason: Exclude<Extract<PublishResult, { ok: false }>["reason"], "changed" | "closed" | "links"> };

export function describeRefusal(refused: Refused, conflict?: ContentRefusal["conflict"]): ContentOutcome {
  if (refused.reason === "closed") {
    return refuse(409, { text: refusals.closed(refused.current.state), conflict });
  }
  if (refused.reason === "changed") {
    const { author, savedAt } = refused.current;
    const text =
      conflict === undefined
        ? refusals.changedDecision
        : refusals.changed(author, momentIn(practice.timeZone, savedAt));
    return refuse(409, { text, conflict });
  }
  if (refused.reason === "links") return refuse(422, { text: refusals.links(refused.links) });
  return refuse(refused.reason === "unknown" ? 404 : 422, { text: refusals[refused.reason] });
}

/** The change and revision that the form was filled in with. */
export function readSeenChange(form: FormData): SeenChange | undefined {
  const [id, revision] = [readText(form, "id"), readText(form, "revision")];
  return isUuid(id) && /^[1-9]\d{0,8}$/.test(revision) ? { id, revision: Number(revision) } : undefined;
}

export function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
