import { resolve } from "node:path";
import { recordAudit } from "#app/audit/audit.server.ts";
import { BackupProblem } from "#app/backup/backup-problem.ts";
import { withClient } from "#app/backup/database/transactions.server.ts";
import { reopenSource } from "#app/backup/move/close-source.server.ts";
import {
  type ComparedTable,
  finishMove,
  moveDatabase,
  type MoveStep,
} from "#app/backup/move/move-database.server.ts";
import { verifyAudit, verifySite } from "#app/compliance/chains/verify-chains.server.ts";
import { type Env, readEnv } from "#app/platform/settings/env.server.ts";
import type { Secrets } from "#app/platform/key-ring.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import {
  commandSecrets,
  findGeneratedSecrets,
  restoreSecrets,
  writeSecretSettings,
} from "#server/settings/secret.ts";
import { formatCount } from "#server/database-copies/backup-options.ts";
import { defineCommand, done, failed, type Report, type Shell } from "./command.ts";
import {
  inFolder,
  type MoveEnd,
  onServer,
  openSource,
  openTarget,
} from "#server/database-copies/move-ends.ts";
import { createStepPrinter } from "#server/database-copies/restore-backup.ts";
import { reportBackupProblems } from "./restore.ts";

type Plan = {
  source: MoveEnd;
  target: MoveEnd;
  env: Env;
  /** The secrets of the servers on the source, if the settings might lack them. */
  findSecrets: () => Promise<Secrets | undefined>;
};

type Options = { undo?: true };

const undoText = "move nothing, and permit servers to use the source again after a move that did not finish";

/** `npm run move`: all data to another database. */
export const run = defineCommand("move", ({ program, shell, act }) => {
  program.description(
    "Moves all data to an empty database, compares it, and closes the source. Stop the servers first. An interrupted move continues when it is run again.",
  );
  program.addHelpText("after", '\ndocs/operations.md, "Move the data", has the steps.');
  const start = async (options: Options, plan: (env: Env) => Plan) =>
    act(await reportBackupProblems(() => runPlan(shell, plan, options)));
  program
    .command("to-server")
    .description("move the embedded database in DATA_DIR to the database of DATABASE_URL")
    .option("--undo", undoText)
    .action((options) => start(options, planToServer));
  program
    .command("to-folder")
    .description("move the database of DATABASE_URL to an embedded one in DATA_DIR, an empty or new folder")
    .option("--undo", undoText)
    .action((options) => start(options, planToFolder));
  program
    .command("from-folder")
    .description(
      "move the embedded database in another folder to the database of DATABASE_URL, else to DATA_DIR",
    )
    .argument("<folder>")
    .option("--release <folder>", "the release that used the folder, if its PostgreSQL is an earlier one")
    .option("--undo", undoText)
    .action((folder, { release, ...options }) =>
      start(options, (env) => planFromFolder(env, resolve(folder), release)),
    );
});

function planToServer(env: Env): Plan {
  const { databaseUrl, dataDir } = env;
  return {
    source: inFolder(dataDir),
    target: onServer(databaseUrl, dataDir),
    env,
    findSecrets: () => findGeneratedSecrets(dataDir),
  };
}

function planToFolder(env: Env): Plan {
  const { databaseUrl, dataDir } = env;
  const source = onServer(databaseUrl, dataDir);
  return { source, target: inFolder(dataDir), env, findSecrets: () => commandSecrets(env) };
}

function planFromFolder(env: Env, folder: string, release: string | undefined): Plan {
  const { databaseUrl, dataDir } = env;
  if (folder === dataDir) {
    throw new BackupProblem(
      `The folder ${folder} is DATA_DIR itself. Rename the folder, and run the command again with the new name.`,
    );
  }
  return {
    source: inFolder(folder, release === undefined ? undefined : resolve(release)),
    target: databaseUrl === undefined ? inFolder(dataDir) : onServer(databaseUrl, dataDir),
    env,
    findSecrets: () => findGeneratedSecrets(folder),
  };
}

async function runPlan(shell: Shell, choose: (env: Env) => Plan, { undo }: Options): Promise<Report> {
  const plan = choose(readEnv(shell.env));
  return undo === true ? undoMove(shell, plan) : move(shell, plan);
}

