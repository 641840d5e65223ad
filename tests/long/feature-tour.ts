import { parse } from "csv-parse/sync";
import { questions } from "#app/assessments/questions/questions.ts";
import { freePort, sleep } from "#tests/kit/running-server.ts";
import { openPlainBrowser, type PlainBrowser } from "./browser-without-scripting.ts";
import { check } from "./check.ts";
import { expectEnded } from "./start-site.ts";
import { endGroup, type FreshClone } from "./clone.ts";

const owner = { name: "Nora Newcomer", email: "nora@example.com", password: "a tour of a clean clone" };
const lead = { name: "Thomas Avery", email: "t.avery@example.com", phone: "(737) 555-0164" };

/** The server treats a form that is submitted faster as suspicious. */
const minFillTimeMs = 3_000;

/**
 * A tour of a fresh clone: start it, create the owner with the printed link, add the demo data, submit a lead, read its emails and export
 * it. Each step is a line with its duration.
 */
export async function walk(stranger: FreshClone): Promise<void> {
  const port = await freePort();
  const server = stranger.start("npm", ["--silent", "start"], { PORT: String(port) });
  let printed = "";
  server.stdout?.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const site = `http://localhost:${port}`;
  const browser = openPlainBrowser(site);
  const visitor = openPlainBrowser(site);
  try {
    await check("Start: the home page responds", () => waitForHome(visitor));
    await check("Setup link: the first owner signs in", () => becomeOwner(browser, printed));
    await check("Demo data: add a year", () => addDemoData(stranger, port));
    await check("Dashboard: shows the demo data", () => viewDashboard(browser));
    await check("Assessment: a visitor sees a score", () => takeAssessment(visitor));
    await check("Sign-up: a visitor has a seat", () => signUp(visitor));
    await check("Emails: the visitor's emails can be read", () => listEmails(browser));
    await check("Export: all assessments, including the visitor's", () => exportLeads(browser));
    await check("Demo data: removed without the visitor", async () => {
      await stranger.run("npm", ["run", "--silent", "demo", "--", "remove"]);
      return exportLeads(browser);
    });
  } finally {
    await endGroup(server);
    await expectEnded(stranger, port);
  }
}

export async function waitForHome(visitor: PlainBrowser): Promise<undefined> {
  const until = performance.now() + 180_000;
  for (;;) {
    const home = await visitor.open("/").catch(() => undefined);
    if (home?.status === 200 && home.html.includes("<h1")) return undefined;
    if (performance.now() > until) throw new Error("The home page did not respond within three minutes.");
    await sleep(100);
  }
}

async function becomeOwner(browser: PlainBrowser, printed: string): Promise<string> {
  const [link] = /\/auth\/set-up\/\S+/.exec(printed) ?? [];
  if (link === undefined) throw new Error(`No setup link was printed:\n${printed}`);
  const inside = await browser.send(await browser.open(link), owner);
  expectIn(inside.html, "Admin Dashboard");
  return inside.path;
}

async function addDemoData(stranger: FreshClone, port: number): Promise<string> {
  // PORT is set for the command, because links in emails contain it.
  const out = await stranger.run("env", [`PORT=${port}`, "npm", "run", "--silent", "demo"]);
  return out.split("\n").slice(1, -2).join(",");
}

async function viewDashboard(browser: PlainBrowser): Promise<string> {
  const { html } = await browser.open("/admin");
  for (const words of ["Total Assessments", "LinkedIn Signups", "Website Visitors", "Tracking Data"]) {
    expectIn(html, words);
  }
  expectIn(html, "Showing first 20 assessments. Export to CSV for complete data.");
  return `${(html.length / 1024).toFixed(0)} KiB of HTML`;
}

async function takeAssessment(visitor: PlainBrowser): Promise<string> {
  const form = await visitor.open("/pre-loi-assessment");
  await sleep(minFillTimeMs);
  const answers = Object.fromEntries(questions.map(({ id, options }) => [id, options[1].value]));
  const result = await visitor.send(form, { ...lead, ...answers });
  expectIn(result.html, "Making Progress");
  return "14 of 21";
}

async function signUp(visitor: PlainBrowser): Promise<string> {
  const form = await visitor.open("/linkedin-live-signup");
  await sleep(minFillTimeMs);
  const done = await visitor.send(form, { ...lead, questions: "", topics: "" });
  expectIn(done.html, "Registration Successful!");
  return done.path;
}

/** Emails are delivered shortly after their cause. */
async function listEmails(browser: PlainBrowser): Promise<string> {
  const until = performance.now() + 20_000;
  for (;;) {
    const { html } = await browser.open(`/admin/letters?search=${encodeURIComponent(lead.email)}`);
    const links = new Set([...html.matchAll(/\/admin\/letters\/[0-9a-f-]{36}/g)].map(([link]) => link));
    if (links.size >= 2) {
      for (const link of links) expectIn((await browser.open(link)).html, lead.email);
      return `${links.size} letters`;
    }
    if (performance.now() > until) throw new Error(`${links.size} emails to the visitor are listed.`);
    await sleep(250);
  }
}

async function exportLeads(browser: PlainBrowser): Promise<string> {
  const { status, html: csv } = await browser.open("/api/exports/assessments.csv");
  if (status !== 200) throw new Error(`The export returned ${status}.`);
  // Reads the cells with an independent parser.
  const rows: string[][] = parse(csv, { bom: true });
  if (!rows.some((row) => row.includes(lead.email))) throw new Error("The visitor is not in the export.");
  return `${rows.length - 1} records`;
}

function expectIn(html: string, words: string): void {
  if (!html.includes(words)) throw new Error(`“${words}” is not on the page:\n${html.slice(0, 2_000)}`);
}
