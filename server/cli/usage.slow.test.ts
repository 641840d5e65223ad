import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { runCommand } from "#tests/kit/run-command.ts";
import { run as audit } from "./audit.ts";
import { run as backup } from "./backup.ts";
import { run as checkDatabase } from "./check-database.ts";
import { run as clock } from "./clock.ts";
import type { Run } from "./command.ts";
import { run as demo } from "./demo.ts";
import { run as event } from "./event.ts";
import { run as move } from "./move.ts";
import { run as person } from "./person.ts";
import { run as record } from "./record.ts";
import { run as restore } from "./restore.ts";
import { run as staff } from "./staff.ts";
import { run as verify } from "./verify.ts";

const commands: Readonly<Record<string, Run>> = {
  audit,
  backup,
  "check-database": checkDatabase,
  clock,
  demo,
  event,
  move,
  person,
  record,
  restore,
  staff,
  verify,
};

test.each(Object.entries(commands))(
  "%s prints its usage on stdout and exits with 0 for --help and -h in any position",
  async (name, run) => {
    for (const args of [["--help"], ["-h"], ["list", "--help"]]) {
      const { code, out, problems } = await runCommand(run, args);
      expect({ code, problems }).toEqual({ code: 0, problems: "" });
      expect(out).toMatch(new RegExp(`^Usage: npm run ${name} -- `));
    }
  },
);

test.each(Object.entries(commands))("%s names the installed command on a server", async (name, run) => {
  const runInstalled = (args: string[]) => runCommand(run, args, {}, "", { LAUNCHER: "exit-planning" });
  const { out } = await runInstalled(["--help"]);
  const { problems } = await runInstalled(["--unknown"]);
  expect(out).toMatch(new RegExp(`^Usage: exit-planning ${name} \\[`));
  expect(problems).toContain(`\nUsage: exit-planning ${name} [`);
  expect(out + problems).not.toContain("npm");
});

/** The first argument of the others is a file. */
const withSubcommands = Object.entries(commands).filter(([name]) => !["restore", "verify"].includes(name));

test.each(withSubcommands)(
  "%s prints an error and its usage on stderr and exits with 2 for an unknown command, including after --",
  async (name, run) => {
    for (const args of [["unknown"], ["--", "--help"]]) {
      const { code, out, problems } = await runCommand(run, args);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(problems).toMatch(new RegExp(`^error: .*\n\nUsage: npm run ${name} -- `));
    }
  },
);

const add = (email: string, ...more: string[]) => ["add", email, "--role", "staff", ...more];
const needed = "--title|A title|--start|2026-12-10T12:00|--join-url|https://live.example.com/a".split("|");
const roles = "Allowed choices are owner, staff, examiner.";

