import { hostname } from "node:os";
import { recordConditions, repeatAlert } from "#app/data/health/alert-conditions.server.ts";
import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import type { SendRequest } from "#app/integrations/requests/send-request.server.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";
import { practice } from "#content/practice.ts";
import { type ConditionName, conditions, findActive, findUnknown, isCondition } from "./conditions.ts";
import type { MonitoredState } from "./monitored-state.server.ts";

const intervalMs = 30_000;
const repeatOutageMs = 3_600_000;

export type AlertDeps = {
  db: DatabaseConnection["db"];
  log: Log;
  siteUrl: string;
  /** Distinguishes the servers of one machine. */
  port: number;
  readState(): Promise<MonitoredState>;
  sendRequest: SendRequest;
  webhookUrl: string;
  /** Whether this process reports outages of the database. Of several processes of a server, one does. */
  reportsOutages: boolean;
};

type Alert = { condition: ConditionName; kind: "began" | "continues" | "ended"; beganAt: Date };

/** Sends an alert when a condition begins, once an hour while it lasts, and when it ends. */
export function startAlerts(deps: AlertDeps): RepeatingTask {
  const stopping = new AbortController();
  const alerts = createAlerts(deps, stopping.signal);
  const repetition = repeat({
    pauseMs: intervalMs,
    run: () => alerts.run(),
    onError(error, consecutiveFailures) {
      if (consecutiveFailures === 1) deps.log.warn("alerts.not_recorded", { error });
    },
  });
  return {
    runNow: () => repetition.runNow(),
    stop() {
      stopping.abort();
      return repetition.stop();
    },
  };
}

/** The alerts of one server. Tests call `run` instead of waiting. */
export function createAlerts(deps: AlertDeps, signal: AbortSignal): { run(): Promise<void> } {
  const { db, readState } = deps;
  const reportOutage = createOutageReport(deps, signal);
  return {
    async run() {
      const state = await readState();
      if (deps.reportsOutages) await reportOutage(state);
      if (!isReady(state)) return;
      const found = { active: findActive(state), unknown: findUnknown(state) };
      for (const alert of await recordConditions(db, found)) {
        const { condition, kind } = alert;
        // A server of a newer release may have stored a condition that this one does not know.
        if (!isCondition(condition)) continue;
        const isSent = await send(deps, { ...alert, condition }, signal);
        // An alert about the end is not repeated, because its row was deleted.
        if (!isSent && kind !== "ended") await repeatAlert(db, { condition, kind });
      }
    },
  };
}

/** Whether conditions can be recorded in the database. */
function isReady({ notReadySeconds }: MonitoredState): boolean {
  return notReadySeconds === 0;
}

/** Each server reports outages of the database itself, because conditions cannot be recorded in the database meanwhile. */
function createOutageReport(deps: AlertDeps, signal: AbortSignal): (state: MonitoredState) => Promise<void> {
  const condition = "database_not_ready";
  let outage: { beganAt: Date; sentAtMs: number } | undefined;

  const reportEnd = async (): Promise<void> => {
    if (outage === undefined) return;
    const { beganAt } = outage;
    if (await send(deps, { condition, kind: "ended", beganAt }, signal)) outage = undefined;
  };

  return async (state) => {
    if (isReady(state)) return reportEnd();
    const nowMs = performance.now();
    const isSent = outage !== undefined && nowMs - outage.sentAtMs < repeatOutageMs;
    if (isSent || !conditions[condition].isActive(state)) return;
    const kind = outage === undefined ? "began" : "continues";
    const beganAt = outage?.beganAt ?? new Date(state.now.getTime() - state.notReadySeconds * 1_000);
    if (await send(deps, { condition, kind, beganAt }, signal)) outage = { beganAt, sentAtMs: nowMs };
  };
}

async function send(deps: AlertDeps, alert: Alert, signal: AbortSignal): Promise<boolean> {
  const { log, sendRequest, webhookUrl } = deps;
  const { condition, kind } = alert;
  log.warn("alerts.condition", { condition, state: kind });
  const outcome = await sendRequest(
    {
      method: "POST",
      url: webhookUrl,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: composeText(alert, deps) }),
      maxResponseBytes: 1_000,
    },
    signal,
  );
  if (outcome.ok && outcome.status < 300) return true;
  const reason = outcome.ok ? { status: outcome.status } : { problem: outcome.problem };
  log.warn("alerts.send_failed", { condition, state: kind, ...reason });
  return false;
}

/** The message in the form that Slack, Teams and similar programs accept. It contains no personal data. */
function composeText(
  { condition, kind, beganAt }: Alert,
  { siteUrl, port }: Pick<AlertDeps, "siteUrl" | "port">,
): string {
  const { title, text, section } = conditions[condition];
  const place = `${siteUrl}, server ${hostname()}:${port}`;
  const began = momentIn(practice.timeZone, beganAt);
  if (kind === "ended") return `Resolved: ${title} (${place}). It began on ${began}.`;
  const beginning = kind === "began" ? "Problem" : "Still a problem";
  return `${beginning}: ${title} (${place}), since ${began}. ${text} See “${section}” in docs/runbook.md.`;
}
