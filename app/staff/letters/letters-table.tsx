import { Link } from "react-router";
import { EmailAddress, LedgerTable } from "#app/staff/lists/ledger-table.tsx";
import { listHeading } from "#app/staff/lists/list-frame.tsx";
import { letterPath } from "./letter-list.ts";
import type { LetterRow } from "./letter-view.ts";

const columns = ["Letter", "To", "State", "Attempts", "Last reply", "Date"] as const;

export function LettersTable({ rows }: { rows: readonly LetterRow[] }) {
  return (
    <LedgerTable labelledBy={listHeading} columns={columns}>
      {rows.map(({ id, kind, recipient, badge, attempts, lastReply, written }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={letterPath(id)}>
              {kind}
              <span className="unseen"> to {recipient}</span>
            </Link>
          </th>
          <td>
            <EmailAddress email={recipient} />
          </td>
          <td>
            <span className={`tag ${badge.tone}`}>{badge.label}</span>
          </td>
          <td className="num">{attempts}</td>
          <td className="reply" title={lastReply}>
            {lastReply}
          </td>
          <td className="num">
            <time dateTime={written.iso} title={written.exact}>
              {written.short}
            </time>
          </td>
        </tr>
      ))}
    </LedgerTable>
  );
}
