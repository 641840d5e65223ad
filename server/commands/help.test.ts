import { spawnSync } from "node:child_process";
import { Writable } from "node:stream";
import { expect, test } from "vitest";
import type { Shell } from "./command.ts";
import { run as audit } from "./audit.ts";
import { run as clock } from "./clock.ts";
import { run as demo } from "./demo.ts";
import { run as event } from "./event.ts";
import { run as letters } from "./letters.ts";
import { run as person } from "./person.ts";
import { run as quarantine } from "./quarantine.ts";
import { run as staff } from "./staff.ts";

type Run = (args: readonly string[], shell: Shell & { stdin: NodeJS.ReadStream }) => Promise<number>;
const commands: Readonly<Record<string, Run>> = {
  audit,
  clock,
  demo,
  event,
  letters,
  person,
  quarantine,
  staff,
};

test.each(Object.entries(commands))(
  "%s prints its usage on stdout and exits with 0 for --help and -h in any position",
  async (name, run) => {
    for (const args of [["--help"], ["-h"], ["list", "--help"]]) {
      const { code, out, problems } = await runWith(run, args);
      expect({ code, problems }).toEqual({ code: 0, problems: "" });
      expect(out).toMatch(new RegExp(`^Usage:\n {2}npm run ${name}`));
    }
  },
);

test.each(Object.entries(commands))(
  "%s prints its usage on stderr and exits with 2 for an unknown command, including after --",
  async (name, run) => {
    for (const args of [["unknown"], ["--", "--help"]]) {
      const { code, out, problems } = await runWith(run, args);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(problems).toContain(`Usage:\n  npm run ${name}`);
    }
  },
);

async function runWith(run: Run, args: readonly string[]) {
  const texts = { out: "", problems: "" };
  const collect = (key: keyof typeof texts) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        texts[key] += chunk.toString();
        done();
      },
    });
  const shell = { stdout: collect("out"), stderr: collect("problems"), stdin: process.stdin, env: {} };
  return { code: await run(args, shell), ...texts };
}

test.each(["bench/run.ts", "tests/run/prove.mjs"])(
  "%s --help prints its usage and exits with 0",
  (script) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--help"], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage:\n {2}npm run (bench|prove)/);
  },
);
