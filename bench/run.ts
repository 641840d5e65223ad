import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeConditions, readConditions } from "./conditions.ts";
import { stopServers } from "./kit/server-process.ts";
import { measureAssessmentPage } from "./assessment-page.ts";
import { measurePublication } from "./publication.ts";
import { measureFirstPaint } from "./first-paint.ts";
import { measureFollowUp } from "./follow-up.ts";
import { measureStaffLists } from "./staff-lists.ts";
import { measureHomePage } from "./home-page.ts";
import { measureHomePageLoad } from "./home-page-load.ts";
import { measureEmails } from "./emails.ts";
import { bareAssessments } from "./load/bare-insert.ts";
import { recordAssessments } from "./load/assessment-statements.ts";
import { assessmentRequest } from "./load/lead-requests.ts";
import { measureSignInLoad } from "./sign-in-load.ts";
import { measureStartUp } from "./start-up.ts";
import { measureStoringLoad } from "./storing-load.ts";
import { measureEventsLoad, measureVisitsLoad } from "./visits-load.ts";
import { measureWorkersLoad } from "./workers-load.ts";
import { isSuccessful, type Line, printSections, type Section } from "./report.ts";

// Entry point of `npm run bench`. Prints the size and speed of the build on this machine; `--json <file>` also writes the results as JSON.
// It exits with 1 if a limit is exceeded or a measurement failed.

const parts: Readonly<Record<string, { title: string; measure: () => Promise<Line[]> }>> = {
  home: { title: "Home page", measure: measureHomePage },
  "first-paint": { title: "First paint", measure: measureFirstPaint },
  assessment: { title: "Assessment page", measure: measureAssessmentPage },
  "home-load": { title: "Home page under load", measure: measureHomePageLoad },
  "workers-load": { title: "Home page under load, with two processes", measure: measureWorkersLoad },
  "assessments-load": {
    title: "Assessments under load",
    measure: () =>
      measureStoringLoad({
        requests: assessmentRequest,
        table: "pre_loi_assessments",
        bare: bareAssessments,
        record: recordAssessments,
      }),
  },
  "visits-load": { title: "Visits under load", measure: measureVisitsLoad },
  "events-load": {
    title: "Events of visits under load, one per request",
    measure: () => measureEventsLoad(1),
  },
  "batches-load": {
    title: "Events of visits under load, ten per request",
    measure: () => measureEventsLoad(10),
  },
  "sign-in": { title: "Sign-in under load and under attack", measure: measureSignInLoad },
  emails: { title: "Emails", measure: measureEmails },
  lists: { title: "Lists of the staff area", measure: measureStaffLists },
  "follow-up": { title: "People, queue and sources", measure: measureFollowUp },
  publication: { title: "Publication of a change", measure: measurePublication },
  start: { title: "Start", measure: measureStartUp },
};

const usage = `Usage:
  npm run bench                    builds the site, measures its size and speed, and prints the figures
  npm run bench -- --json <file>   also writes the figures to a file
  npm run bench -- --only <part>[,<part>]
Parts: ${Object.keys(parts).join(", ")}.
Exits with 1 if a limit is exceeded or a measurement fails.
`;

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: "string" },
      only: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return;
  }
  const names = values.only?.split(",") ?? Object.keys(parts);
  const wanted = names.flatMap((name) => parts[name] ?? []);
  if (wanted.length < names.length) {
    process.stderr.write(usage);
    process.exit(2);
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void stopServers().then(() => process.exit(1)));
  }
  build();
  const conditions = readConditions();
  process.stdout.write(`${describeConditions(conditions)}\n\n`);
  const sections: Section[] = [];
  for (const { title, measure } of wanted) {
    process.stderr.write(`${title}…\n`);
    sections.push({ title, lines: await attempt(measure) });
  }
  process.stdout.write(`\n${printSections(sections)}`);
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ conditions, sections }, undefined, 2)}\n`);
  }
  process.exitCode = isSuccessful(sections) ? 0 : 1;
}

/** A part that fails does not prevent the others. */
async function attempt(measure: () => Promise<Line[]>): Promise<Line[]> {
  try {
    return await measure();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${reason}\n`);
    return [{ kind: "failed", what: "Measurement", because: reason.split("\n", 1).join() }];
  }
}

/** Always builds, so that the results describe the current sources. */
function build(): void {
  process.stderr.write("Building the site…\n");
  const { status } = spawnSync("npm run --silent build", { stdio: "inherit", shell: true });
  if (status !== 0) process.exit(1);
}
