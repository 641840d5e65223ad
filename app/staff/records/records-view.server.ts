import { documentNames, promoterKindNames } from "#app/compliance/records/records.messages.ts";
import { listFilings, listHolds, listPromoters } from "#app/compliance/records/records.server.ts";
import { listComplianceTasks } from "#app/compliance/tasks/list-tasks.server.ts";
import { momentIn, shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";
import { recordsTexts } from "./records.messages.ts";

/** Loads the registers for the browser. */
export async function viewRecords({ db, clock }: { db: Parameters<typeof listFilings>[0]; clock: Clock }) {
  const [tasks, filings, holds, promoters] = await Promise.all([
    listComplianceTasks(db, clock.now()),
    listFilings(db),
    listHolds(db),
    listPromoters(db),
  ]);
  return {
    tasks: tasks.map(({ dueOn, ...task }) => ({ ...task, due: formatDay(dueOn) })),
    filings: filings.map((filing) => ({
      id: filing.id,
      document: documentNames[filing.document],
      version: formatDay(filing.versionOn),
      inaccurate: formatDay(filing.inaccurateOn),
      filed: formatDay(filing.filedOn),
      posted: formatDay(filing.postedOn),
      delivered: formatDay(filing.deliveredOn),
      note: filing.note ?? "",
    })),
    holds: holds.map((hold) => ({
      id: hold.id,
      reason: hold.reason,
      placed: recordsTexts.by(hold.placedBy, momentIn(practice.timeZone, hold.placedAt)),
      released:
        hold.releasedAt === null || hold.releasedBy === null
          ? undefined
          : {
              reason: hold.releaseReason ?? "",
              by: recordsTexts.by(hold.releasedBy, momentIn(practice.timeZone, hold.releasedAt)),
            },
    })),
    promoters: promoters.map((promoter) => ({
      id: promoter.id,
      name: promoter.name,
      kind: promoterKindNames[promoter.kind],
      agreed: formatDay(promoter.agreedOn),
      compensation: promoter.compensation,
      disclosed: formatDay(promoter.disclosedOn),
      evidenceUrl: promoter.evidenceUrl,
      note: promoter.note ?? "",
      entered: recordsTexts.by(promoter.enteredBy, momentIn(practice.timeZone, promoter.enteredAt)),
    })),
  };
}

export type RecordsView = Awaited<ReturnType<typeof viewRecords>>;

/** “Nov 2, 2026” */
function formatDay(day: string | null): string {
  return day === null ? "" : shortDayIn("UTC", new Date(`${day}T00:00:00Z`));
}
