import { type FramedLetter, frameLetter } from "#app/mail/frame.server.tsx";
import type { LetterContent } from "#app/mail/letter.ts";
import { postalAddressLines } from "#content/disclosures.ts";

/** A letter to nobody in the frame of all letters. Nobody's wishes stand behind its last link. */
export function frameSample(content: LetterContent, siteUrl: string): FramedLetter {
  return frameLetter(content, { siteUrl, postalAddressLines, preferencesKey: "sample" });
}
