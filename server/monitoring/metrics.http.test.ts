import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";

const token = "a-token-of-a-test-that-is-long-enough";
const maxRendersPerMinute = 5;
const site = testApp({ metricsToken: token, accessLogSample: 1, maxRendersPerMinute });

beforeEach(() => void site.logged.splice(0));

async function readMetric(sample: string): Promise<number> {
  const response = await site.request("/metrics", { headers: { authorization: `Bearer ${token}` } });
  const line = (await response.text()).split("\n").find((each) => each.startsWith(`${sample} `));
  return Number(line?.slice(sample.length) ?? 0);
}

test("prints metrics for the token only, and never from a cache", async () => {
  const response = await site.request("/metrics", { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const text = await response.text();
  expect(text).toContain("practice_database_up 1");
  expect(text).toContain("nodejs_eventloop_lag_seconds");

  for (const authorization of ["", token, `Bearer ${token}x`, `Basic ${token}`]) {
    const refused = await site.request("/metrics", { headers: { authorization } }, newAddress());
    expect(refused.status).toBe(401);
    expect(refused.headers.get("cache-control")).toBe("no-store");
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
  }
});

test("limits the wrong tokens of an address, and not the right one @long", async () => {
  const address = newAddress();
  const ask = async (given: string) =>
    (await site.request("/metrics", { headers: { authorization: `Bearer ${given}` } }, address)).status;
  const answers: number[] = [];
  for (let count = 0; count <= maxRendersPerMinute; count += 1) answers.push(await ask("wrong"));
  expect(answers.slice(0, -1)).toEqual(answers.slice(0, -1).map(() => 401));
  expect(answers.at(-1)).toBe(429);
  expect(await ask(token)).toBe(200);
});

test("counts pages from memory and logs the sample without details of unknown paths", async () => {
  const sample = 'practice_http_requests_total{route="memory",method="GET",status="2xx"}';
  const hits = 'practice_page_lookups_total{result="hit"}';
  await site.request("/faqs");
  const before = [await readMetric(sample), await readMetric(hits)];
  await site.request("/faqs?email=ruth@example.com");
  await site.request("/auth/reset");
  await site.request("/ruth@example.com", {}, newAddress());
  expect([await readMetric(sample), await readMetric(hits)]).toEqual(before.map((count) => count + 1));
  const sampled = site.logged.filter(({ event }) => event === "request.sampled").map(({ fields }) => fields);
  expect(sampled.slice(-2)).toEqual([
    { route: "memory", method: "GET", path: "/faqs", status: 200 },
    { route: "unknown", method: "GET", path: "/…", status: 404 },
  ]);
  expect(sampled.filter(({ path }) => path === "/auth/reset" || path === "/metrics")).toEqual([]);
});

test("counts stored, quarantined and failed submissions", async () => {
  const read = (result: string) =>
    readMetric(`practice_form_submissions_total{form="assessment",result="${result}"}`);
  const before = { stored: await read("stored"), quarantined: await read("quarantined") };
  await site.postJson("/functions/v1/pre-loi-assessment", anAssessment(), {}, newAddress());
  expect(await read("stored")).toBe(before.stored + 1);
  await site.postForm("/pre-loi-assessment", { ...anAssessment(), website: "https://x" }, {}, newAddress());
  expect(await read("quarantined")).toBe(before.quarantined + 1);

  await sql`alter table pre_loi_assessments rename to pre_loi_assessments_away`.execute(site.db);
  try {
    const refused = await site.postJson("/functions/v1/pre-loi-assessment", anAssessment(), {}, newAddress());
    expect(refused.status).toBe(500);
  } finally {
    await sql`alter table pre_loi_assessments_away rename to pre_loi_assessments`.execute(site.db);
  }
  expect(await read("failed")).toBe(1);
  expect(await readMetric('practice_http_requests_total{route="form",method="POST",status="5xx"}')).toBe(1);
});
