import { setTimeout as sleep } from "node:timers/promises";
import { openMailSink } from "./kit/mail-sink.ts";
import { canReadMemory, readMemory } from "./kit/process-memory.ts";
import { type ServerProcess, startSettledServer } from "./kit/server-process.ts";
import { withServerDatabase } from "./load/bare-insert.ts";
import { memoryLine } from "./memory-line.ts";
import { formatNumber, type Line } from "./report.ts";

const emailCount = 10_000;

/**
 * Measures how many emails are delivered per second: confirmations with a calendar entry, each rendered for its recipient, to a mail server
 * that accepts everything immediately. Also measures the server's memory before and after.
 */
export async function measureEmails(): Promise<Line[]> {
  const sink = await openMailSink();
  const server = await startSettledServer({ SMTP_URL: sink.url });
  try {
    const idle = memoryLines(server, "before");
    const began = performance.now();
    await withServerDatabase(server.dataDir, async (pool) => {
      await pool.query(
        `with event as (
           update events set capacity = $1, seats_taken = $1, last_place_number = $1 where starts_at > now() returning id
         ), signup as (
           insert into linkedin_live_signups (name, email, event_id, state, place_number)
           select 'Person ' || number, 'person' || number || '@example.com', event.id, 'seat', number
           from event, generate_series(1, $1::int) as number
           returning id, email
         )
         insert into letters (kind, recipient, about) select 'event-place', email, id from signup`,
        [emailCount],
      );
    });
    while (sink.count() < emailCount) {
      if (performance.now() - began > deliveryTimeoutMs) {
        throw new Error(`Only ${sink.count()} emails were sent.`);
      }
      await sleep(20);
    }
    const seconds = (performance.now() - began) / 1000;
    return [
      {
        kind: "measured",
        what: `Emails sent per second, ${formatNumber(emailCount)} waiting`,
        result: formatNumber(emailCount / seconds),
        values: { perSecond: emailCount / seconds, emails: emailCount },
      },
      ...idle,
      ...memoryLines(server, `after ${formatNumber(emailCount)} emails`),
    ];
  } finally {
    await server.stop();
    await sink.close();
  }
}

const deliveryTimeoutMs = 240_000;

function memoryLines({ pid }: ServerProcess, when: string): Line[] {
  if (!canReadMemory([pid])) {
    const because = "this system does not report the memory of processes";
    return [{ kind: "not-run", what: `Memory, ${when}`, because }];
  }
  return [memoryLine(`Memory of the server, ${when}`, readMemory([pid]))];
}
