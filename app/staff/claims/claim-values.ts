import { maxClaimsPerDecision } from "#app/compliance/claims/claim-limits.ts";
import type { Decision, SeenClaim } from "#app/compliance/claims/decide-claims.server.ts";
import { hasInvisibleCharacters } from "#app/intake/form/contact.schema.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { isWebUrl } from "#app/platform/text/web-url.ts";
import { claimErrors } from "./claims.messages.ts";
import { claimField } from "#app/staff/paths/record-path.ts";

/** The fields of the forms, as typed. */
export const decisionFields = [
  "evidenceUrl",
  "evidenceNote",
  "evidenceFile",
  "asOf",
  "expiresOn",
  "reason",
] as const;
export type DecisionField = (typeof decisionFields)[number];
export type DecisionValues = Record<DecisionField, string>;
export type DecisionErrors = Partial<Record<DecisionField, string>>;

/** The field with an uploaded file. `evidenceFile` has the hash of one that was stored with an earlier submission of the form. */
export const uploadField = "evidenceUpload";

/** The name of the buttons. */
export const choiceField = "decision";
export type Choice = Decision["decision"];

export const noValues: DecisionValues = {
  evidenceUrl: "",
  evidenceNote: "",
  evidenceFile: "",
  asOf: "",
  expiresOn: "",
  reason: "",
};

/** Reads the form without validating it. Longer texts than any valid one are truncated. */
export function readDecisionValues(form: FormData): DecisionValues {
  const read = (field: DecisionField): string => {
    const value = form.get(field);
    if (typeof value !== "string") return "";
    // Browsers send a line break as two characters.
    const text = value.replaceAll("\r\n", "\n").trim();
    return text.slice(0, 2 * maximumLength.freeText);
  };
  return {
    evidenceUrl: read("evidenceUrl"),
    evidenceNote: read("evidenceNote"),
    evidenceFile: read("evidenceFile"),
    asOf: read("asOf"),
    expiresOn: read("expiresOn"),
    reason: read("reason"),
  };
}

export function readChoice(form: FormData): Choice | undefined {
  return (["bound", "waived"] as const).find((choice) => choice === form.get(choiceField));
}

/** Writes a claim with the revision that the form displays. */
export function serializeSeen({ id, revision }: SeenClaim): string {
  return `${id}.${revision}`;
}

/** The claims that a form is about. @returns undefined if it names none, too many, or something else */
export function readSeen(form: FormData): SeenClaim[] | undefined {
  const texts = form.getAll(claimField);
  const seen = texts.map((text) => /^(\d{1,9})\.(\d{1,9})$/.exec(typeof text === "string" ? text : ""));
  const isValid = texts.length > 0 && texts.length <= maxClaimsPerDecision && !seen.includes(null);
  return isValid
    ? seen.map((match) => ({ id: Number(match?.[1]), revision: Number(match?.[2]) }))
    : undefined;
}

/** @param today ISO date in the firm's time zone */
export function parseDecision(
  values: DecisionValues,
  { choice, today }: { choice: Choice; today: string },
): { ok: true; value: Decision } | { ok: false; errors: DecisionErrors } {
  const errors = choice === "bound" ? checkEvidence(values, today) : checkReason(values);
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const { evidenceUrl, evidenceNote, evidenceFile, asOf, expiresOn, reason } = values;
  return {
    ok: true,
    value:
      choice === "bound"
        ? {
            decision: "bound",
            evidenceUrl: evidenceUrl === "" ? null : evidenceUrl,
            evidenceNote: evidenceNote === "" ? null : evidenceNote,
            evidenceFile: evidenceFile === "" ? null : evidenceFile,
            asOf,
            expiresOn,
          }
        : { decision: "waived", reason },
  };
}

function checkReason({ reason }: DecisionValues): DecisionErrors {
  if (reason === "") return { reason: claimErrors.reason };
  return isText(reason) ? {} : { reason: claimErrors.text };
}

function checkEvidence(values: DecisionValues, today: string): DecisionErrors {
  const { evidenceUrl, evidenceNote, evidenceFile, asOf } = values;
  const hasUrl = evidenceUrl === "" || isWebUrl(evidenceUrl);
  const hasNone = evidenceUrl + evidenceNote + evidenceFile === "";
  return {
    ...(hasUrl ? {} : { evidenceUrl: claimErrors.url }),
    ...(hasNone ? { evidenceUrl: claimErrors.evidence } : {}),
    ...(isText(evidenceNote) ? {} : { evidenceNote: claimErrors.text }),
    ...checkAsOf(asOf, today),
    ...checkExpiry(values, today),
  };
}

function checkAsOf(asOf: string, today: string): DecisionErrors {
  if (!isDay(asOf)) return { asOf: claimErrors.asOf };
  return asOf > today ? { asOf: claimErrors.asOfFuture } : {};
}

function checkExpiry({ asOf, expiresOn }: DecisionValues, today: string): DecisionErrors {
  if (!isDay(expiresOn)) return { expiresOn: claimErrors.expires };
  if (isDay(asOf) && expiresOn < asOf) return { expiresOn: claimErrors.expiresBefore };
  return expiresOn < today ? { expiresOn: claimErrors.expired } : {};
}

function isText(text: string): boolean {
  return text.length <= maximumLength.freeText && !hasInvisibleCharacters(text);
}
