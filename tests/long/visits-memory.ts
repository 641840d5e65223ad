import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openConnection } from "../../bench/kit/http-connection.ts";
import { canReadMemory, readMemory } from "../../bench/kit/process-memory.ts";
import { type ServerProcess, startServer } from "../../bench/kit/server-process.ts";
import { eventsRequest, visitRequest } from "../../bench/load/visit-requests.ts";
import { recordVisits } from "../../bench/visits-load.ts";
import { freePort } from "#tests/kit/running-server.ts";
import { check, NotRun } from "./check.ts";
import { collectGarbage } from "./collect-garbage.ts";

// Checks that the server's memory does not grow while visits and events keep arriving, by comparing what it retains after three of ten
// minutes with the end. For a shorter run: node tests/long/visits-memory.ts --minutes 2

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const minutes = Number(values.minutes);
/** Of the objects and buffers that the server retains. */
const maxIncrease = 0.05;
/** Of the resident memory, which also contains pages that V8 and the C library keep for later use. */
const maxResidentIncrease = 0.1;

/**
 * The load is constant: this many connections, each with a pause after each request. In ten minutes, they send at most 400,000 events; the
 * site accepts 500,000 in a day.
 */
const connections = 16;
const pauseMs = 60;
/** One of this many requests is a visit; the others contain events. */
const requestsEach = 5;
const eventsEach = 3;

await check(`Memory over ${minutes} minutes of visits and events`, async () => {
  const inspectorPort = await freePort();
  const server = await startServer(undefined, {
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
  });
  try {
    if (!canReadMemory([server.pid])) throw new NotRun("this system does not report the memory of processes");
    return await watch(server, inspectorPort);
  } finally {
    await server.stop();
  }
});

async function watch({ pid, port }: ServerProcess, inspectorPort: number): Promise<string> {
  const began = performance.now();
  // Slightly longer than the measurement, so that the last samples are taken under the same load as the first.
  const load = visitSteadily(port, began + minutes * 60_000 + 5_000);
  let most = 0;
  const measureAfter = async (share: number): Promise<Measured> => {
    const until = began + share * minutes * 60_000;
    while (performance.now() < until) {
      await sleep(Math.min(1_000, Math.max(until - performance.now(), 0)));
      most = Math.max(most, readMemory([pid]).rssMiB);
    }
    // The minimum of several samples, because requests that are being handled use memory that is not retained.
    const measured: Measured[] = [];
    for (let look = 0; look < 5; look += 1) {
      const { objectsMiB, buffersMiB } = await collectGarbage(inspectorPort);
      measured.push({ retained: objectsMiB + buffersMiB, resident: readMemory([pid]).rssMiB });
      await sleep(500);
    }
    return {
      retained: Math.min(...measured.map(({ retained }) => retained)),
      resident: Math.min(...measured.map(({ resident }) => resident)),
    };
  };
  const early = await measureAfter(0.3);
  const late = await measureAfter(1);
  const answered = await load;
  const grown = late.retained / early.retained - 1;
  const residentGrown = late.resident / early.resident - 1;
  const words = `objects and buffers ${compare(early.retained, late.retained)}, resident ${compare(early.resident, late.resident)}, ${most.toFixed(1)} MiB at the peak; ${answered} requests answered`;
  if (grown > maxIncrease) {
    throw new Error(`Retained memory grew by more than ${maxIncrease * 100}%: ${words}`);
  }
  if (residentGrown > maxResidentIncrease) {
    throw new Error(`Resident memory grew by more than ${maxResidentIncrease * 100}%: ${words}`);
  }
  return words;
}

/** In MiB. */
type Measured = { retained: number; resident: number };

function compare(early: number, late: number): string {
  return `${early.toFixed(1)} MiB after three tenths and ${late.toFixed(1)} MiB at the end (${((late / early - 1) * 100).toFixed(1)}%)`;
}

/**
 * @returns the number of requests
 * @throws if one was rejected
 */
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
