import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { createSubmissionCounts } from "#app/intake/receive/submission-counts.ts";
import { readSource } from "#tests/fences/source-files.ts";
import { conditions } from "./conditions.ts";
import { createMetricsRegistry, printReports } from "./metrics-registry.ts";
import { histograms, metrics, type MetricSources } from "./metrics.ts";
import type { MonitoredState } from "./monitored-state.server.ts";
import { createRequestCounts } from "./request-counts.ts";

const now = new Date("2026-11-28T12:00:00Z");
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);

const healthy: MonitoredState = {
  now,
  database: {
    email: {
      waiting: 2,
      waitingSince: ago(90),
      delayedSince: ago(90),
      inFlight: 0,
      failed: 1,
      lastSentAt: null,
      unconfirmedThisHour: 0,
    },
    integrations: {
      destinations: 1,
      stopped: [],
      waiting: 0,
      waitingSince: null,
      failed: 0,
      lastDeliveredAt: null,
    },
    chains: [
      {
        chain: "audit",
        head: { chain: "audit", position: 7, hash: "0", at: ago(30) },
        verified: { problems: 0, firstProblem: null, at: ago(3_600) },
      },
    ],
    clocks: { databaseTime: ago(-2), serverTime: now, lastCheckAt: now },
    isClockWrong: false,
    backups: {
      isScheduled: true,
      lastGood: { at: ago(3_600), sizeBytes: 5_000_000, rows: 60_000, durationMs: 1_500 },
      lastProblem: undefined,
      isOverdue: false,
    },
  },
  notReadySeconds: 0,
  disk: { freeBytes: 2 ** 33, totalBytes: 2 ** 35 },
  recentLeadFailures: 0,
  unrecordedSeconds: 0,
};

function createSources(): MetricSources {
  return {
    requestCounts: createRequestCounts(),
    submissionCounts: createSubmissionCounts({ now: () => now }),
    pageLookups: { hits: 3, misses: 1 },
    pool: { totalCount: 4, idleCount: 3, waitingCount: 0 },
    databaseRestarts: () => 0,
    build: { version: "0.1.0", commit: "4f1c", node: "24.21.0" },
  };
}

function createRegistry(state: MonitoredState, sources = createSources(), worker?: number) {
  return createMetricsRegistry(sources, () => Promise.resolve(state), worker);
}

test("docs/metrics.md lists every metric with its labels and its meaning", async () => {
  await expect(documentMetrics()).toMatchFileSnapshot("../../docs/metrics.md");
});

test("prints what was counted and read", async () => {
  const sources = createSources();
  sources.requestCounts.count("memory", "GET", 304);
  sources.requestCounts.count("form", "POST", 503);
  const { print, observers } = createRegistry(healthy, sources);
  observers.request("form", 0.02);
  await print();
  // A second time, because counters must not add up.
  const lines = (await print()).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'practice_http_requests_total{route="memory",method="GET",status="3xx"} 1',
      'practice_http_requests_total{route="form",method="POST",status="5xx"} 1',
      'practice_http_request_duration_seconds_bucket{le="0.025",route="form"} 1',
      'practice_page_lookups_total{result="hit"} 3',
      'practice_form_submissions_total{form="assessment",result="failed"} 0',
      "practice_email_waiting 2",
      "practice_email_oldest_waiting_seconds 90",
      "practice_deliveries_oldest_waiting_seconds 0",
      'practice_database_pool_connections{state="used"} 1',
      "practice_database_restarts_total 0",
      'practice_record_last_entry_seconds{chain="audit"} 30',
      "practice_clock_difference_seconds 2",
      "practice_backup_last_seconds 3600",
      "practice_backup_size_bytes 5000000",
      "practice_backup_duration_seconds 1.5",
      'practice_condition_active{condition="email_late"} 0',
    ]),
  );
});

test("of several processes, prints what each has counted, and what all of them read once", async () => {
  const sources = createSources();
  sources.requestCounts.count("memory", "GET", 200);
  const first = createRegistry(healthy, sources, 1);
  first.observers.poolWait(0.002);
  const second = createRegistry({ ...healthy, recentLeadFailures: 1 }, createSources(), 2);
  const third = createRegistry({ ...healthy, database: undefined }, createSources(), 3);
  const reports = await Promise.all([first, second, third].map(({ report }) => report()));
  // As a message between processes copies them.
  const text = await printReports(structuredClone(reports));
  const lines = text.split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'practice_http_requests_total{route="memory",method="GET",status="2xx",worker="1"} 1',
      'practice_page_lookups_total{result="hit",worker="1"} 3',
      'practice_page_lookups_total{result="hit",worker="2"} 3',
      'practice_database_pool_wait_seconds_count{worker="1"} 1',
      'practice_database_pool_waiting{worker="3"} 0',
      "practice_email_waiting 2",
      "practice_database_restarts_total 0",
      "practice_database_up 0",
      'practice_condition_active{condition="leads_failing"} 1',
    ]),
  );
  const samples = lines.filter((line) => line !== "" && !line.startsWith("#"));
  expect(samples.filter((line, index) => samples.indexOf(line) !== index)).toEqual([]);
  const unlabeled = /^(?:nodejs|process)_(?!.*worker=)/;
  expect(samples.filter((line) => unlabeled.test(line))).toEqual([]);
  expect(samples.filter((line) => line.startsWith("process_start_time_seconds"))).toHaveLength(3);
});

