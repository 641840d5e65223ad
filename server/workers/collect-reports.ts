import type { MetricReport } from "#server/monitoring/metrics-registry.ts";
import type { ToSupervisor, ToWorker } from "./messages.ts";

/** A worker that stopped responding must not delay the metrics of the others. */
const reportTimeoutMs = 5_000;

/** The part of a worker process that this module uses. */
export type Correspondent = {
  isConnected(): boolean;
  send(message: ToWorker): unknown;
};

/** Collects the metrics of all workers for one of them, which answers the request. */
export function createReportCollector<Member extends Correspondent>(deps: {
  /** The workers that can answer. */
  listReady(): readonly Member[];
  databaseRestarts(): number | undefined;
  timeoutMs?: number;
}): { receive(sender: Member, message: ToSupervisor): void } {
  const pending = new Map<number, (report: MetricReport) => void>();
  let requests = 0;

  const ask = async (member: Member): Promise<MetricReport> => {
    requests += 1;
    const request = requests;
    const reported = Promise.withResolvers<MetricReport>();
    pending.set(request, reported.resolve);
    const timer = setTimeout(() => reported.resolve([]), deps.timeoutMs ?? reportTimeoutMs);
    member.send({ kind: "report", request, databaseRestarts: deps.databaseRestarts() });
    const report = await reported.promise;
    clearTimeout(timer);
    pending.delete(request);
    return report;
  };

  const collect = async (sender: Member, request: number): Promise<void> => {
    const members = deps.listReady().filter((member) => member.isConnected());
    const reports = await Promise.all(members.map(ask));
    if (sender.isConnected()) sender.send({ kind: "collected", request, reports });
  };

  return {
    receive(sender, message) {
      if (message.kind === "collect") void collect(sender, message.request);
      if (message.kind === "reported") pending.get(message.request)?.(message.report);
    },
  };
}
