/**
 * Session storage keys for the unsent entries of each form (`form-draft.client.ts`), as listed in docs/privacy.md. Pages never load
 * third-party scripts while one of them is stored.
 */
export const draftKeys = ["pre-loi-assessment", "linkedin-live-signup"] as const;

/** Begins the keys of the drafts of staff (`app/staff/session/form-drafts.client.ts`). */
export const staffDraftPrefix = "staff-form";

export type DraftKey = (typeof draftKeys)[number];
