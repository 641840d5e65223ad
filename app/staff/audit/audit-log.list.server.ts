import type { AuditLine } from "#app/audit/list-audit-events.server.ts";
import { type AuditLogQuery, listAuditLog } from "#app/audit/list-audit-log.server.ts";
import { practice } from "#content/practice.ts";
import type { DescribedLine } from "./audit-log.list.tsx";
import { auditRow } from "./audit-view.server.ts";

type Db = Parameters<ReturnType<typeof listAuditLog>>[0];

/** The audit log with each event in words. They are written on the server, because they need the definitions of all other lists. */
export function listDescribedAuditLog() {
  const lines = listAuditLog({ timeZone: practice.timeZone });
  const described = (db: Db, query: AuditLogQuery) => {
    const list = lines(db, query);
    return {
      ...list,
      async page(request: Parameters<typeof list.page>[0]) {
        const page = await list.page(request);
        return { ...page, rows: page.rows.map(describe) };
      },
      async *each() {
        for await (const line of list.each()) yield describe(line);
      },
    };
  };
  return Object.assign(described, { columns: lines.columns, shape: lines.shape });
}

function describe(line: AuditLine): DescribedLine {
  return { ...line, words: auditRow(line) };
}
