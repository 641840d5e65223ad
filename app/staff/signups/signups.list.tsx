import type { Signup, SignupQuery } from "#app/events/lists/list-signups.server.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import {
  dateColumn,
  emailColumn,
  leadExport,
  leadSearch,
  nameColumn,
} from "#app/staff/data-table/lead-columns.tsx";
import { defineList } from "#app/staff/data-table/list-definition.ts";
import { missingTexts, sortTexts } from "#app/staff/data-table/list.messages.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { LongText } from "#app/ui/long-text.tsx";
import { practice } from "#content/practice.ts";

/** Specification sections 2, 7 and 8. */
export const signupList = defineList<Signup, SignupQuery>()({
  name: "signups",
  path: pages.signupList.path,
  permission: canViewLeads,
  row: "signup",
  rows: "signups",
  empty: "No LinkedIn Live signups found.",
  search: leadSearch,
  hasDays: true,
  filters: {
    event: { label: "Event", choices: "loaded", isId: true },
    state: {
      label: "Status",
      choices: {
        seat: "Has a seat",
        waiting: "On the waiting list",
        cancelled: "Canceled",
        "next-date": "Asked for the next date",
        told: "Notified of the next date",
        repeat: "Duplicate sign-up",
      },
    },
  },
  sorts: { ...sortTexts, name: "Name" },
  view: ({ id, name, email, phone, questions, topics, createdAt }: Signup, now: Date) => ({
    id,
    name,
    email,
    phone: phone ?? missingTexts.phone,
    questions: questions ?? missingTexts.questions,
    topics: topics ?? missingTexts.topics,
    received: describeMoment(createdAt, now, practice.timeZone),
  }),
  columns: [
    nameColumn,
    emailColumn,
    {
      label: "Phone",
      cell: ({ phone }) => phone,
      holds: "tel",
      isMissing: ({ phone }) => phone === missingTexts.phone,
      csv: ({ phone }) => phone ?? missingTexts.phone,
    },
    {
      label: "Questions",
      cell: ({ questions }) => <LongText text={questions} />,
      holds: "prose",
      isMissing: ({ questions }) => questions === missingTexts.questions,
      csv: ({ questions }) => questions ?? missingTexts.questions,
    },
    {
      label: "Topics",
      cell: ({ topics }) => <LongText text={topics} />,
      holds: "prose",
      isMissing: ({ topics }) => topics === missingTexts.topics,
      csv: ({ topics }) => topics ?? missingTexts.topics,
    },
    dateColumn,
  ],
  export: {
    ...leadExport,
    filePrefix: "linkedin-live-signups-",
    exported: (records) => `Exported ${records} signup records to CSV.`,
    emptyMessage: "No signup data to export.",
  },
});
