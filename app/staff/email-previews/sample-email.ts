import type { LetterContent } from "#app/email/rendering/email-content.ts";

/** @property when the condition for sending it, if its name does not say so */
export type SampleLetter = { name: string; kind: string; when?: string; content: LetterContent };
