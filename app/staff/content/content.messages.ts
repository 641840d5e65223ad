export const contentTexts = {
  record: "Record",
  about: "The text of the site. An owner approves each change before it is published.",
  releases: "Releases",
  newArticle: "New article",
  pictures: "Pictures",
  groups: { page: "Pages", regulatory: "Regulatory documents", shared: "Shared parts" },
  waiting: "Waiting for approval",
  drafts: "Drafts",
  scheduled: "Scheduled",
  columns: { document: "Document", page: "Page", published: "Last published", change: "Open change" },
  severalPages: "Several pages",
  restoring: (release: number) => `Restore release ${release}`,
  noChange: "None",
  release: (number: number) => `Release ${number}`,
  by: (person: string) => `by ${person}`,
} as const;

export const documentTexts = {
  unknown: "This document does not exist.",
  unknownTitle: "Document not found",
  start: "Edit",
  save: "Save draft",
  submit: "Submit for approval",
  editAgain: "Edit again",
  draft: (revision: number) => `Draft ${revision}`,
  saved: (at: string, by: string) => `saved ${at} by ${by}`,
  live: (release: number, at: string) => `Release ${release}, live since ${at}`,
  neverPublished: "Not published yet",
  steps: "Progress",
  stepNames: { draft: "Draft", submitted: "Approval", published: "Published" },
  parts: "Sections of the document",
  changed: "Changed",
  mistakes: (count: number) => (count === 1 ? "1 error" : `${count} errors`),
  fields: "Fields",
  reason: "Reason for the change",
  reasonHint: "Shown to the approver and kept in the record.",
  reasonMissing: "Enter a reason.",
  mistakesHeading: (count: number) =>
    count === 1
      ? "1 field needs a correction before you submit"
      : `${count} fields need a correction before you submit`,
  fromBuild:
    "A new build changed this document’s file. The draft merges that change with the published version.",
  conflicts: "Two versions changed these fields. Check that the draft has the right text:",
  outdated: "Another version of the document was published after this draft was started.",
  rebase: "Update draft",
  returned: (by: string, at: string) => `Returned by ${by} on ${at}:`,
  scheduledFor: (at: string, by: string) => `Approved by ${by}. It will be published on ${at}.`,
  failure: "The scheduled publication failed.",
} as const;

export const conflictTexts = {
  heading: "Both versions",
  about: "Choose a version of each field, then save. Changes that only one of you made are kept.",
  theirs: "Use theirs",
  mine: "Keep mine",
  kept: "Yours, unchanged by your colleague:",
  closed: "What you typed",
  gone: "The field is no longer in the draft.",
  save: "Save chosen versions",
  on: "Yes",
  off: "No",
} as const;
