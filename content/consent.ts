/**
 * The wording beside the consent boxes of a form. Receipts cite the version that the sender saw, so a published version is never edited;
 * add a new version below it. `{firmName}` is replaced when it is displayed. `consent.test.ts` checks the digests.
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
  "2026-11-22": {
    legend: "May we stay in touch? (optional)",
    email:
      "Yes, {firmName} may email me articles and invitations about planning an exit. I can unsubscribe at any time.",
    phone:
      "Yes, {firmName} may call me at the number above about planning an exit. A person calls: no prerecorded calls, no texts.",
    note: "Neither is needed to send this form. You can take both back at any time: write or call us, or use the link in any email.",
  },
  "2026-11-23": {
    legend: "Stay in touch (optional)",
    email:
      "{firmName} may email me articles and invitations about exit planning. I can unsubscribe at any time.",
    phone:
      "{firmName} may call me about exit planning at the number above. Calls come from a person: no prerecorded calls, no texts.",
    note: "You can submit this form without checking either box, and change your mind at any time: write or call us, or use the link in any email.",
  },
} as const satisfies Record<string, ConsentWording>;

export type ConsentWording = { legend: string; email: string; phone: string; note: string };
export type ConsentVersion = keyof typeof consentWordings;

/** The version that forms show. */
export const currentConsentVersion: ConsentVersion = "2026-11-23";

/**
 * The wording beside the two consent boxes on the preference page, which every email to a visitor links to. Receipts cite the version, so
 * a published version is never edited. `consent.test.ts` checks the digests.
 */
export const preferenceWordings = {
  "2026-11-22": {
    email: {
      label: "Articles and invitations by email",
      description: "{firmName} may email me articles and invitations about planning an exit.",
    },
    phone: {
      label: "Calls",
      description:
        "{firmName} may call me about planning an exit, at the number I entered in a form. A person calls: no prerecorded calls, no texts.",
    },
  },
} as const satisfies Record<string, PreferenceWording>;

export type PreferenceWording = Record<"email" | "phone", { label: string; description: string }>;

/** The version that the preference page displays. */
export const currentPreferenceVersion: keyof typeof preferenceWordings = "2026-11-22";
