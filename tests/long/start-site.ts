import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { assessmentRequest } from "../../bench/load/lead-requests.ts";
import { openConnection } from "../../bench/kit/http-connection.ts";
import { freePort, sleep } from "#tests/kit/running-server.ts";
import { endGroup, type Stranger } from "./stranger.ts";

/** How a start ended, and what there is to say of it. */
export type Outcome = { kind: "works" | "refused"; words: string };

/** Building and making a database may take their time on a slow machine. */
const patienceMs = 180_000;

/**
 * Runs `npm start` in a stranger's clone, asks for the home page, stores an assessment, and stops it.
 * @returns whether it works, or was refused with one sentence
 * @throws where it did neither, or left something running
 */
export async function startSite(stranger: Stranger): Promise<Outcome> {
  const port = await freePort();
  const child = stranger.start("npm", ["--silent", "start"], { PORT: String(port) });
  const printed = followOutput(child);
  try {
    const began = performance.now();
    if (!(await isReady(child, port))) return readRefusal(child, printed());
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    await tryPageAndForm(port);
    return { kind: "works", words: `works, ready ${seconds} s after npm start` };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${printed()}`, {
      cause: error,
    });
  } finally {
    await endGroup(child);
    await expectEnded(stranger, port);
  }
}

/** What it has printed so far, but for the log. */
function followOutput(child: ChildProcess): () => string {
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const isTold = (line: string): boolean => line !== "" && !/^\{|^Building the site/.test(line);
  return () => printed.split("\n").filter(isTold).join("\n");
}

async function isReady(child: ChildProcess, port: number): Promise<boolean> {
  const until = performance.now() + patienceMs;
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return true;
    if (performance.now() > until) throw new Error("npm start was not ready after three minutes.");
    await sleep(100);
  }
  return false;
}

function readRefusal(child: ChildProcess, printed: string): Outcome {
  if (child.exitCode !== 0 && /^[^\n]+$/.test(printed)) {
    return { kind: "refused", words: `refused with its sentence “${printed}”` };
  }
  throw new Error(`npm start ended with ${child.exitCode ?? child.signalCode}, and not with one sentence.`);
}

async function tryPageAndForm(port: number): Promise<void> {
  const connection = await openConnection(port);
  const home = await connection.send(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  const stored = await connection.send(assessmentRequest(port)(1));
  connection.close();
  if (home.status !== 200 || !home.body.includes("<h1")) {
    throw new Error(`The home page answered ${home.status}.`);
  }
  if (stored.status !== 200) throw new Error(`The assessment answered ${stored.status}.`);
}

/** Waits until a site that was told to end has done so, with its database. @throws where it does not */
export async function expectEnded(stranger: Stranger, port: number): Promise<void> {
  // npm ends with the signal, at times before the server that it started has put everything away.
  const until = performance.now() + 20_000;
  const postmaster = join(stranger.clone, "data", "postgres", "postmaster.pid");
  for (;;) {
    const answers = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    );
    if (!answers && !existsSync(postmaster)) return;
    if (performance.now() > until) throw new Error("The server, or its database, did not end.");
    await sleep(100);
  }
}
