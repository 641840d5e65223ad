import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase } from "#app/data/connection/connect.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { createEarlierRelease, findEarlierPostgres } from "#tests/kit/earlier-postgres.ts";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { refusal, type RunningServer, startServer } from "#tests/kit/running-server.ts";
import { servePostgres } from "#tests/kit/served-postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-move-"));

type Settings = { DATA_DIR: string; DATABASE_URL?: string; SESSION_SECRET?: string };
type Finished = { code: number | null; output: string };

function launch(settings: Settings, args: readonly string[]) {
  const child = spawn(process.execPath, ["server/run-command.mjs", ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const finished = once(child, "close").then((): Finished => ({ code: child.exitCode, output }));
  return { child, finished };
}

const run = (settings: Settings, ...args: string[]) => launch(settings, args).finished;

// If the build is older than its sources, the first command builds it.
beforeAll(async () => {
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o711);
  await run({ DATA_DIR: join(folder, "unused") }, "move", "--help");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function submit({ url }: RunningServer): Promise<string> {
  const tag = randomUUID();
  const response = await fetch(`${url}/functions/v1/pre-loi-assessment`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": tag, ...from(newAddress()) },
    body: JSON.stringify(anAssessment({ name: `Person ${tag}`, email: `${tag}@example.com` })),
  });
  expect(response.status).toBe(200);
  const answer: unknown = await response.json();
  return (answer as { data: { id: string } }).data.id; // the endpoint's documented shape
}

function connect({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Settings) {
  return connectDatabase({ databaseUrl, dataDir, log: silentLog, purpose: "command" });
}

async function readIds(settings: Settings): Promise<string[]> {
  const { db, close } = await connect(settings);
  const rows = await db.selectFrom("preLoiAssessments").select("id").execute();
  await close();
  return rows.map(({ id }) => id);
}

/** Kills a command as soon as it has printed the text. */
async function killAt(text: string, child: ChildProcess, finished: Promise<Finished>): Promise<void> {
  child.stdout?.on("data", (chunk: Buffer) => {
    if (chunk.toString().includes(text)) child.kill("SIGKILL");
  });
  await finished;
}

describe("between an embedded database and a server", () => {
  const own = { DATA_DIR: join(folder, "own") };
  const back = { DATA_DIR: join(folder, "back") };
  let postgres: Awaited<ReturnType<typeof servePostgres>>;
  let external = { DATA_DIR: "", DATABASE_URL: "" };
  let secret = "";
  let ids: string[] = [];

  beforeAll(async () => {
    postgres = await servePostgres(join(folder, "server"));
    external = { ...own, DATABASE_URL: postgres.url };
  });
  afterAll(async () => postgres.stop());

  it("a move is refused while a server runs on the folder", async () => {
    expect((await run(own, "demo")).code).toBe(0);
    const server = await startServer({ dataDir: own.DATA_DIR });
    const id = await submit(server);
    const { code, output } = await run(external, "move", "to-server");
    expect(output).toContain(`(process ${server.child.pid}) is using the data folder ${own.DATA_DIR}`);
    expect(code).toBe(1);
    await server.stop();
    ids = await readIds(own);
    expect(ids).toContain(id);
    secret = readFileSync(join(own.DATA_DIR, "session-secret"), "utf8");
  });

  it("a move that is killed leaves databases on which no server starts, and continues", async () => {
    const { child, finished } = launch(external, ["move", "to-server"]);
    await killAt("of consent_receipts", child, finished);
    const onTarget = await refusal({
      dataDir: join(folder, "unused"),
      env: { ...external, SESSION_SECRET: secret },
    });
    expect(onTarget.printed).toContain("A move into this database did not finish");
    const onSource = await refusal({ dataDir: own.DATA_DIR });
    expect(onSource.printed).toContain("was moved to the database postgres at 127.0.0.1:");
    const { db, close } = await connect({ ...external });
    const { id } = await db.selectFrom("consentReceipts").select("id").limit(1).executeTakeFirstOrThrow();
    await db.updateTable("consentReceipts").set({ wordingVersion: "planted" }).where("id", "=", id).execute();
    await close();
  });

  it("a difference is found, and the next run moves everything", async () => {
    const different = await run(external, "move", "to-server");
    expect(different.output).toMatch(/consent_receipts +([\d,]+) +\1 {2}DIFFERENT/);
    expect(different.output).toContain("the move did not finish");
    expect(different.code).toBe(1);
    const { code, output } = await run(external, "move", "to-server");
    expect(output).toMatch(/Copied [\d,]+ rows of consent_receipts/);
    expect(output).not.toContain("of tracking_events (");
    expect(output).toMatch(/tracking_events +([\d,]+) +\1 {2}equal/);
    expect(output).toContain("The settings do not contain the secret of the data.");
    expect(code).toBe(0);
    const settings = readFileSync(join(own.DATA_DIR, "restored-secrets.env"), "utf8");
    expect(settings).toContain(`SESSION_SECRET=${secret}\n`);
    expect(output).not.toContain(secret);
    expect(output).not.toContain(new URL(external.DATABASE_URL).password);
  });

  it("a server runs on the target, and nothing runs on the source", async () => {
    const env = { ...external, SESSION_SECRET: secret };
    const server = await startServer({ dataDir: join(folder, "unused"), env });
    ids.push(await submit(server));
    expect((await readIds(external)).toSorted()).toEqual(ids.toSorted());
    const refused = await run({ ...env, DATA_DIR: back.DATA_DIR }, "move", "to-folder");
    expect(refused.output).toContain("Servers or other programs are connected to the source");
    expect(refused.code).toBe(1);
    await server.stop();
    expect((await refusal({ dataDir: own.DATA_DIR })).code).toBe(1);
    for (const command of [
      ["staff", "list"],
      ["backup", "--to", folder],
    ]) {
      const { code, output } = await run(own, ...command);
      expect(output).toContain("was moved to the database postgres at 127.0.0.1:");
      expect(code).toBe(1);
    }
    const again = await run(external, "move", "to-server");
    expect(again.output).toContain("The data was already moved to this target");
  });

  it("the data is moved back, with the secrets of the settings", async () => {
    const settings = { ...external, ...back, SESSION_SECRET: secret };
    const { code, output } = await run(settings, "move", "to-folder");
    expect(output).toContain("The data was moved.");
    expect(code).toBe(0);
    expect(readFileSync(join(back.DATA_DIR, "session-secret"), "utf8")).toBe(secret);
    const server = await startServer({ dataDir: back.DATA_DIR });
    ids.push(await submit(server));
    expect((await readIds(back)).toSorted()).toEqual(ids.toSorted());
    await server.stop();
    const audit = await run(back, "audit", "list", "--action", "database-moved");
    expect(audit.output.match(/database-moved|moved all data/g)).toHaveLength(2);
    expect((await run(back, "record", "verify")).code).toBe(0);
  });

  it("a target that is not empty is refused, and --undo permits servers to use the source again", async () => {
    const occupied = await run({ ...external, ...back, SESSION_SECRET: secret }, "move", "to-folder");
    expect(occupied.output).toContain("The data was already moved to this target");
    const undone = await run({ ...external, ...back, SESSION_SECRET: secret }, "move", "to-folder", "--undo");
    expect(undone.output).toContain("Servers can use the database postgres at 127.0.0.1:");
    expect(undone.code).toBe(0);
    const refused = await run({ ...external, ...back, SESSION_SECRET: secret }, "move", "to-folder");
    expect(refused.output).toContain("The target is not empty. Nothing was changed.");
    expect((await readIds(external)).length).toBe(ids.length - 1);
  });
});

describe("from the folder of another release", () => {
  const old = { DATA_DIR: join(folder, "old") };
  const data = { DATA_DIR: join(folder, "data") };

  it("the data is moved into a new folder, with its secret", async () => {
    const server = await startServer({ dataDir: data.DATA_DIR });
    const id = await submit(server);
    await server.stop();
    const same = await run(data, "move", "from-folder", data.DATA_DIR);
    expect(same.output).toContain("is DATA_DIR itself");
    renameSync(data.DATA_DIR, old.DATA_DIR);
    const { code, output } = await run(data, "move", "from-folder", old.DATA_DIR);
    expect(output).toContain("The data was moved.");
    expect(code).toBe(0);
    expect(await readIds(data)).toEqual([id]);
    const [before, after] = [old, data].map(({ DATA_DIR }) =>
      readFileSync(join(DATA_DIR, "session-secret"), "utf8"),
    );
    expect(after).toBe(before);
  });

  it("a folder without a database is refused and not changed", async () => {
    const missing = join(folder, "missing");
    const { code, output } = await run(data, "move", "from-folder", missing);
    expect(output).toContain(`There is no database in the folder ${missing}.`);
    expect(code).toBe(1);
    expect(existsSync(missing)).toBe(false);
  });

  const earlier = findEarlierPostgres();

  it.runIf(earlier !== undefined)("the data of an earlier PostgreSQL is moved with its release", async () => {
    if (earlier === undefined) return;
    const earlierData = { DATA_DIR: join(folder, "earlier") };
    const newData = { DATA_DIR: join(folder, "newer") };
    const release = await createEarlierRelease(earlier, { root: folder, dataDir: earlierData.DATA_DIR });
    const database = await connectDatabase({
      databaseUrl: undefined,
      dataDir: earlierData.DATA_DIR,
      log: silentLog,
      purpose: "server",
      postgresOfRelease: release,
    });
    expect(database.describe()).toContain(`PostgreSQL ${earlier.majorVersion}.`);
    await migrate({ pool: database.pool, log: silentLog });
    await database.pool.query(
      "insert into source_spend (kind, name, month, cents, entered_by, entered_at) values ('channel', 'A', '2026-11-01', 1, 'B', now())",
    );
    // An upgrade asks this before it stops the server.
    const asked = await run(earlierData, "check-database");
    await database.close();
    const refused = await run(newData, "move", "from-folder", earlierData.DATA_DIR);
    for (const { code, output } of [asked, refused]) {
      expect(output).toContain(
        `was created by PostgreSQL ${earlier.majorVersion}, and this is PostgreSQL 18`,
      );
      expect(code).toBe(1);
    }
    const { code, output } = await run(
      newData,
      "move",
      "from-folder",
      earlierData.DATA_DIR,
      "--release",
      release,
    );
    expect(output).toContain("The data was moved.");
    expect(output).toMatch(/source_spend +1 +1 {2}equal/);
    expect(code).toBe(0);
    const server = await startServer({ dataDir: newData.DATA_DIR });
    await submit(server);
    await server.stop();
  });
});
