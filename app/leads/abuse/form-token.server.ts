import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { PurposeKeys } from "#app/platform/key-ring.server.ts";
import { tokenSigner } from "./signed-token.server.ts";

/** Nobody reads a form, fills it in and sends it in less. */
export const leastSecondsToFillIn = 2;

/** A page left open overnight still serves. */
export const formTokenHours = 24;

/** A token that a page of ours was given when it was sent. */
export type FormToken = {
  id: string;
  /** Digest of the page. */
  pageVersion: string;
  /** What its age has against it. By our clock, whatever the browser's says. */
  doubt: "too-fast" | "token" | null;
};

export type FormTokens = {
  /** @param pageVersion digits, letters, `-` and `_`, at most 64 */
  issueFormToken(form: LeadForm, pageVersion: string, now: Date): string;
  /** @returns undefined where there is none, it is none of ours, or of another form */
  readFormToken(form: LeadForm, token: string | null, now: Date): FormToken | undefined;
};

/** @param keys used only for form tokens */
export function formTokens(keys: PurposeKeys): FormTokens {
  const signer = tokenSigner(keys);
  return {
    issueFormToken: (form, pageVersion, now) => signer.issue(form, pageVersion, now).token,
    readFormToken(form, token, now) {
      const read = token === null ? undefined : signer.read(form, token);
      if (read === undefined) return undefined;
      const { id, issuedAt, text } = read;
      return { id, pageVersion: text, doubt: doubtOf(now.getTime() - issuedAt.getTime()) };
    },
  };
}

function doubtOf(ageMs: number): FormToken["doubt"] {
  if (ageMs < 0 || ageMs > formTokenHours * 3_600_000) return "token";
  return ageMs < leastSecondsToFillIn * 1_000 ? "too-fast" : null;
}
