import { Readable, Writable } from "node:stream";
import type { Run, Services } from "#server/cli/command.ts";
import { testKeyRing } from "./test-settings.ts";

export type CommandResult = { code: number; out: string; problems: string };

/** Runs a command in this process. @param services without a database, the command must not need one */
export async function runCommand(
  run: Run,
  args: readonly string[],
  services: Partial<Services> = {},
  input = "",
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const texts = { out: "", problems: "" };
  const collect = (key: keyof typeof texts) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        texts[key] += chunk.toString();
        done();
      },
    });
  const shell = {
    stdin: Readable.from([input]),
    stdout: collect("out"),
    stderr: collect("problems"),
    env,
  };
  const given = {
    clock: { now: () => new Date() },
    keyRing: () => Promise.resolve(testKeyRing),
    siteUrl: "https://www.example.com",
    ...services,
  };
  // A command fails if it uses a service that the test omits.
  const code = await run(args, shell, (_, action) => action(given as Services));
  return { code, ...texts };
}
