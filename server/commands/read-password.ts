import { createInterface as createLines } from "node:readline";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { StartupProblem } from "#app/platform/startup-problem.ts";

/** Where a command reads and asks: the process itself, or a test. */
export type Terminal = {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream;
};

/**
 * A password from standard input: its first line where it comes through a pipe, else asked for twice without showing it.
 * @throws StartupProblem where none was given, or two different ones
 */
export async function readPassword(terminal: Terminal): Promise<string> {
  if (terminal.stdin.isTTY !== true) return firstLine(terminal.stdin);
  const password = await askUnseen(terminal, "Password: ");
  if (password !== (await askUnseen(terminal, "The same again: "))) {
    throw new StartupProblem("The two passwords differ, so nothing was changed.");
  }
  return password;
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createLines({ input })) return line;
  return "";
}

async function askUnseen({ stdin, stderr }: Terminal, prompt: string): Promise<string> {
  const left = new AbortController();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // With `terminal`, the keys come here one by one and are echoed to `output`, which is nowhere.
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  lines.once("SIGINT", () => left.abort());
  lines.once("close", () => left.abort());
  // Only now: what is typed before the interface is there would be shown.
  stderr.write(prompt);
  try {
    return await lines.question("", { signal: left.signal });
  } catch (error) {
    if (!left.signal.aborted) throw error;
    throw new StartupProblem("No password was given, so nothing was changed.");
  } finally {
    lines.close();
    stderr.write("\n");
  }
}
