import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { PurposeKeys } from "#app/platform/key-ring.server.ts";
import { type ConsentVersion, currentConsentVersion } from "#content/consent.ts";
import { tokenSigner } from "./signed-token.server.ts";

/** The minimum time in which a person can fill in a form. */
export const minSecondsToFillIn = 2;

/** Long enough for a page that was left open overnight. */
export const formTokenHours = 24;

/** The token that the server put into a page. */
export type FormToken = {
  id: string;
  /** Digest of the page. */
  pageVersion: string;
  /** Version of the consent wording that the page displayed, a key of `consentWordings`. */
  wordingVersion: string;
  /** The suspicion that its age causes, by the server's clock. */
  suspicion: "too-fast" | "token" | null;
};

export type FormTokens = {
  /**
   * @param pageVersion at most 53 letters, digits, `-` and `_`
   * @param wordingVersion another version only in tests
   */
  issueFormToken(form: LeadForm, pageVersion: string, now: Date, wordingVersion?: ConsentVersion): string;
  /** @returns undefined without a token, or for an unrecognized token or one of another form */
  readFormToken(form: LeadForm, token: string | null, now: Date): FormToken | undefined;
};

/** The version of the consent wording, which is a date, and the digest of the page. */
const signedText = /^(\d{4}-\d{2}-\d{2})_([\w-]+)$/;

/** @param keys used only for form tokens */
export function formTokens(keys: PurposeKeys): FormTokens {
  const signer = tokenSigner(keys);
  return {
    issueFormToken: (form, pageVersion, now, wordingVersion = currentConsentVersion) =>
      signer.issue(form, `${wordingVersion}_${pageVersion}`, now).token,
    readFormToken(form, token, now) {
      const read = token === null ? undefined : signer.read(form, token);
      if (read === undefined) return undefined;
      const { id, issuedAt, text } = read;
      const [, wordingVersion, pageVersion] = signedText.exec(text) ?? [];
      if (wordingVersion === undefined || pageVersion === undefined) return undefined;
      return {
        id,
        pageVersion,
        wordingVersion,
        suspicion: getAgeSuspicion(now.getTime() - issuedAt.getTime()),
      };
    },
  };
}

function getAgeSuspicion(ageMs: number): FormToken["suspicion"] {
  if (ageMs < 0 || ageMs > formTokenHours * 3_600_000) return "token";
  return ageMs < minSecondsToFillIn * 1_000 ? "too-fast" : null;
}
