import { expect, test } from "vitest";
import { createReportCollector } from "./collect-reports.ts";
import type { ToWorker } from "./messages.ts";

function createMember(answers: boolean) {
  const received: ToWorker[] = [];
  const member = {
    received,
    isConnected: () => true,
    send(message: ToWorker) {
      received.push(message);
      if (message.kind !== "report" || !answers) return;
      const report = [{ name: "restarts", value: message.databaseRestarts }];
      collector.receive(member, { kind: "reported", request: message.request, report });
    },
  };
  return member;
}

const members = [createMember(true), createMember(true), createMember(false)];
const collector = createReportCollector({
  listReady: () => members,
  databaseRestarts: () => 2,
  timeoutMs: 50,
});

test("a worker that does not answer does not prevent the metrics of the others", async () => {
  const [asking] = members;
  if (asking === undefined) throw new Error("There is no member.");
  collector.receive(asking, { kind: "collect", request: 7 });
  const report = [{ name: "restarts", value: 2 }];
  await expect
    .poll(() => asking.received.at(-1))
    .toEqual({ kind: "collected", request: 7, reports: [report, report, []] });
});
