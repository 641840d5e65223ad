import { largeDataSet } from "./load/fill-lists.ts";
import { openStaffArea, type StaffArea } from "./open-staff-area.ts";
import { formatNumber, type Line } from "./report.ts";
import { summarizeTimes, type Times } from "./staff-lists.ts";

/** The queue, the list of people, and the report with its usual period, with longer ones, and by each dimension and touch. */
const queries = {
  "/admin/today": ["", "?show=mine"],
  "/admin/people": ["", "?level=Exit+Ready", "?status=contacted&consent=call", "?sort=score"],
  "/admin/sources": [
    "",
    "?touch=last",
    "?by=channel",
    "?by=page&touch=last",
    "?period=month",
    "?period=year",
    "?period=year&by=channel",
    "?period=4-weeks&compare=year-before",
    "?sort=rate",
  ],
};

const rounds = 20;

/** People whose page is timed. They are spread over the data, so that their rows are rarely in the same blocks. */
const timedPeople = 20;

/** Measures the screens about people with a million visits, 150,000 people and five million events. */
export async function measureFollowUp(): Promise<Line[]> {
  const staffArea = await openStaffArea(largeDataSet);
  try {
    const found = await timeFollowUp(staffArea);
    return found.map(({ name, answers, p50Ms, p95Ms, slowestMs }) => ({
      kind: "measured",
      what: `Page ${name}`,
      result: `p50 ${formatNumber(p50Ms)} ms, p95 ${formatNumber(p95Ms)} ms, slowest ${formatNumber(slowestMs)} ms of ${answers}`,
      values: { p50Ms, p95Ms, slowestMs },
    }));
  } finally {
    await staffArea.close();
  }
}

/** Times every screen. The entries that end with “all of these” contain all requests of a screen. */
export async function timeFollowUp(staffArea: StaffArea): Promise<Times[]> {
  const found: Times[] = [];
  for (const [screen, ofScreen] of Object.entries(queries)) {
    found.push(...(await timePages(staffArea, screen, ofScreen)));
  }
  const people = await timePages(staffArea, "/admin/people/", await findLeads(staffArea));
  // One line for all of them.
  return [...found, ...people.slice(-1)];
}

/** The ids of forms, which are part of the URL of a person's page. */
async function findLeads({ inDatabase }: StaffArea): Promise<string[]> {
  const { rows } = await inDatabase((pool) =>
    pool.query<{ id: string }>(
      `select id from (
         select latest_form_id as id, row_number() over (order by id) as number, count(*) over () as people from people
       ) as numbered
       where number % greatest(1, people / $1) = 0 limit $1`,
      [timedPeople],
    ),
  );
  return rows.map(({ id }) => id);
}

/** Requests a screen as a browser does. The last entry contains all requests. */
async function timePages(
  staffArea: StaffArea,
  screen: string,
  ofScreen: readonly string[],
): Promise<Times[]> {
  const all: Answer[] = [];
  const found: Times[] = [];
  for (const query of ofScreen) {
    const path = `${screen}${query}`;
    const answers: Answer[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const began = performance.now();
      await (await staffArea.ask(path)).text();
      // The first request warms caches.
      if (round > 0) answers.push({ ms: performance.now() - began, query: path });
    }
    all.push(...answers);
    found.push(summarizeTimes(path, answers));
  }
  return [...found, summarizeTimes(`${screen}, all of these`, all)];
}

type Answer = { ms: number; query: string };
