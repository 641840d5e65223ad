import { shortDate } from "#app/platform/calendar/long-date.ts";
import type { FilingEntry } from "#app/compliance/records/combine-entries.ts";
import { documentNames, promoterKindNames } from "#app/compliance/records/records.messages.ts";
import { listFilings, listHolds, listPromoters } from "#app/compliance/records/records.server.ts";
import { listComplianceTasks } from "#app/compliance/tasks/list-tasks.server.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";
import { recordsTexts } from "./records.messages.ts";

/** Loads the registers for the browser. @param options as for `listComplianceTasks` */
export async function viewRecords(
  { db, clock }: { db: Parameters<typeof listFilings>[0]; clock: Clock },
  options: { withIncidents: boolean },
) {
  const [tasks, filings, holds, promoters] = await Promise.all([
    listComplianceTasks(db, clock.now(), options),
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
      entries: filing.entries.map(viewEntry),
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

/** An entry in the words of the form: “Filed Nov 12, 2026 · Posted: withdrawn” */
function viewEntry({ id, note, enteredAt, enteredBy, ...entry }: FilingEntry) {
  const { columns } = recordsTexts;
  const dates = [
    { label: columns.inaccurate, day: entry.inaccurateOn, isWithdrawn: entry.withdrawsInaccuracy },
    { label: columns.filed, day: entry.filedOn, isWithdrawn: entry.withdrawsFiling },
    { label: columns.posted, day: entry.postedOn, isWithdrawn: entry.withdrawsPosting },
    { label: columns.delivered, day: entry.deliveredOn, isWithdrawn: entry.withdrawsDelivery },
  ].flatMap(({ label, day, isWithdrawn }) => {
    if (isWithdrawn) return `${label}: ${recordsTexts.withdrawn}`;
    return day === null ? [] : `${label}: ${formatDay(day)}`;
  });
  return {
    id,
    dates: dates.join(" · "),
    note: note ?? "",
    entered: recordsTexts.by(enteredBy, momentIn(practice.timeZone, enteredAt)),
  };
}

export type RecordsView = Awaited<ReturnType<typeof viewRecords>>;

/** “Nov 2, 2026” */
function formatDay(day: string | null): string {
  return day === null ? "" : shortDate(day);
}
