import { parse } from "csv-parse/sync";
import { questions } from "#app/assessments/questions/questions.ts";
import { freePort, sleep } from "#tests/kit/running-server.ts";
import { plainBrowser, type PlainBrowser } from "./browser-without-scripting.ts";
import { check } from "./check.ts";
import { expectEnded } from "./start-site.ts";
import { endGroup, type Stranger } from "./stranger.ts";

const owner = { name: "Nora Newcomer", email: "nora@example.com", password: "a walk through a clean clone" };
const lead = { name: "Thomas Avery", email: "t.avery@example.com", phone: "(737) 555-0164" };

/** A form is taken for a program’s that comes back sooner than anybody can fill it in. */
const fillInMs = 3_000;

/**
 * What somebody does who has just cloned this: start it, become its owner by the link that it prints, put the demo in, be a lead, read the
 * letters, take the leads out. Each step is a line with its time.
 */
export async function walk(stranger: Stranger): Promise<void> {
  const port = await freePort();
  const server = stranger.start("npm", ["--silent", "start"], { PORT: String(port) });
  let printed = "";
  server.stdout?.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const site = `http://localhost:${port}`;
  const browser = plainBrowser(site);
  const visitor = plainBrowser(site);
  try {
    await check("Start: the home page answers", () => waitForHome(visitor));
    await check("Set-up link: the first owner is in", () => becomeOwner(browser, printed));
    await check("Demo data: a year of it", () => putDemoIn(stranger, port));
    await check("The dashboard shows it", () => lookAtDashboard(browser));
    await check("Assessment: a stranger sees a score", () => takeAssessment(visitor));
    await check("Sign-up: a stranger has a seat", () => signUp(visitor));
    await check("Letters: what was written to them can be read", () => listEmails(browser));
    await check("Export: every assessment, with the stranger", () => takeOut(browser));
    await check("Demo data: gone again, and the stranger is still there", async () => {
      await stranger.run("npm", ["run", "--silent", "demo", "--", "remove"]);
      return takeOut(browser);
    });
  } finally {
    await endGroup(server);
    await expectEnded(stranger, port);
  }
}

async function waitForHome(visitor: PlainBrowser): Promise<undefined> {
  const until = performance.now() + 180_000;
  for (;;) {
    const home = await visitor.open("/").catch(() => undefined);
    if (home?.status === 200 && home.html.includes("<h1")) return undefined;
    if (performance.now() > until) throw new Error("It did not answer within three minutes.");
    await sleep(100);
  }
}

async function becomeOwner(browser: PlainBrowser, printed: string): Promise<string> {
  const [link] = /\/auth\/set-up\/\S+/.exec(printed) ?? [];
  if (link === undefined) throw new Error(`No set-up link was printed:\n${printed}`);
  const inside = await browser.send(await browser.open(link), owner);
  expectIn(inside.html, "Admin Dashboard");
  return inside.path;
}

async function putDemoIn(stranger: Stranger, port: number): Promise<string> {
  // The environment of the walk has no PORT of its own: links in letters would lead to another.
  const out = await stranger.run("env", [`PORT=${port}`, "npm", "run", "--silent", "demo"]);
  return out.split("\n").slice(1, -2).join(",");
}

async function lookAtDashboard(browser: PlainBrowser): Promise<string> {
  const { html } = await browser.open("/admin");
  for (const words of ["Total Assessments", "LinkedIn Signups", "Website Visitors", "Tracking Data"]) {
    expectIn(html, words);
  }
  expectIn(html, "Showing first 20 assessments. Export to CSV for complete data.");
  return `${(html.length / 1024).toFixed(0)} KiB of HTML`;
}

async function takeAssessment(visitor: PlainBrowser): Promise<string> {
  const form = await visitor.open("/pre-loi-assessment");
  await sleep(fillInMs);
  const answers = Object.fromEntries(questions.map(({ id, options }) => [id, options[1].value]));
  const result = await visitor.send(form, { ...lead, ...answers });
  expectIn(result.html, "Making Progress");
  return "14 of 21";
}

async function signUp(visitor: PlainBrowser): Promise<string> {
  const form = await visitor.open("/linkedin-live-signup");
  await sleep(fillInMs);
  const done = await visitor.send(form, { ...lead, questions: "", topics: "" });
  expectIn(done.html, "Registration Successful!");
  return done.path;
}

/** The letters are carried a moment after what caused them. */
async function listEmails(browser: PlainBrowser): Promise<string> {
  const until = performance.now() + 20_000;
  for (;;) {
    const { html } = await browser.open(`/admin/letters?search=${encodeURIComponent(lead.email)}`);
    const links = new Set([...html.matchAll(/\/admin\/letters\/[0-9a-f-]{36}/g)].map(([link]) => link));
    if (links.size >= 2) {
      for (const link of links) expectIn((await browser.open(link)).html, lead.email);
      return `${links.size} letters`;
    }
    if (performance.now() > until) throw new Error(`${links.size} letters to the stranger are listed.`);
    await sleep(250);
  }
}

async function takeOut(browser: PlainBrowser): Promise<string> {
  const { status, html: csv } = await browser.open("/api/exports/assessments.csv");
  if (status !== 200) throw new Error(`The export answered ${status}.`);
  // Each cell is text: an independent parser says what stands there.
  const rows: string[][] = parse(csv, { bom: true });
  if (!rows.some((row) => row.includes(lead.email))) throw new Error("The stranger is not in the export.");
  return `${rows.length - 1} records`;
}

function expectIn(html: string, words: string): void {
  if (!html.includes(words)) throw new Error(`“${words}” is not on the page:\n${html.slice(0, 2_000)}`);
}
