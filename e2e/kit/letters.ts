import { spawnSync } from "node:child_process";
import { expect } from "@playwright/test";

/** What a letter to an address says, read through the shell as an operator would. Waits until it is written. */
export async function letterTo(email: string, kind: string): Promise<string> {
  let text = "";
  await expect
    .poll(() => {
      const lines = letters("list", "--show-recipients", "--limit", "10000").split("\n");
      const line = lines.find((each) => each.includes(`\t${kind}\t`) && each.endsWith(`\t${email}`));
      text = line === undefined ? "" : letters("show", line.split("\t")[0] ?? "");
      return text;
    })
    .toContain("Subject: ");
  return text;
}

/** The same letter as it was sent to programs that show HTML. */
export async function htmlLetterTo(email: string, kind: string): Promise<string> {
  const id = /^Id: (\S+)/m.exec(await letterTo(email, kind))?.[1] ?? "";
  return letters("show", id, "--html");
}

/** The first address in a letter that begins with a path of the site; without the site itself. */
export function pathIn(letter: string, start: string): string {
  const path = new RegExp(`https?://[^/\\s]+(${start}[^\\s>]*)`).exec(letter)?.[1];
  if (path === undefined) throw new Error(`The letter holds no address that begins with ${start}`);
  return path;
}

function letters(...args: string[]): string {
  const result = spawnSync("node", ["server/run-command.mjs", "letters", ...args], {
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
  });
  expect(result.stderr).toBe("");
  return result.stdout.trimEnd();
}
