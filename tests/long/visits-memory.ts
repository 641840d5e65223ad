import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openConnection } from "../../bench/kit/http-connection.ts";
import { canReadMemory, memoryOf } from "../../bench/kit/process-memory.ts";
import { type ServerProcess, startServer } from "../../bench/kit/server-process.ts";
import { eventsRequest, visitRequest } from "../../bench/load/visit-requests.ts";
import { median } from "../../bench/load/statistics.ts";
import { recordVisits } from "../../bench/visits-load.ts";
import { check, NotRun } from "./check.ts";

// Whether the server's memory stays as it is while visits and their events keep coming in: looked at over the third minute and
// over the last. By hand in a shorter form: node tests/long/visits-memory.ts --minutes 2

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const minutes = Number(values.minutes);
const mostRise = 0.05;

/** What comes in is steady: as many connections, each with a pause after each request. */
const connections = 16;
const pauseMs = 30;
/** Of so many requests one is a visit; the others bring events. */
const requestsEach = 5;
const eventsEach = 3;

await check(`Memory over ${minutes} minutes of visits and events`, async () => {
  const server = await startServer();
  try {
    if (!canReadMemory([server.pid])) throw new NotRun("this system does not tell what its processes need");
    return await watch(server);
  } finally {
    await server.stop();
  }
});

async function watch({ pid, port }: ServerProcess): Promise<string> {
  const until = performance.now() + minutes * 60_000;
  const load = visitSteadily(port, until);
  const samples: number[] = [];
  while (performance.now() < until) {
    await sleep(Math.min(1_000, Math.max(until - performance.now(), 0)));
    samples.push(memoryOf([pid]).rssMiB);
  }
  const answered = await load;
  // The middle of a tenth of the time: a single look can fall before or after memory is given back.
  const tenth = Math.floor(samples.length / 10);
  const early = median(samples.slice(2 * tenth, 3 * tenth));
  const late = median(samples.slice(-tenth));
  const rise = late / early - 1;
  const words = `${early.toFixed(1)} MiB after three tenths, ${late.toFixed(1)} MiB at the end (${(rise * 100).toFixed(1)}%), ${answered} requests answered`;
  if (rise > mostRise) throw new Error(`It rose by more than ${mostRise * 100}%: ${words}`);
  return words;
}

/** @returns how many requests were answered. @throws where one was not taken */
async function visitSteadily(port: number, until: number): Promise<number> {
  const visit = visitRequest(port);
  const events = eventsRequest(port, await recordVisits(port), eventsEach);
  let number = 0;
  const browse = async (): Promise<void> => {
    const connection = await openConnection(port);
    while (performance.now() < until) {
      number += 1;
      const { status } = await connection.send(number % requestsEach === 0 ? visit(number) : events(number));
      if (status !== 200) throw new Error(`A request was answered with ${status}.`);
      await sleep(pauseMs);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, browse));
  return number;
}