test("without a database, prints the rest", async () => {
  const { print } = createRegistry({
    ...healthy,
    database: undefined,
    disk: undefined,
    notReadySeconds: 70,
  });
  const text = await print();
  expect(text).toContain("\npractice_database_up 0\n");
  expect(text).toContain('practice_condition_active{condition="database_not_ready"} 1');
  expect(text).not.toMatch(/^practice_(?:email|deliveries|disk|clock|record|backup)_/m);
});

test.each([
  ["leads_failing", { recentLeadFailures: 1 }],
  ["disk_low", { disk: { freeBytes: 2 ** 30 - 1, totalBytes: 2 ** 33 } }],
  ["disk_low", { disk: { freeBytes: 2 ** 31, totalBytes: 2 ** 36 } }],
  ["database_not_ready", { notReadySeconds: 61 }],
  ["site_unrecorded", { unrecordedSeconds: 61 }],
  [
    "email_late",
    {
      database: { ...known(healthy), email: { ...known(healthy).email, delayedSince: ago(16 * 60) } },
    },
  ],
  [
    "backup_overdue",
    { database: { ...known(healthy), backups: { ...known(healthy).backups, isOverdue: true } } },
  ],
  ["clock_wrong", { database: { ...known(healthy), isClockWrong: true } }],
  [
    "records_damaged",
    {
      database: {
        ...known(healthy),
        chains: [
          { chain: "site", head: undefined, verified: { problems: 2, firstProblem: "Entry 3", at: now } },
        ],
      },
    },
  ],
] as const)("%s is active for %j only", (name, changes) => {
  expect(conditions[name].isActive({ ...healthy, ...changes })).toBe(true);
  expect(conditions[name].isActive(healthy)).toBe(false);
});

test("every condition names a section of the runbook", () => {
  const headings = readSource("docs/runbook.md").match(/^## .+$/gm) ?? [];
  for (const { section } of Object.values(conditions)) expect(headings).toContain(`## ${section}`);
});

test("the runbook has an action for every alert", () => {
  const alerts = [...readSource("deploy/monitoring/alert-rules.yml").matchAll(/- alert: (\w+)/g)];
  expect(alerts.length).toBeGreaterThan(8);
  const runbook = readSource("docs/runbook.md");
  expect(alerts.flatMap(([, alert = ""]) => (runbook.includes(`| \`${alert}\` `) ? [] : [alert]))).toEqual(
    [],
  );
});

test("the rules and the dashboard use only metrics that exist", async () => {
  const names = createRegistry(healthy).names();
  expect(names).toEqual(expect.arrayContaining([...Object.keys(metrics), ...Object.keys(histograms)]));
  const rules = z
    .object({
      groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
    })
    .parse(parse(readSource("deploy/monitoring/alert-rules.yml")))
    .groups.flatMap((group) => group.rules.map(({ expr }) => expr));
  const dashboard = z
    .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
    .parse(JSON.parse(readFileSync("deploy/monitoring/grafana-dashboard.json", "utf8")))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(rules.length).toBeGreaterThan(8);
  expect(dashboard.length).toBeGreaterThan(15);
  expect(findUnknown([...rules, ...dashboard], names)).toEqual([]);
  expect(findUnknown(["rate(practice_letters_total[5m])"], names)).toEqual(["practice_letters_total"]);
});

function known({ database }: MonitoredState): NonNullable<MonitoredState["database"]> {
  if (database === undefined) throw new Error("The state has no database.");
  return database;
}

function findUnknown(expressions: readonly string[], names: readonly string[]): string[] {
  return expressions
    .flatMap((expression) => expression.match(/\b(?:practice|nodejs|process)_\w+/g) ?? [])
    .filter((name) => !names.includes(name.replace(/_bucket$/, "")));
}

function documentMetrics(): string {
  const rows = [
    ["metric", "type", "labels", "meaning"],
    ...Object.entries(metrics).map(([name, { type, labels = [], help }]) => row(name, type, labels, help)),
    ...Object.entries(histograms).map(([name, { labels, help }]) => row(name, "histogram", labels, help)),
    [
      "`nodejs_…`, `process_…`",
      "",
      "",
      "Event loop delay, garbage collection, memory, CPU time and file descriptors of the process.",
    ],
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const lines = rows.map(
    (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  lines.splice(1, 0, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  return [
    "# Metrics",
    "",
    "`GET /metrics` prints these in the text format of Prometheus. Setup and alerts:",
    "[runbook](runbook.md), “Metrics and alerts”. No label contains personal data, and every label has a",
    "fixed set of values. Counters start at 0 with the process. Values from the database are at most five",
    "seconds old, and absent while it does not answer. With `WORKERS`, the response contains all",
    "processes: what a process counts, and all `nodejs_…` and `process_…` metrics, then have the label",
    "`worker`.",
    "",
    "This file is generated from `server/monitoring/metrics.ts`.",
    "",
    ...lines,
    "",
  ].join("\n");
}

function row(name: string, type: string, labels: readonly string[], help: string): string[] {
  return [`\`${name}\``, type, labels.map((label) => `\`${label}\``).join(", "), help];
}
