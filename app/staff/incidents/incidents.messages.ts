import { maxNotificationDays } from "#app/compliance/incidents/notification-clock.ts";

export const incidentTexts = {
  about:
    "Complaints from clients and leads, and incidents with personal data. Entries and notes cannot be changed or deleted.",
  aboutComplaints:
    "Complaints from clients and leads. Owners review and respond to them; you can add one. Entries cannot be changed or deleted.",
  empty: "No entries yet.",
  list: "Entries",
  columns: { entry: "Entry", kind: "Kind", discovered: "Discovered", due: "Notice due", state: "Status" },
  entry: (id: number) => `Entry ${id}`,
  older: "Older entries",
  kind: "Kind",
  chooseKind: "Choose a kind",
  description: "Description",
  entryForm: {
    heading: "Add an entry",
    day: "Discovered on",
    dayHint: `For an incident, the day on which the firm became aware of it. Notice is due within ${maxNotificationDays} days (17 CFR 248.30).`,
    descriptionHint:
      "Describe what happened and who reported it. Do not include account numbers or passwords.",
    save: "Add entry",
  },
  complaintForm: {
    heading: "Add a complaint",
    day: "Received on",
    dayHint: "The day on which a colleague first learned of it.",
    descriptionHint:
      "Describe who complained, about what, and how you learned of it. Do not include account numbers or passwords.",
    save: "Add complaint",
  },
  back: "Complaints and incidents",
  unknown: "This entry does not exist.",
  opened: (by: string, at: string) => `${by}, ${at}`,
  facts: {
    kind: "Kind",
    state: "Status",
    discovered: "Discovered on",
    due: "Notice due",
    opened: "Added by",
  },
  notes: "Notes",
  noNotes: "No notes yet.",
  addNote: "Add a note",
  note: "Note",
  state: "Status after this note",
  stateHint:
    "Choose “No notice required” only if a reasonable investigation found that substantial harm or inconvenience is not reasonably likely. Describe it in the note.",
  saveNote: "Add note",
  affected: "Affected people",
  affectedAbout:
    "Computed from the audit log: the people whose records or emails were viewed, changed or exported by an account, or from a network address. The log does not name the people in a list, so a view or an export of a list includes everyone whose data was stored then.",
  who: "Account or network address",
  whoHint: "The email address of a colleague’s account, or a network address from the audit log",
  from: "From",
  to: "To",
  find: "Find people",
  found: (record: number, list: number) =>
    `${countPeople(record)} with a viewed or exported record or email, and ${list.toLocaleString("en-US")} more in lists.`,
  lists: (viewed: number, exported: number) => `Lists: ${viewed} views, ${exported} exports.`,
  erased: (count: number) =>
    count === 0
      ? ""
      : `${countPeople(count)} whose records have since been erased, so their names are not known.`,
  addresses: "A person with several email addresses is counted once for each.",
  export: "Export CSV",
  done: { added: "Added.", noted: "Note added.", logged: "Complaint added. The owners see it on Today." },
} as const;

export const incidentErrors = {
  kind: "Choose a kind.",
  day: "Enter today’s date or an earlier date.",
  text: "Enter text of at most 4,000 characters, without invisible characters.",
  state: "Choose a status.",
  who: "Enter an email address or a network address.",
  range: "Enter a start date and an end date. The end date can’t be before the start date.",
  fields: "Nothing was saved. Check the marked fields.",
  search: "The search did not run. Check the marked fields.",
  unclear: "The request was incomplete. Please press one of the buttons again.",
  changed: "A colleague added a note while you were writing. Yours was not saved. Compare, then save again.",
} as const;

export const affectedCsvTexts = {
  headings: ["Name", "Email", "Basis", "Exported", "First access", "Last access"],
  basis: {
    record: "Record or email",
    list: "Possibly in a list",
    erased: "Erased later; identified by a code from the audit log",
  },
} as const;

function countPeople(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
}
