import type { EmailContent } from "#app/email/rendering/email-content.ts";

/** @property when the condition for sending it, if its name does not say so */
export type SampleEmail = { name: string; kind: string; when?: string; content: EmailContent };
