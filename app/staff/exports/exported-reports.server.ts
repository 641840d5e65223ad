import { loadReport, loadWeeks } from "#app/people/sources/load-sources.server.ts";
import { planReport } from "#app/people/sources/plan-report.ts";
import { otherSources } from "#app/people/sources/source-report.messages.ts";
import { createFunnel } from "#app/people/sources/source-report.ts";
import { funnelList, sourceList, weekList } from "#app/staff/sources/sources.list.tsx";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { practice } from "#content/practice.ts";
import { defineReport } from "./define-export.server.ts";

const today = (now: Date): string => dayIn(practice.timeZone, now);

/** Every report with an export. */
export const exportedReports = [
  defineReport(sourceList, async (db, query, now) => {
    const plan = planReport(query, today(now));
    const { rows, others } = await loadReport(db, plan);
    const sum =
      others === undefined ? [] : [{ ...others, name: otherSources(plan.by, others), channels: [] }];
    return [...rows, ...sum].map((row) => ({ ...row, id: row.name ?? "" }));
  }),
  defineReport(funnelList, async (db, query, now) => {
    const report = await loadReport(db, planReport(query, today(now)));
    return createFunnel(report).map((step) => ({ ...step, id: step.step }));
  }),
  defineReport(weekList, async (db, query, now) => {
    const { bars } = await loadWeeks(db, planReport(query, today(now)));
    return bars.map((bar) => ({ ...bar, id: bar.now.from }));
  }),
];
