import { shortDate } from "#app/platform/calendar/long-date.ts";
import type { RegulatoryDocument } from "#app/data/schema/regulatory-records.ts";
import { addDays } from "#app/platform/calendar/day-in.ts";
import { findLastFiscalYearEnd } from "./fiscal-year.ts";
import { documentNames } from "./records.messages.ts";

/** A version of a regulatory document with its dates. */
export type Filing = {
  document: RegulatoryDocument;
  versionOn: string;
  /** When the version before became materially inaccurate; null for an annual update. */
  inaccurateOn: string | null;
  filedOn: string | null;
  postedOn: string | null;
  deliveredOn: string | null;
};

/** What the firm must do, until when, and the rule that says so. */
export type ComplianceTask = { label: string; dueOn: string; rule: string };

/** Days after the fiscal year end. */
const annual = { file: 90, deliver: 120 } as const;
/** Days after Form CRS becomes materially inaccurate. Its changes are delivered within 60 days after the amendment was due. */
const formCrs = { file: 30, deliver: 30 + 60 } as const;

/** The open tasks of the register. @param today ISO date in the firm's time zone */
export function listFilingTasks(filings: readonly Filing[], today: string): ComplianceTask[] {
  return [...filings.flatMap(listFormCrsTasks), ...listBrochureTasks(filings, today)].toSorted((one, other) =>
    one.dueOn < other.dueOn ? -1 : 1,
  );
}

/** 17 CFR 275.204-1 and 275.204-5(b), and General Instruction 8 of Form CRS. */
function listFormCrsTasks(filing: Filing): ComplianceTask[] {
  const { document, inaccurateOn, filedOn, postedOn, deliveredOn, versionOn } = filing;
  if (document !== "form-crs" || inaccurateOn === null) return [];
  const name = `${documentNames[document]} of ${shortDate(versionOn)}`;
  const fileBy = addDays(inaccurateOn, formCrs.file);
  const tasks = [
    { date: filedOn, label: `File ${name} in IARD`, dueOn: fileBy, rule: "17 CFR 275.204-1" },
    { date: postedOn, label: `Post ${name} on the site`, dueOn: fileBy, rule: "17 CFR 275.204-5(b)(3)" },
    {
      date: deliveredOn,
      label: `Deliver the changes of ${name} to clients`,
      dueOn: addDays(inaccurateOn, formCrs.deliver),
      rule: "17 CFR 275.204-5(b)(4)",
    },
  ];
  return tasks.flatMap(({ date, ...task }) => (date === null ? task : []));
}

/**
 * The annual update of the brochure after each fiscal year, once the register contains a brochure. 17 CFR 275.204-1(a) and 275.204-3(b)(2).
 */
function listBrochureTasks(filings: readonly Filing[], today: string): ComplianceTask[] {
  const brochures = filings.filter(({ document }) => document === "form-adv-part-2a");
  if (brochures.length === 0) return [];
  const end = findLastFiscalYearEnd(today);
  // An amendment during the year does not replace the annual update.
  const annualUpdates = brochures.filter(({ inaccurateOn }) => inaccurateOn === null);
  const isDone = (field: "filedOn" | "deliveredOn") =>
    annualUpdates.some((filing) => (filing[field] ?? "") > end);
  const name = documentNames["form-adv-part-2a"];
  return [
    ...(isDone("filedOn")
      ? []
      : [
          {
            label: `File the annual update of ${name} in IARD`,
            dueOn: addDays(end, annual.file),
            rule: "17 CFR 275.204-1(a)(1)",
          },
        ]),
    ...(isDone("deliveredOn")
      ? []
      : [
          {
            label: `Deliver ${name}, or its material changes, to clients`,
            dueOn: addDays(end, annual.deliver),
            rule: "17 CFR 275.204-3(b)(2)",
          },
        ]),
  ];
}
