import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { freePort, startServer } from "#tests/kit/running-server.ts";
import { openPlainBrowser } from "./browser-without-scripting.ts";
import { check, NotRun } from "./check.ts";
import { createClone, endGroup, type FreshClone } from "./clone.ts";
import { waitForHome, walk } from "./feature-tour.ts";
import { findCommitBefore } from "./previous-commit.ts";
import { expectEnded } from "./start-site.ts";

// This release on the content of the previous one, and the previous release on the schema of this one: its database tests, and a tour of its
// features. The previous release is the last tag or, without tags, the last commit before the newest
// migrations (`findCommitBefore`).

const migrations = "app/data/migrations";
/** Tests that compare the schema with its declarations. They report new columns, which is not a fault of the schema. */
const testsOfDeclarations = [
  "app/data/schema.db.test.ts",
  "app/data/migrations/migrate.db.test.ts",
  "tests/docs/privacy.db.test.ts",
];

const previous = await clonePrevious();
if (previous !== undefined) {
  try {
    await check("Its features on the new schema", () => prepareTour(previous));
    if (existsSync(join(previous.clone, "data"))) await walk(previous);
    await check("Its database tests on the new schema", () => runDatabaseTests(previous));
  } finally {
    await previous.leave();
  }
}

async function clonePrevious(): Promise<FreshClone | undefined> {
  let made: FreshClone | undefined;
  await check("The previous release", async () => {
    const commit = findPrevious();
    const clone = await createClone();
    await clone.run("git", ["checkout", "--quiet", commit]);
    await clone.run("npm", ["ci"]);
    made = clone;
    return (await clone.run("git", ["log", "-1", "--format=%h, %cs"])).trim();
  });
  return made;
}

function findPrevious(): string {
  try {
    return git("describe", "--tags", "--abbrev=0", "--match=v*", "HEAD^");
  } catch {
    // The commit before a change of the migrations has all that followed the previous change.
    const history = git("log", "--first-parent", "--format=%P", "--", migrations)
      .split("\n")
      .flatMap((parents) => parents.split(" ")[0] ?? [])
      .filter((commit) => commit !== "")
      .map((commit) => ({ commit, migrations: listMigrations(commit) }));
    const found = findCommitBefore(listMigrations("HEAD"), history);
    if (found === undefined) throw new NotRun("no commit has fewer migrations");
    return found;
  }
}

function listMigrations(commit: string): string[] {
  return git("ls-tree", "--name-only", `${commit}:${migrations}`)
    .split("\n")
    .filter((file) => file.endsWith(".sql"));
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}

/** The previous release publishes its content in a new data folder, and this release upgrades it. */
async function prepareTour(release: FreshClone): Promise<string> {
  const { clone, run } = release;
  if (!existsSync(join(clone, "server/cli/check-database.ts"))) {
    throw new NotRun("it does not start on the database of a later release");
  }
  await startOnce(release);
  const server = await startServer({ dataDir: join(clone, "data") });
  await server.stop();
  const answer = await run("npm", ["run", "--silent", "check-database"]);
  return answer.trim().split("\n").slice(-2).join(" ");
}

async function startOnce(release: FreshClone): Promise<void> {
  const port = await freePort();
  const server = release.start("npm", ["--silent", "start"], { PORT: String(port) });
  try {
    await waitForHome(openPlainBrowser(`http://localhost:${port}`));
  } finally {
    await endGroup(server);
    await expectEnded(release, port);
  }
}

/** The previous release runs the new files like its own. */
async function runDatabaseTests({ clone, run }: FreshClone): Promise<string> {
  for (const file of readdirSync(migrations).filter((each) => each.endsWith(".sql"))) {
    copyFileSync(join(migrations, file), join(clone, migrations, file));
  }
  for (const file of testsOfDeclarations) rmSync(join(clone, file));
  const printed = await run("npm", ["run", "--silent", "test:db"]);
  return /Tests .*/.exec(stripVTControlCharacters(printed))?.[0] ?? "passed";
}
