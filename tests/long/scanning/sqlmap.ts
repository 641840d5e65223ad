import { join } from "node:path";
import { questionIds } from "#app/assessments/questions/questions.ts";
import { scannersAddress } from "./relay.ts";
import { runTool } from "./run-tool.ts";

/** What sqlmap is let loose on; an asterisk marks a place in an address, a cookie or a body. */
export type SqlTarget = { path: string; body?: string; cookie?: string };

const link = "aaaaaaaaaaaaaaaaaaaaaaaa";
const visit = "0b6b5b1e-3d0a-4f5e-9a53-0c8a6a8b7f10";
const answers = questionIds.map((id) => `${id}=yes`).join("&");
const json = (fields: object): string => JSON.stringify(fields);

/** Every form and endpoint that nobody needs a session for, with the body that `docs/endpoints.md` gives it. */
export const publicTargets: readonly SqlTarget[] = [
  { path: "/auth?tab=sign-in", body: `intent=sign-in&email=${scannersAddress}&password=secret` },
  { path: "/auth", body: `intent=sign-up&email=${scannersAddress}&password=a+rare+password+1` },
  { path: "/auth/reset", body: `email=${scannersAddress}` },
  { path: `/auth/reset/${link}*`, body: "password=a+rare+password+1*" },
  { path: `/auth/confirm/${link}*`, body: "password=a+rare+password+1*" },
  { path: `/auth/invitation/${link}*`, body: "name=Somebody*&password=a+rare+password+1*" },
  {
    path: `/auth/set-up/${link}*`,
    body: `name=Somebody*&email=${scannersAddress}*&password=a+rare+password+1*`,
  },
  {
    path: "/linkedin-live-signup",
    body: `name=Somebody&email=${scannersAddress}&phone=1&questions=a&topics=b`,
  },
  { path: "/pre-loi-assessment", body: `name=Somebody&email=${scannersAddress}&phone=1&${answers}` },
  { path: `/pre-loi-assessment/result/${link}*` },
  { path: `/letters/preferences/${link}*` },
  { path: `/linkedin-live-signup/place/${link}*` },
  { path: `/functions/v1/letters/unsubscribe/${link}*`, body: "List-Unsubscribe=One-Click" },
  {
    path: "/functions/v1/pre-loi-assessment",
    body: json({
      name: "Somebody",
      email: scannersAddress,
      phone: "1",
      ...Object.fromEntries(new URLSearchParams(answers)),
    }),
  },
  {
    path: "/functions/v1/linkedin-live-signup",
    body: json({ name: "Somebody", email: scannersAddress, phone: "1", questions: "a", topics: "b" }),
  },
  {
    path: "/functions/v1/visitors",
    body: json({ url: "http://localhost/faqs?utm_source=a", referrer: "http://a.example/", source: "a" }),
  },
  {
    path: "/functions/v1/tracking-events",
    body: json({ visit, events: [{ id: visit, event_type: "page_view", url: "/faqs", timestamp: 1 }] }),
  },
  {
    path: "/api/auth/passkey/verify-authentication",
    body: json({ response: { id: "a", rawId: "a", type: "public-key" } }),
  },
  { path: "/api/session", cookie: "practice.session_token=aaaa.bbbb*" },
  { path: "/auth", cookie: "practice.device=aaaa.bbbb*" },
];

/** What only somebody signed in can reach. */
export const staffTargets: readonly SqlTarget[] = [
  { path: "/admin?page=1" },
  { path: "/admin/team?draft=a&done=approve" },
  { path: "/admin/team", body: "change=approve&of=a&role=staff&ends=2026-12-31" },
  { path: "/admin/team", body: `change=invite&of=&email=${scannersAddress}&role=examiner&ends=2026-12-31` },
  { path: "/admin/team", body: `change=withdraw&of=${visit}` },
  { path: "/admin/account?done=rename", body: "intent=rename&name=owner" },
  { path: "/admin/account", body: "intent=rename-passkey&passkey=a&passkeyName=b" },
  { path: "/admin/account", body: "intent=end-session&session=a" },
  { path: "/api/exports/assessments.csv?filter=a" },
];

/** @returns what sqlmap says about parameters that may be injectable; none where it found nothing */
export async function runSqlmap(folder: string, url: string, target: SqlTarget): Promise<string[]> {
  const args = [
    "-u",
    url + target.path,
    "--batch",
    "--flush-session",
    "--output-dir",
    join(folder, "sqlmap"),
  ];
  if (target.body !== undefined) args.push("--data", target.body);
  if (target.body?.startsWith("{") === true) args.push("-H", "Content-Type: application/json");
  if (target.cookie !== undefined) args.push("--cookie", target.cookie, "--level", "2");
  // Refusals are what is expected; a redirect is not followed, as it leads away from what is tried.
  const answered = ["--ignore-code", "400,401,403,404,409,422", "--ignore-redirects"];
  const strength = ["--dbms", "postgresql", "--technique", "BEUST", "--threads", "1", "--time-sec", "8"];
  // It takes a refusal of the form for a number that was read, and would leave the parameter alone.
  const goOn = ["--skip-waf", "--answers", "skip those kind of cases=N"];
  const printed = await runTool(
    "sqlmap",
    [...args, ...answered, ...strength, ...goOn, "--disable-coloring"],
    240,
  );
  if (!/testing (?:for SQL injection|'[^']+')/.test(printed)) {
    throw new Error(`sqlmap did not test ${target.path}: ${printed.trim().slice(-500)}`);
  }
  return printed.split("\n").filter((line) => told.test(line) && !line.includes("not "));
}

const told = /might be injectable|might be vulnerable|is vulnerable|appears to be '|identified the following/;