async function move(shell: Shell, plan: Plan): Promise<Report> {
  const { source, target } = plan;
  const log = createLog({ level: "warn", write: (line) => shell.stderr.write(line) });
  const printStep = createStepPrinter(shell);
  const secrets = await plan.findSecrets();
  const from = await openSource(source, log);
  try {
    const to = await openTarget(target, log);
    try {
      printStep(`Opened ${source.place} and ${target.place}`);
      const result = await moveDatabase({
        source: from.pool,
        target: to.pool,
        place: target.place,
        log,
        onStep: (step) => printStep(stepNames[step]),
        onTable: (name, rows) => {
          if (rows > 0) printStep(`Copied ${formatCount(rows, "row")} of ${name}`);
        },
        onCompared(tables) {
          printStep("Compared all rows");
          shell.stdout.write(formatTables(tables));
        },
      });
      if (result === "different") return failed(differenceText);
      const results = [await verifySite(to.db), await verifyAudit(to.db)];
      printStep("Verified the record of the site and the audit log");
      const details = { from: source.kind, to: target.kind };
      await recordAudit(to.db, { action: "database-moved", actor: { kind: "shell" }, details });
      const advice = await handSecretsOver(plan, secrets);
      await finishMove(to.pool);
      return describeResult({
        plan,
        problems: results.flatMap(({ problems }) => problems),
        place: to.describe(),
        advice,
      });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

const stepNames: Readonly<Record<MoveStep, string>> = {
  schema: "Created the schema",
  closed: "Closed the source: no server can start on it or write to it",
  rows: "Copied all tables",
  rules: "Restored the constraints, triggers and sequences",
  update: "Updated the schema to this release",
};

const differenceText =
  "The tables above differ, so the move did not finish, and no server starts on the target. Run the same command again, which copies these tables again. If they still differ, run it with --undo to use the source again, and report this.";

function formatTables(tables: readonly ComparedTable[]): string {
  const shown = tables.filter((table) => table.sourceRows > 0 || !table.isEqual);
  const width = Math.max(...shown.map(({ name }) => name.length));
  const format = (name: string, from: string, to: string, result: string) =>
    `${name.padEnd(width)} ${from.padStart(12)} ${to.padStart(12)}  ${result}\n`;
  return [
    format("Table", "Source rows", "Target rows", "Checksums"),
    ...shown.map(({ name, sourceRows, targetRows, isEqual }) =>
      format(name, toText(sourceRows), toText(targetRows), isEqual ? "equal" : "DIFFERENT"),
    ),
    `The other ${formatCount(tables.length - shown.length, "table")} are empty in both databases.\n`,
  ].join("");
}

function toText(rows: number): string {
  return rows.toLocaleString("en-US");
}

/** @returns what the administrator must do, if the settings of the target's servers lack a secret */
async function handSecretsOver(
  { source, target, env }: Plan,
  secrets: Secrets | undefined,
): Promise<string | undefined> {
  if (secrets === undefined) return undefined;
  if (target.kind === "folder") {
    await restoreSecrets(target.dataDir, secrets);
    return undefined;
  }
  const known = [env.sessionSecret, ...env.previousSessionSecrets];
  if (secrets.every((secret) => known.includes(secret))) return undefined;
  const file = await writeSecretSettings(source.dataDir, secrets);
  return `The settings do not contain the secret of the data. It is in ${file}: set SESSION_SECRET to it, or add it to SESSION_SECRET_PREVIOUS, and then delete that file.`;
}

function describeResult({
  plan: { source, target },
  problems,
  place,
  advice,
}: {
  plan: Plan;
  problems: readonly string[];
  place: string;
  advice: string | undefined;
}): Report {
  const lines = [
    ...problems,
    problems.length === 0
      ? "The data was moved."
      : "The data was moved. It contained the problems above already: see docs/compliance.md.",
    place,
    ...(advice === undefined ? [] : [advice]),
    target.kind === "server"
      ? "Start the servers with this DATABASE_URL."
      : "Start the server with this DATA_DIR and an empty DATABASE_URL.",
    `Servers can no longer use ${source.place}. It contains personal data, so delete it when you no longer need it.`,
  ];
  return problems.length === 0 ? done(lines.join("\n")) : failed(lines.join("\n"));
}

async function undoMove(shell: Shell, { source }: Plan): Promise<Report> {
  const log = createLog({ level: "warn", write: (line) => shell.stderr.write(line) });
  const database = await openSource(source, log);
  try {
    const undone = await withClient(database.pool, reopenSource);
    if (undone === undefined) return failed(`Nothing was changed: ${source.place} was not moved.`);
    return done(
      `Servers can use ${source.place} again. Do not start servers on ${undone.place}: what they stored there is not in the source. Delete what the move has copied to it.`,
    );
  } finally {
    await database.close();
  }
}
