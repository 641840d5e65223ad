import { useMemo, useRef } from "react";
import { Link } from "react-router";
import type { QueueGroup } from "#app/people/queue/queue-groups.ts";
import { LevelBadge } from "#app/staff/data-table/level-badge.tsx";
import { followUpAnchor } from "#app/staff/paths/person-path.ts";
import { useShortcuts } from "#app/staff/header/shortcuts.ts";
import {
  ColumnHeader,
  RowHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from "#app/ui/table/table.tsx";
import { todayTexts } from "./today.messages.ts";
import type { QueueGroupView, QueueRow } from "./today-view.ts";

const { columns } = todayTexts;

const headings = [
  columns.person,
  columns.score,
  columns.event,
  columns.source,
  columns.age,
  columns.owner,
  columns.nextStep,
];

/**
 * The people to follow up, by group. J and K move between the rows, Enter opens a person, and E opens the form for an outcome.
 * @param morePath the URL of the people of a group who come after those in the table
 */
export function QueueTable({
  groups,
  mayFollowUp,
  morePath,
}: {
  groups: readonly QueueGroupView[];
  mayFollowUp: boolean;
  morePath: (group: QueueGroup) => string;
}) {
  const table = useRef<HTMLTableElement>(null);
  useShortcuts(
    useMemo(
      () => ({
        j: () => {
          focusRow(table.current, 1);
        },
        k: () => {
          focusRow(table.current, -1);
        },
        e: () => {
          currentRow(table.current)?.querySelector<HTMLElement>(".record")?.click();
        },
      }),
      [],
    ),
  );
  return (
    <Table className="queue" ref={table}>
      <caption className="unseen">{todayTexts.queue}</caption>
      <TableHead>
        <TableRow>
          {headings.map((heading) => (
            <ColumnHeader key={heading}>{heading}</ColumnHeader>
          ))}
          {mayFollowUp ? (
            <ColumnHeader>
              <span className="unseen">{columns.action}</span>
            </ColumnHeader>
          ) : null}
        </TableRow>
      </TableHead>
      {groups.map(({ group, heading, total, rows, rest }) => (
        <TableBody key={group} className={group}>
          <TableRow className="group">
            <RowHeader colSpan={mayFollowUp ? 8 : 7} scope="rowgroup">
              <span className="serif">{heading}</span> <small>{total.toLocaleString("en-US")}</small>
            </RowHeader>
          </TableRow>
          {rows.map((row) => (
            <PersonRow row={row} mayFollowUp={mayFollowUp} key={row.id} />
          ))}
          {rest > 0 ? (
            <TableRow className="rest">
              <TableCell colSpan={mayFollowUp ? 8 : 7}>
                <Link to={morePath(group)}>{todayTexts.more(rest)}</Link>
              </TableCell>
            </TableRow>
          ) : null}
        </TableBody>
      ))}
    </Table>
  );
}

function PersonRow({ row, mayFollowUp }: { row: QueueRow; mayFollowUp: boolean }) {
  const {
    path,
    name,
    company,
    undeliverable,
    score,
    event,
    channel,
    campaign,
    age,
    owner,
    nextStep,
    due,
    isLate,
    callHref,
    callProblem,
  } = row;
  return (
    <TableRow className="person">
      <RowHeader>
        <Link to={path}>{name}</Link>
        <small>{company}</small>
        <small className="brief">
          {age.short}, {owner}
        </small>
        {undeliverable === "" ? null : <small className="late">{undeliverable}</small>}
      </RowHeader>
      <TableCell className="readiness">
        {score === undefined ? (
          <span className="soft">{todayTexts.noAssessment}</span>
        ) : (
          <>
            <span className="num">{score.text}</span> <LevelBadge level={score.level} />
          </>
        )}
      </TableCell>
      <TableCell className="event">{event}</TableCell>
      <TableCell className="source">
        {channel}
        <small>{campaign}</small>
      </TableCell>
      <TableCell className="age">
        <time dateTime={age.iso} title={age.exact}>
          {age.short}
        </time>
      </TableCell>
      <TableCell className="owner">{owner}</TableCell>
      <TableCell className="next">
        {nextStep}
        <small className={isLate ? "late" : undefined}>{due}</small>
      </TableCell>
      {mayFollowUp ? (
        <TableCell className="act">
          {callHref === undefined ? (
            <small className="soft">{callProblem}</small>
          ) : (
            <a href={callHref} className="btn" aria-label={todayTexts.callPerson(name)}>
              {todayTexts.call}
            </a>
          )}
          <Link
            to={`${path}#${followUpAnchor}`}
            className="btn record"
            aria-label={todayTexts.recordOutcome(name)}
          >
            {todayTexts.record}
          </Link>
        </TableCell>
      ) : null}
    </TableRow>
  );
}

function rowsOf(table: HTMLTableElement | null): HTMLElement[] {
  return [...(table?.querySelectorAll<HTMLElement>("tr.person") ?? [])];
}

/** The row that contains the focus. */
function currentRow(table: HTMLTableElement | null): HTMLElement | undefined {
  return rowsOf(table).find((row) => row.contains(document.activeElement));
}

/** Moves the focus to the name in the next or previous row; to the first row if none has it. Enter then opens the person. */
function focusRow(table: HTMLTableElement | null, step: 1 | -1): void {
  const rows = rowsOf(table);
  const index = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[index === -1 ? 0 : index + step];
  next?.querySelector("a")?.focus();
}
