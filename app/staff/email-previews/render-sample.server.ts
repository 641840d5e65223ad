import { type FramedLetter, frameLetter } from "#app/email/rendering/render-email.server.tsx";
import type { LetterContent } from "#app/email/rendering/email-content.ts";
import { postalAddressLines } from "#content/disclosures.ts";

/** A letter to nobody in the frame of all letters. Nobody's wishes stand behind its last link. */
export function frameSample(content: LetterContent, siteUrl: string): FramedLetter {
  return frameLetter(content, { siteUrl, postalAddressLines, preferencesKey: "sample" });
}
