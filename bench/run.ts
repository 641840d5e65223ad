import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeConditions, readConditions } from "./conditions.ts";
import { stopServers } from "./kit/server-process.ts";
import { measureAssessmentPage } from "./assessment-page.ts";
import { measureFollowUp } from "./follow-up.ts";
import { measureStaffLists } from "./staff-lists.ts";
import { measureHomePage } from "./home-page.ts";
import { measureHomePageLoad } from "./home-page-load.ts";
import { measureEmails } from "./emails.ts";
import { bareAssessments } from "./load/bare-insert.ts";
import { assessmentRequest } from "./load/lead-requests.ts";
import { measureSignInLoad } from "./sign-in-load.ts";
import { measureStartUp } from "./start-up.ts";
import { measureStoringLoad } from "./storing-load.ts";
import { measureEventsLoad, measureVisitsLoad } from "./visits-load.ts";
import { isSuccessful, type Line, printSections, type Section } from "./report.ts";

// Entry point of `npm run bench`. Prints the size and speed of the build on this machine; `--json <file>` also writes the results as JSON.
// It exits with 1 if a limit is exceeded or a measurement failed.

const usage = `Usage:
  npm run bench                    builds the site, measures its size and speed, and prints the figures
  npm run bench -- --json <file>   also writes the figures to a file
Exits with 1 if a limit is exceeded or a measurement fails.
`;

const parts: readonly [title: string, measure: () => Promise<Line[]>][] = [
  ["Home page", measureHomePage],
  ["Assessment page", measureAssessmentPage],
  ["Home page under load", measureHomePageLoad],
  [
    "Assessments under load",
    () =>
      measureStoringLoad({
        requests: assessmentRequest,
        table: "pre_loi_assessments",
        bare: bareAssessments,
      }),
  ],
  ["Visits under load", measureVisitsLoad],
  ["Events of visits under load, one per request", () => measureEventsLoad(1)],
  ["Events of visits under load, ten per request", () => measureEventsLoad(10)],
  ["Sign-in under load and under attack", measureSignInLoad],
  ["Letters", measureEmails],
  ["Lists of the staff area", measureStaffLists],
  ["People, queue and sources", measureFollowUp],
  ["Start", measureStartUp],
];

await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { json: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return;
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void stopServers().then(() => process.exit(1)));
  }
  build();
  const conditions = readConditions();
  process.stdout.write(`${describeConditions(conditions)}\n\n`);
  const sections: Section[] = [];
  for (const [title, measure] of parts) {
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
