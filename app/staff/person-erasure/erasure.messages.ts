export const erasureTexts = {
  title: "Erase a person",
  owns: "Make sure first that whoever asks owns the address.",
  goes: "What goes, and cannot be brought back",
  stays: "What stays",
  stop: "If this person said stop, that stays, kept so that nobody can read the address from it: nobody calls or writes to them again.",
  shared: "Visits that somebody else’s form came from too, without a name.",
  seat: "A seat that gets free goes to whoever has waited longest, and they are told.",
  record:
    "Keep the letters that were sent, as the record that securities rules can ask for (17 CFR 275.204-2(a)(7))",
  recordHint:
    "The compliance officer says whether these letters are such a record. If so they stay for five years from the end of the fiscal year, with the name and the address that stand in them, and can be read under “Letters”. They do not go by themselves: whoever runs the server then erases them with one command.",
  confirm: "Type the email address once more",
  confirmMissing: "Please type the email address of this person, so that nobody is erased by mistake",
  confirmWrong: "This is not the email address of this person. Nothing was erased",
  act: "Erase this person",
  keep: "Do not erase",
  doneTitle: "Erased",
  done: "The person was erased.",
  quicker: "There was nothing left to erase: somebody else was quicker.",
  removed: "What went",
  kept: "What stayed",
  mailbox:
    "Still to do by hand: search the practice’s own mailbox, its archive, sent mail and trash for the address and the name.",
} as const;
