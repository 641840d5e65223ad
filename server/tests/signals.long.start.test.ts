import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#embedded-postgres";
import { silentLog } from "#app/platform/log.server.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { freePort, isRunning, postgresPid, until } from "#tests/kit/running-server.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-signals-"));
const started: { child: ChildProcess; dataDir: string }[] = [];
afterAll(async () => {
  // Cleans up after a failed test: npm, its process group and the database.
  for (const { child, dataDir } of started) {
    if (child.pid !== undefined && isGroupRunning(child.pid)) process.kill(-child.pid, "SIGKILL");
    await until("the database to stop", () => !isRunning(postgresPid(dataDir) ?? 0));
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Terminals and supervisors signal a whole process group. npm then forwards a signal that Node has already received. */
test.each([
  ["SIGTERM to npm", "SIGTERM", ({ npm }: Started) => npm],
  ["SIGTERM to the Node process", "SIGTERM", ({ node }: Started) => node],
  ["SIGTERM to the process group", "SIGTERM", ({ npm }: Started) => -npm],
  ["SIGINT to the process group, as Ctrl-C sends it,", "SIGINT", ({ npm }: Started) => -npm],
  ["SIGTERM to npm, with two processes,", "SIGTERM", ({ npm }: Started) => npm, "2"],
  ["SIGINT to the process group, with two processes,", "SIGINT", ({ npm }: Started) => -npm, "2"],
] as const)(
  "%s finishes and stores in-flight requests and leaves no process running",
  async (title, signal, target, workers?: string) => {
    const dataDir = join(folder, title.replaceAll(/\W+/g, "-"));
    const server = await npmStart(dataDir, workers);
    const database = postgresPid(dataDir) ?? 0;
    const posts = await Promise.all(Array.from({ length: 8 }, () => beginPost(server.port)));

    process.kill(target(server), signal);
    await until("the server to begin stopping", () => server.output().includes('"event":"server.stopping"'));
    const answers = await Promise.all(posts.map((finish) => finish()));
    await server.ended;

    expect(answers.map(({ status }) => status)).toEqual(posts.map(() => 200));
    expect({ node: isRunning(server.node), database: isRunning(database) }).toEqual({
      node: false,
      database: false,
    });
    // npm exits after the server, with the server's exit code.
    expect(server.child.exitCode).toBe(0);
    const stored = await storedIds(dataDir);
    expect(answers.filter(({ id }) => !stored.has(id))).toEqual([]);
  },
);

test.each(["1", "2"])(
  "a signal during start-up ends the server and its database, with WORKERS=%s",
  async (workers) => {
    const dataDir = join(folder, `early-${workers}`);
    const child = spawnStart(dataDir, await freePort(), workers);
    await until("the database to start", () => postgresPid(dataDir) !== undefined);
    const [node, database] = [serverPid(dataDir), postgresPid(dataDir) ?? 0];
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
    expect({ node: isRunning(node), database: isRunning(database) }).toEqual({
      node: false,
      database: false,
    });
  },
);

type Started = { npm: number; node: number; port: number };

async function npmStart(
  dataDir: string,
  workers?: string,
): Promise<Started & { child: ChildProcess; output(): string; ended: Promise<unknown> }> {
  const port = await freePort();
  const child = spawnStart(dataDir, port, workers);
  const ended = once(child, "close");
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await until(
    "the server to be ready",
    async () => {
      if (child.exitCode !== null) throw new Error(`The server did not start: ${printed}`);
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      return ready?.status === 200;
    },
    60_000,
  );
  return { child, npm: child.pid ?? 0, node: serverPid(dataDir), port, output: () => printed, ended };
}

function spawnStart(dataDir: string, port: number, workers = "1") {
  const child = spawn("npm", ["start"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      HOME: folder,
      DATA_DIR: dataDir,
      PORT: String(port),
      WORKERS: workers,
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", "pipe", "pipe"],
    // A separate process group with npm as its leader.
    detached: true,
  });
  started.push({ child, dataDir });
  return child;
}

function isGroupRunning(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

/** Returns the process that has locked the data folder. */
function serverPid(dataDir: string): number {
  const [claim = ""] = readdirSync(join(dataDir, "lock"));
  return Number(claim.split("-")[1]);
}

/** Sends the first half of a form's body. @returns a function that sends the rest and reads the response */
async function beginPost(port: number): Promise<() => Promise<{ status: number | undefined; id: string }>> {
  const tag = randomUUID();
  const body = JSON.stringify(anAssessment({ name: `Person ${tag}`, email: `${tag}@example.com` }));
  const sending = request({
    port,
    // A separate connection that closes after the response, because the server would wait for a keep-alive connection.
    agent: false,
    method: "POST",
    path: "/functions/v1/pre-loi-assessment",
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      expect: "100-continue",
    },
  });
  const answered = once(sending, "response");
  answered.catch(() => undefined);
  sending.flushHeaders();
  // The 100 Continue response shows that the server has started to handle the request.
  await once(sending, "continue");
  sending.write(body.slice(0, 20));
  return async () => {
    sending.end(body.slice(20));
    // The argument of Node's "response" event.
    const [response] = (await answered) as [AsyncIterable<Buffer> & { statusCode?: number }];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    // The endpoint's documented shape.
    const answer = JSON.parse(Buffer.concat(chunks).toString()) as { data?: { id: string } };
    return { status: response.statusCode, id: answer.data?.id ?? "" };
  };
}

async function storedIds(dataDir: string): Promise<Set<string>> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select id from pre_loi_assessments");
  await client.end();
  await postgres.stop();
  return new Set(rows.map(({ id }) => id));
}
