import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { assessmentRequest } from "../../bench/load/lead-requests.ts";
import { openConnection } from "../../bench/kit/http-connection.ts";
import { freePort, sleep } from "#tests/kit/running-server.ts";
import { endGroup, type FreshClone } from "./clone.ts";

/** The outcome of a start, with a description. */
export type Outcome = { kind: "works" | "refused"; words: string };

/** Building and creating a database are slow on some machines. */
const startTimeoutMs = 180_000;

/**
 * Runs `npm start` in a clone, requests the home page, stores an assessment and stops the server.
 * @returns whether it works or failed with one sentence
 * @throws if neither applies, or if a process is left running
 */
export async function startSite(stranger: FreshClone): Promise<Outcome> {
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

/** The output so far, without log lines. */
function followOutput(child: ChildProcess): () => string {
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const isMessage = (line: string): boolean => line !== "" && !/^\{|^Building the site/.test(line);
  return () => printed.split("\n").filter(isMessage).join("\n");
}

async function isReady(child: ChildProcess, port: number): Promise<boolean> {
  const until = performance.now() + startTimeoutMs;
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
    return { kind: "refused", words: `refused with the sentence “${printed}”` };
  }
  throw new Error(`npm start ended with ${child.exitCode ?? child.signalCode}, but not with one sentence.`);
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

/**
 * Waits until a stopped site and its database have exited.
 * @throws if they do not
 */
export async function expectEnded(stranger: FreshClone, port: number): Promise<void> {
  // npm can exit before the server that it started.
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
