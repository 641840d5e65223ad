import { useMemo, useRef } from "react";
import { Link } from "react-router";
import type { QueueGroup } from "#app/people/queue/queue-groups.ts";
import { LevelBadge } from "#app/staff/data-table/level-badge.tsx";
import { followUpAnchor } from "#app/staff/paths/person-path.ts";
import { useShortcuts } from "#app/staff/header/shortcuts.ts";
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
    <table className="queue" ref={table}>
      <caption className="unseen">{todayTexts.queue}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th scope="col" key={heading}>
              {heading}
            </th>
          ))}
          {mayFollowUp ? (
            <th scope="col">
              <span className="unseen">{columns.action}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      {groups.map(({ group, heading, total, rows, rest }) => (
        <tbody key={group} className={group}>
          <tr className="group">
            <th colSpan={mayFollowUp ? 8 : 7} scope="rowgroup">
              <span className="serif">{heading}</span> <small>{total.toLocaleString("en-US")}</small>
            </th>
          </tr>
          {rows.map((row) => (
            <PersonRow row={row} mayFollowUp={mayFollowUp} key={row.id} />
          ))}
          {rest > 0 ? (
            <tr className="rest">
              <td colSpan={mayFollowUp ? 8 : 7}>
                <Link to={morePath(group)}>{todayTexts.more(rest)}</Link>
              </td>
            </tr>
          ) : null}
        </tbody>
      ))}
    </table>
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
    <tr className="person">
      <th scope="row">
        <Link to={path}>{name}</Link>
        <small>{company}</small>
        <small className="brief">
          {age.short}, {owner}
        </small>
        {undeliverable === "" ? null : <small className="late">{undeliverable}</small>}
      </th>
      <td className="readiness">
        {score === undefined ? (
          <span className="soft">{todayTexts.noAssessment}</span>
        ) : (
          <>
            <span className="num">{score.text}</span> <LevelBadge level={score.level} />
          </>
        )}
      </td>
      <td className="event">{event}</td>
      <td className="source">
        {channel}
        <small>{campaign}</small>
      </td>
      <td className="age">
        <time dateTime={age.iso} title={age.exact}>
          {age.short}
        </time>
      </td>
      <td className="owner">{owner}</td>
      <td className="next">
        {nextStep}
        <small className={isLate ? "late" : undefined}>{due}</small>
      </td>
      {mayFollowUp ? (
        <td className="act">
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
        </td>
      ) : null}
    </tr>
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
