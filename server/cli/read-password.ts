import { createInterface as createLines } from "node:readline";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import type { Shell } from "./command.ts";

type Terminal = Pick<Shell, "stdin" | "stderr">;

/**
 * Reads a password from standard input: the first line of a pipe, or two matching entries at a terminal, which are not echoed.
 * @throws StartupProblem if no password was entered, or if the entries differ
 */
export async function readPassword(terminal: Terminal): Promise<string> {
  if (terminal.stdin.isTTY !== true) return readFirstLine(terminal.stdin);
  const password = await promptWithoutEcho(terminal, "Password: ");
  if (password !== (await promptWithoutEcho(terminal, "Repeat the password: "))) {
    throw new StartupProblem("The two passwords differ. Nothing was changed.");
  }
  return password;
}

async function readFirstLine(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createLines({ input })) return line;
  return "";
}

async function promptWithoutEcho({ stdin, stderr }: Terminal, prompt: string): Promise<string> {
  const canceled = new AbortController();
  const discard = new Writable({ write: (_chunk, _encoding, next) => next() });
  // With `terminal: true`, keys arrive one by one and are echoed to `output`, which discards them.
  const lines = createInterface({ input: stdin, output: discard, terminal: true });
  lines.once("SIGINT", () => canceled.abort());
  lines.once("close", () => canceled.abort());
  // Keys typed before the interface exists would be echoed, so the prompt comes after it.
  stderr.write(prompt);
  try {
    return await lines.question("", { signal: canceled.signal });
  } catch (error) {
    if (!canceled.signal.aborted) throw error;
    throw new StartupProblem("No password was entered. Nothing was changed.");
  } finally {
    lines.close();
    stderr.write("\n");
  }
}
