import { setTimeout as sleep } from "node:timers/promises";
import { openMailSink } from "./kit/mail-sink.ts";
import { canReadMemory, memoryOf } from "./kit/process-memory.ts";
import { type ServerProcess, startServer } from "./kit/server-process.ts";
import { withDatabaseOf } from "./load/bare-insert.ts";
import { memoryLine } from "./memory-line.ts";
import { formatNumber, type Line } from "./report.ts";

const letters = 10_000;

/**
 * How many letters leave in a second: confirmations with their calendar entry, each written for its recipient, to a mail
 * server that takes everything at once. With it, the memory of the server before and after.
 */
export async function measureLetters(): Promise<Line[]> {
  const sink = await openMailSink();
  const server = await startServer(undefined, { SMTP_URL: sink.url });
  try {
    const idle = memoryLines(server, "before");
    const began = performance.now();
    await withDatabaseOf(server.dataDir, async (pool) => {
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
        [letters],
      );
    });
    while (sink.taken() < letters) {
      if (performance.now() - began > patienceMs) throw new Error(`Only ${sink.taken()} letters left.`);
      await sleep(20);
    }
    const seconds = (performance.now() - began) / 1000;
    return [
      {
        kind: "measured",
        what: `Letters sent per second, ${formatNumber(letters)} waiting`,
        result: formatNumber(letters / seconds),
        values: { perSecond: letters / seconds, letters },
      },
      ...idle,
      ...memoryLines(server, `after ${formatNumber(letters)} letters`),
    ];
  } finally {
    await server.stop();
    await sink.close();
  }
}

const patienceMs = 240_000;

function memoryLines({ pid }: ServerProcess, when: string): Line[] {
  if (!canReadMemory([pid])) {
    const because = "this system does not tell what its processes need";
    return [{ kind: "not-run", what: `Memory, ${when}`, because }];
  }
  return [memoryLine(`Memory of the server, ${when}`, memoryOf([pid]))];
}
