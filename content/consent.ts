/**
 * What the boxes below a form say. A receipt names the version that its sender saw, so a version that was published is never
 * edited: add another below it. `consent.test.ts` holds their digests.
 */
export const consentWordings = {
  "2026-11-21": {
    legend: "May we stay in touch? (optional)",
    email: "Yes, e-mail me articles and invitations about planning an exit. I can unsubscribe from them.",
    phone: "Yes, call me about planning an exit.",
    note: "Neither is needed to send this form, and you can take both back at any time.",
  },
} as const satisfies Record<string, ConsentWording>;

export type ConsentWording = { legend: string; email: string; phone: string; note: string };
export type ConsentVersion = keyof typeof consentWordings;

/** The version that forms show. */
export const currentConsentVersion: ConsentVersion = "2026-11-21";
