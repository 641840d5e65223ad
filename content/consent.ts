/**
 * What the boxes below a form say. A receipt names the version that its sender saw, so a version that was published is never
 * edited: add another below it. `{firmName}` is filled in where it is shown. `consent.test.ts` holds their digests.
 */
export const consentWordings = {
  "2026-11-21": {
    legend: "May we stay in touch? (optional)",
    email:
      "Yes, {firmName} may e-mail me articles and invitations about planning an exit. I can unsubscribe from them.",
    phone:
      "Yes, {firmName} may call me at the number above about planning an exit. A person calls: no recordings, no texts.",
    note: "Neither is needed to send this form. You can take both back at any time: write or call us, or use the link in any e-mail.",
  },
} as const satisfies Record<string, ConsentWording>;

export type ConsentWording = { legend: string; email: string; phone: string; note: string };
export type ConsentVersion = keyof typeof consentWordings;

/** The version that forms show. */
export const currentConsentVersion: ConsentVersion = "2026-11-21";
