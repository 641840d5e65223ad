export const erasureTexts = {
  title: "Erase a person",
  owns: "First verify that the person making the request owns the email address.",
  goes: "Permanently deleted",
  addresses: (emails: readonly string[]) =>
    `Everything linked to this person’s email addresses: ${emails.join(", ")}`,
  stays: "Kept",
  stop: "An opt-out still applies. It is stored as a code that cannot be converted back to the address.",
  shared: "Visits, without a name, from a browser that another person also used to submit a form.",
  seat: "A freed seat goes to the next person on the waiting list, who is notified.",
  record: "Keep sent emails, which securities rules may require as a record (17 CFR 275.204-2(a)(7))",
  recordHint:
    "The compliance officer decides whether these emails are such a record. If so, they stay for five years from the end of the fiscal year, with the name and address that they contain, and remain visible under “Email”. They are not deleted automatically; the administrator can erase them later.",
  confirm: "Email address of this person",
  confirmMissing: "To confirm, please enter the email address of this person",
  confirmWrong: "This is not the email address of this person. Nothing was erased",
  held: "A legal hold is in effect, so no one can be erased. Tell the person when the request can be carried out, and add a note to this record.",
  holds: "Legal holds",
  refusals: {
    held: "A legal hold is in effect. Nothing was erased",
    "addresses-changed":
      "A colleague merged or separated this record in the meantime. Nothing was erased. Check the addresses above, then confirm again",
  },
  act: "Erase this person",
  keep: "Cancel",
  doneTitle: "Erased",
  done: "The person was erased.",
  quicker: "There was nothing left to erase. A colleague may have erased this person already.",
  removed: "Deleted",
  kept: "Kept",
  mailbox:
    "Still to do manually: search the firm’s mailbox, including its archive, sent mail and trash, for the address and the name.",
} as const;
