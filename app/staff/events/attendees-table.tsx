import { Form, Link } from "react-router";
import { EmailAddress, type ListTableColumn, ListTable } from "#app/staff/data-table/data-table.tsx";
import { missing } from "#app/staff/leads/leads.messages.ts";
import { LongText } from "#app/ui/long-text.tsx";
import { listHeading } from "#app/staff/data-table/list-page.tsx";
import { personPath } from "#app/staff/paths/person-path.ts";
import { attendanceFields, shownMark } from "./attendance.ts";
import { eventTexts } from "./events.messages.ts";
import type { HolderRow } from "./event-view.ts";

/** `none`: it has not begun, or was called off; `shown`: to read; `noted`: to be noted by whoever looks at it. */
export type AttendanceColumn = "none" | "shown" | "noted";

/** Those who hold a place. Where who came can be noted, the whole page of them is one form. */
export function Holders({ rows, attendance }: { rows: readonly HolderRow[]; attendance: AttendanceColumn }) {
  const table = (
    <ListTable
      labelledBy={listHeading}
      rowsAre={eventTexts.holders}
      columns={columnsFor(attendance)}
      rows={rows}
    />
  );
  if (attendance !== "noted") return table;
  return (
    <Form method="post" className="attendance" aria-label={eventTexts.noteHeading}>
      <p className="soft">{eventTexts.noteHint}</p>
      {table}
      <label className="box">
        <input type="checkbox" name={attendanceFields.rest} value="away" />
        {eventTexts.rest}
      </label>
      <button type="submit" className="btn press">
        {eventTexts.save}
      </button>
    </Form>
  );
}

const columns: readonly ListTableColumn<HolderRow>[] = [
  { name: "Name", cell: ({ id, name }) => <Link to={personPath(id)}>{name}</Link> },
  { name: "Email", cell: ({ email }) => <EmailAddress email={email} /> },
  {
    name: "Phone",
    cell: ({ phone }) => phone ?? missing.phone,
    holds: "tel",
    lacks: ({ phone }) => phone === null,
  },
  {
    name: "Place",
    cell: ({ state, placeNumber }) => `${state === "seat" ? "Seat" : "Waiting"}, no. ${placeNumber}`,
    holds: "num",
  },
  {
    name: "Questions and topics",
    cell: ({ asks }) => (asks === "" ? null : <LongText text={asks} />),
    holds: "prose",
  },
];

function columnsFor(attendance: AttendanceColumn): readonly ListTableColumn<HolderRow>[] {
  if (attendance === "none") return columns;
  const isNoted = attendance === "noted";
  const came = (row: HolderRow) =>
    isNoted && row.state === "seat" ? <CameBox row={row} /> : <span>{cameText(row)}</span>;
  return [...columns, { name: "Came", cell: came, beside: "date" }];
}

function CameBox({ row: { id, name, attended } }: { row: HolderRow }) {
  const away = attended === false ? `away-${id}` : undefined;
  return (
    <span className="came">
      <input type="hidden" name={attendanceFields.shown} value={shownMark(id, attended)} />
      <label className="box">
        <span className="unseen">{`Came: ${name}`}</span>
        <input
          type="checkbox"
          name={attendanceFields.came}
          value={id}
          defaultChecked={attended === true}
          aria-describedby={away}
          // What the server says counts, not what a box said before the page was made anew.
          key={String(attended)}
        />
      </label>
      {away === undefined ? null : (
        <span className="soft" id={away}>
          {eventTexts.away}
        </span>
      )}
    </span>
  );
}

function cameText({ state, attended }: HolderRow): string {
  if (state === "waiting") return "";
  if (attended === null) return eventTexts.notYet;
  return attended ? "Yes" : "No";
}