test.each<[Run, string[], string]>([
  [staff, ["add", "--role", "owner"], "missing required argument 'email'"],
  [staff, ["add", "ruth@example.com"], "required option '--role <role>' not specified"],
  [staff, ["add", "ruth@example.com", "--role", "king"], roles],
  [staff, ["approve", "ruth@example.com", "--role", "pending"], roles],
  [staff, ["link"], "missing required argument 'email'"],
  [staff, ["reset-second-factor"], "missing required argument 'email'"],
  [staff, ["approve", "ruth@example.com", "--role", "staff", "--until", "2026-12-31"], "only the role of an"],
  [staff, ["remove", "ruth@example.com", "--until", "2026-12-31"], "unknown option '--until'"],
  [staff, ["remove", "a@example.com", "b@example.com"], "too many arguments"],
  [staff, ["list", "--all"], "unknown option '--all'"],
  [staff, ["add", "ruth@example.com", "--role"], "argument missing"],
  [event, ["add"], "missing --title, --start, --join-url, --topic"],
  [event, ["add", ...needed], "missing --topic"],
  [event, ["add", "A title", ...needed, "--topic", "Tax"], "too many arguments"],
  [event, ["add", "--title"], "argument missing"],
  [event, ["edit", "--capacity", "60"], "missing required argument 'id'"],
  [event, ["edit", "e1"], "give at least one option to change"],
  [event, ["cancel"], "missing required argument 'id'"],
  [event, ["cancel", "e1", "e2"], "too many arguments"],
  [event, ["cancel", "e1", "--title", "Another"], "unknown option '--title'"],
  [event, ["list", "--capacity", "60"], "unknown option '--capacity'"],
  [person, ["erase"], "missing required argument 'email'"],
  [person, ["erase", "Ada Byron"], "Enter an email address."],
  [person, ["erase", "ada@example.com", "now"], "too many arguments"],
  [person, ["erase", "ada@example.com", "--phone"], "unknown option '--phone'"],
  [person, ["erase", "ada@example.com", "--keep-all"], "unknown option '--keep-all'"],
  [person, ["export", "ada@example.com", "--keep-letters"], "unknown option '--keep-letters'"],
  [person, ["withdraw", "ada@example.com", "--keep-letters"], "unknown option '--keep-letters'"],
  [person, ["withdraw", "--phone"], "missing required argument 'email'"],
  [person, ["consent", "ada@example.com"], "give --email, --phone or both"],
  [person, ["rewrite", "ada@example.com"], "too many arguments"],
  [person, ["rewrite", "--keep-letters"], "unknown option '--keep-letters'"],
  [person, ["toString", "ada@example.com"], "unknown command 'toString'"],
  [audit, ["list", "120"], "too many arguments"],
  // Ignoring one of these values would list other entries than requested.
  [audit, ["list", "--action", "exported"], "Allowed choices are signed-in, "],
  [audit, ["list", "--action", " signed-in"], "Allowed choices are signed-in, "],
  [audit, ["list", "--actor", "ruth"], 'Enter an email address, "shell" or "visitor".'],
  [audit, ["list", "--actor", ""], 'Enter an email address, "shell" or "visitor".'],
  [audit, ["list", "--person", "Ada Byron"], "Enter an email address."],
  [audit, ["list", "--since", "yesterday"], "Enter a date like 2026-11-01."],
  [audit, ["list", "--since", "2026-02-29"], "Enter a date like 2026-11-01."],
  [audit, ["list", "--until", "2026-11-31"], "Enter a date like 2026-11-01."],
  [audit, ["list", "--since", "0000-01-01"], "Enter a date like 2026-11-01."],
  [audit, ["list", "--until", "2026-11-1"], "Enter a date like 2026-11-01."],
  [audit, ["list", "--before", "0"], "Enter a number from 1 to "],
  [audit, ["list", "--before", "9999999999999999"], "Enter a number from 1 to "],
  [audit, ["list", "--limit", "10001"], "Enter a number from 1 to 10000."],
  [audit, ["list", "--limit", "many"], "Enter a number from 1 to 10000."],
  [audit, ["list", "--all"], "unknown option '--all'"],
  [clock, ["confirm"], "missing required argument 'date'"],
  [clock, ["confirm", "today"], "Give today’s date, like 2026-11-22."],
  [clock, ["confirm", "2026-02-30"], "Give today’s date, like 2026-11-22."],
  [clock, ["status", "now"], "too many arguments"],
  [record, ["export"], "missing required argument 'folder'"],
  [record, ["export", "copy", "--at", "March 3"], "Enter a time like 2026-03-03T10:00."],
  [record, ["export", "copy", "--at", "2026-02-30T10:00"], "Enter a time like 2026-03-03T10:00."],
  [record, ["export", "copy", "--at", "0000-01-01T10:00"], "Enter a time like 2026-03-03T10:00."],
  [record, ["export", "copy", "--at", "2026-03-03T24:00"], "Enter a time like 2026-03-03T10:00."],
  [record, ["verify", "all"], "too many arguments"],
  [backup, ["--to"], "argument missing"],
  [backup, ["/backups"], "too many arguments"],
  [restore, [], "missing required argument 'file'"],
  [restore, ["a.backup", "b.backup"], "too many arguments"],
  [restore, ["a.backup", "--drill"], "unknown option '--drill'"],
  [verify, ["--drill"], "missing required argument 'file'"],
  [move, ["to-server", "postgres://a"], "too many arguments"],
  [move, ["from-folder"], "missing required argument 'folder'"],
  [move, ["from-folder", "data", "--release"], "argument missing"],
  [demo, ["drop"], "Allowed choices are add, remove."],
  [demo, ["remove", "all"], "too many arguments"],
])("%o %j is a usage error", async (run, args, problem) => {
  const { code, out, problems } = await runCommand(run, args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(problems).toContain(problem);
  expect(problems).toContain("\nUsage: ");
});

test.each([staff, event, person, audit, clock, record, move])(
  "without arguments, a command prints its usage",
  async (run) => {
    const { code, out, problems } = await runCommand(run, []);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(problems).toMatch(/^Usage: /);
  },
);

test("the value of an unknown option is not echoed", async () => {
  const { problems } = await runCommand(staff, add("ruth@example.com", "--password=limestone"));
  expect(problems).toMatch(/^error: unknown option '--password'/);
  expect(problems).not.toContain("limestone");
});

test.each(["bench/run.ts", "tests/run/prove.mjs"])(
  "%s --help prints its usage and exits with 0",
  (script) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--help"], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage:\n {2}npm run (bench|prove)/);
  },
);
