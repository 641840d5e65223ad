import { join } from "node:path";
import { questionIds } from "#app/assessments/questions/questions.ts";
import { scannersAddress } from "./relay.ts";
import { runTool } from "./run-tool.ts";

/** A target for sqlmap. An asterisk marks the injection point in a path, cookie or body. */
export type SqlTarget = { path: string; body?: string; cookie?: string };

const link = "aaaaaaaaaaaaaaaaaaaaaaaa";
const visit = "0b6b5b1e-3d0a-4f5e-9a53-0c8a6a8b7f10";
const answers = questionIds.map((id) => `${id}=yes`).join("&");
const json = (fields: object): string => JSON.stringify(fields);

/** Every form and endpoint without a session, with the body from `docs/endpoints.md`. */
export const publicTargets: readonly SqlTarget[] = [
  { path: "/auth?tab=sign-in", body: `intent=sign-in&email=${scannersAddress}&password=secret` },
  { path: "/auth", body: `intent=sign-up&email=${scannersAddress}&password=a+rare+password+1` },
  { path: "/auth/reset", body: `email=${scannersAddress}` },
  { path: `/auth/reset/${link}*`, body: "password=a+rare+password+1*" },
  { path: `/auth/confirm/${link}*`, body: "password=a+rare+password+1*" },
  { path: `/auth/invitation/${link}*`, body: "name=Tester*&password=a+rare+password+1*" },
  {
    path: `/auth/set-up/${link}*`,
    body: `name=Tester*&email=${scannersAddress}*&password=a+rare+password+1*`,
  },
  {
    path: "/linkedin-live-signup",
    body: `name=Tester&email=${scannersAddress}&phone=1&questions=a&topics=b`,
  },
  { path: "/pre-loi-assessment", body: `name=Tester&email=${scannersAddress}&phone=1&${answers}` },
  { path: `/pre-loi-assessment/result/${link}*` },
  { path: `/letters/preferences/${link}*` },
  { path: `/linkedin-live-signup/place/${link}*` },
  { path: `/functions/v1/letters/unsubscribe/${link}*`, body: "List-Unsubscribe=One-Click" },
  {
    path: "/functions/v1/pre-loi-assessment",
    body: json({
      name: "Tester",
      email: scannersAddress,
      phone: "1",
      ...Object.fromEntries(new URLSearchParams(answers)),
    }),
  },
  {
    path: "/functions/v1/linkedin-live-signup",
    body: json({ name: "Tester", email: scannersAddress, phone: "1", questions: "a", topics: "b" }),
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

/** The targets that require a session. */
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

/** @returns sqlmap's messages about injectable parameters */
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
  // Rejections are expected. Redirects are not followed, because they lead away from the target.
  const answered = ["--ignore-code", "400,401,403,404,409,422", "--ignore-redirects"];
  const strength = ["--dbms", "postgresql", "--technique", "BEUST", "--threads", "1", "--time-sec", "8"];
  // sqlmap mistakes a validation error for a numeric parameter and would skip it.
  const options = ["--skip-waf", "--answers", "skip those kind of cases=N"];
  const printed = await runTool(
    "sqlmap",
    [...args, ...answered, ...strength, ...options, "--disable-coloring"],
    240,
  );
  if (!/testing (?:for SQL injection|'[^']+')/.test(printed)) {
    throw new Error(`sqlmap did not test ${target.path}: ${printed.trim().slice(-500)}`);
  }
  return readFindings(printed);
}

/** Without parameters that sqlmap suspected and then refuted, such as a choice whose value changes the response. */
export function readFindings(printed: string): string[] {
  const lines = printed.split("\n");
  const refuted = lines.flatMap(
    (line) => /(\w+ parameter '[^']+') does not seem to be injectable/.exec(line)?.[1] ?? [],
  );
  return lines.filter(
    (line) =>
      findings.test(line) && !line.includes("not ") && !refuted.some((parameter) => line.includes(parameter)),
  );
}

const findings =
  /might be injectable|might be vulnerable|is vulnerable|appears to be '|identified the following/;
