import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase } from "#app/data/connection/connect.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { refusal, type RunningServer, sleep, startServer, until } from "#tests/kit/running-server.ts";
import { servePostgres } from "#tests/kit/served-postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-backup-"));
const passphraseFile = join(folder, "passphrase");
writeFileSync(passphraseFile, "a passphrase for tests\n", { mode: 0o600 });

type Settings = { DATA_DIR: string; DATABASE_URL?: string; SESSION_SECRET?: string };
type Finished = { code: number | null; output: string };

function launch(
  settings: Settings,
  args: readonly string[],
): { child: ChildProcess; finished: Promise<Finished> } {
  const child = spawn(process.execPath, ["server/run-command.mjs", ...args], {
    env: { PATH: process.env.PATH, BACKUP_PASSPHRASE_FILE: passphraseFile, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, finished: once(child, "close").then(() => ({ code: child.exitCode, output })) };
}

const run = (settings: Settings, ...args: string[]) => launch(settings, args).finished;

// If the build is older than its sources, the first command builds it.
beforeAll(() => run({ DATA_DIR: join(folder, "unused") }, "verify", "--help"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Posts assessments from four concurrent clients until it is ended, and collects the ids that were acknowledged. */
function startLoad(server: RunningServer): { acknowledged: string[]; end: () => Promise<void> } {
  const acknowledged: string[] = [];
  let isRunning = true;
  const clients = Array.from({ length: 4 }, async () => {
    while (isRunning) {
      const id = await submit(server.url).catch(() => undefined);
      if (id !== undefined) acknowledged.push(id);
    }
  });
  return {
    acknowledged,
    async end() {
      isRunning = false;
      await Promise.all(clients);
    },
  };
}

async function submit(url: string): Promise<string | undefined> {
  const tag = randomUUID();
  const response = await fetch(`${url}/functions/v1/pre-loi-assessment`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": tag, ...from(newAddress()) },
    body: JSON.stringify(anAssessment({ name: `Person ${tag}`, email: `${tag}@example.com` })),
  });
  const answer: unknown = await response.json();
  if (response.status !== 200) return undefined;
  return (answer as { data: { id: string } }).data.id; // the endpoint's documented shape
}

async function readIds({ DATA_DIR, DATABASE_URL }: Settings): Promise<Set<string>> {
  const database = await connectDatabase({
    databaseUrl: DATABASE_URL,
    dataDir: DATA_DIR,
    log: silentLog,
    purpose: "command",
  });
  const rows = await database.db.selectFrom("preLoiAssessments").select("id").execute();
  await database.close();
  return new Set(rows.map(({ id }) => id));
}

/** Makes a backup under load. @returns its path, and the ids that were acknowledged before it began */
async function backUpUnderLoad(settings: Settings, server: RunningServer, to: string) {
  mkdirSync(to);
  const load = startLoad(server);
  await until("enough submissions", () => load.acknowledged.length > 30);
  const before = [...load.acknowledged];
  const { code, output } = await run(settings, "backup", "--to", to);
  const after = load.acknowledged.length;
  await load.end();
  expect(output).toContain("It was read back and is intact.");
  expect(code).toBe(0);
  expect(after).toBeGreaterThan(before.length);
  const [name = ""] = readdirSync(to);
  return { file: join(to, name), before };
}

describe("with the embedded database", () => {
  const settings = { DATA_DIR: join(folder, "source") };
  const restored = { DATA_DIR: join(folder, "restored") };
  let file = "";
  let before: string[] = [];

  it("a backup under load contains every submission that was acknowledged before it began", async () => {
    const server = await startServer({ dataDir: settings.DATA_DIR });
    ({ file, before } = await backUpUnderLoad(settings, server, join(folder, "backups")));
    const occupied = await run(settings, "restore", file);
    expect(occupied.code).toBe(1);
    expect(occupied.output).toContain("is not empty. Nothing was changed. Stop the servers that use it");
    await server.kill();
    const { code, output } = await run(restored, "restore", file);
    expect(output).toContain("The backup was restored.");
    expect(code).toBe(0);
    const ids = await readIds(restored);
    expect(before.filter((id) => !ids.has(id))).toEqual([]);
    const secrets = [settings, restored].map(({ DATA_DIR }) =>
      readFileSync(join(DATA_DIR, "session-secret"), "utf8"),
    );
    expect(secrets[1]).toBe(secrets[0]);
  });

  it("a server runs on the restored folder", async () => {
    const server = await startServer({ dataDir: restored.DATA_DIR });
    expect(await submit(server.url)).toBeDefined();
    await server.stop();
    const audit = await run(restored, "audit", "list", "--action", "backup-restored");
    expect(audit.output).toContain("backupOf 20");
    expect((await run(restored, "record", "verify")).code).toBe(0);
  });

  it("a drill compares all rows and leaves nothing behind", async () => {
    const scratch = join(folder, "scratch");
    mkdirSync(scratch);
    const { code, output } = await run(settings, "verify", file, "--drill", "--scratch", scratch);
    expect(output).toMatch(/Compared all rows with the backup \(\d+\.\d seconds\)/);
    expect(output).toContain("The backup can be restored, in ");
    expect(code).toBe(0);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it("a restore that is killed leaves a folder on which no server starts, and can run again", async () => {
    const killed = { DATA_DIR: join(folder, "killed") };
    const { child, finished } = launch(killed, ["restore", file]);
    child.stdout?.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("Created the schema")) child.kill("SIGKILL");
    });
    await finished;
    const { code, printed } = await refusal({ dataDir: killed.DATA_DIR });
    expect(code).toBe(1);
    expect(printed).toContain("A restore into this database did not finish");
    expect(await run(killed, "restore", file)).toMatchObject({ code: 0 });
    expect((await readIds(killed)).size).toBeGreaterThanOrEqual(before.length);
  });

  it("a wrong passphrase, a damaged file and a folder with other files are refused before anything is created", async () => {
    const target = { DATA_DIR: join(folder, "untouched") };
    const other = join(folder, "other-passphrase");
    writeFileSync(other, "another passphrase for tests\n", { mode: 0o600 });
    const wrong = await run(target, "restore", file, "--passphrase-file", other);
    expect(wrong.output).toContain("The passphrase does not belong to the backup");
    const damaged = join(folder, "damaged.backup");
    copyFileSync(file, damaged);
    truncateSync(damaged, 5_000);
    const short = await run(target, "restore", damaged);
    expect(short.output).toContain("is damaged or incomplete");
    const foreign = await run(target, "restore", file, "--into", join(folder, "backups"));
    expect(foreign.output).toContain("backups is not empty. Use an empty or new folder.");
    expect([wrong.code, short.code, foreign.code]).toEqual([1, 1, 1]);
    expect(readdirSync(folder)).not.toContain("untouched");
  });

  it("a server makes the daily backup", async () => {
    const daily = join(folder, "daily");
    mkdirSync(daily);
    const env = { BACKUP_FOLDER: daily, BACKUP_PASSPHRASE_FILE: passphraseFile };
    const server = await startServer({ dataDir: restored.DATA_DIR, env });
    await until("the first backup", () => readdirSync(daily).some((name) => name.endsWith(".backup")));
    const [name = ""] = readdirSync(daily);
    await server.stop();
    expect(await run(restored, "verify", join(daily, name))).toMatchObject({ code: 0 });
  });
});

describe("with DATABASE_URL", () => {
  it("a backup under load is restored into an embedded database and into a server", async () => {
    const postgres = await servePostgres(join(folder, "server"));
    const settings = { DATA_DIR: join(folder, "unused"), ...postgres.env };
    try {
      const server = await startServer({ dataDir: settings.DATA_DIR, env: postgres.env });
      const { file, before } = await backUpUnderLoad(settings, server, join(folder, "server-backups"));
      await server.stop();
      await sleep(100);
      const drill = await run(settings, "verify", file, "--drill");
      expect(drill.output).toContain("The backup can be restored, in ");
      const embedded = { DATA_DIR: join(folder, "from-server") };
      const { output } = await run(embedded, "restore", file);
      expect(output).toContain("The backup was restored.");
      const ids = await readIds(embedded);
      expect(before.filter((id) => !ids.has(id))).toEqual([]);
    } finally {
      await postgres.stop();
    }
  });

  it("the secret of an embedded database is handed over for the settings", async () => {
    const postgres = await servePostgres(join(folder, "second-server"));
    const settings = { DATA_DIR: join(folder, "settings"), ...postgres.env };
    try {
      const [name = ""] = readdirSync(join(folder, "backups"));
      const { code, output } = await run(settings, "restore", join(folder, "backups", name));
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toContain("The settings do not contain the secret of the backup. It is in ");
      const text = readFileSync(join(settings.DATA_DIR, "restored-secrets.env"), "utf8");
      const secret = readFileSync(join(folder, "source", "session-secret"), "utf8");
      expect(text).toBe(`SESSION_SECRET=${secret}\nSESSION_SECRET_PREVIOUS=\n`);
    } finally {
      await postgres.stop();
    }
  });
});
