/**
 * Under which name each form keeps what was typed and not sent, in the storage of its tab (`form-draft.client.ts`). Named in
 * docs/privacy.md. Pages never load third-party scripts while one of them is stored.
 */
export const draftKeys = ["pre-loi-assessment", "linkedin-live-signup"] as const;

export type DraftKey = (typeof draftKeys)[number];
