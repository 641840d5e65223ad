import { formDraft } from "#app/intake/form/form-draft.client.ts";

/** What was typed into the assessment so far. */
export const {
  save: saveDraft,
  restore: restoreDraft,
  remove: removeDraft,
} = formDraft("pre-loi-assessment");
