import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { argon2id } from "./argon2.server.ts";

const parameters = {
  message: "password",
  nonce: Buffer.from("somesaltsomesalt"),
  parallelism: 1,
  tagLength: 32,
  memory: 256,
  passes: 2,
};

describe("argon2id", () => {
  test("rejects invalid parameters and then computes the next hash", async () => {
    await expect(argon2id({ ...parameters, memory: 1 })).rejects.toThrow(/memory/);
    expect((await argon2id(parameters)).toString("base64")).toBe(
      "yrdGtGIZk/3JHsUHh5gLQUqQppLwvGjf4Z+cJbPLqew=",
    );
  });

  test("returns each of several hashes to its own caller", async () => {
    const messages = Array.from({ length: 8 }, (_, at) => `password ${at}`);
    const concurrent = await Promise.all(messages.map((message) => argon2id({ ...parameters, message })));
    for (const [at, message] of messages.entries()) {
      expect(concurrent[at]).toEqual(await argon2id({ ...parameters, message }));
    }
  });

  test.runIf(process.platform === "linux")("runs on a thread of the lowest priority", async () => {
    await argon2id(parameters);
    expect(niceValuesOfThreads()).toContain(19);
  });

  test("computes hashes where a sandbox forbids to change priorities, and fails for any other reason", () => {
    expect(hashWithout("EPERM")).toBe("yrdGtGIZk/3JHsUHh5gLQUqQppLwvGjf4Z+cJbPLqew=");
    expect(() => hashWithout("EINVAL")).toThrow(/A password was not hashed/);
  });
});

/** Computes the hash in a process whose calls to change a priority fail with this code. */
function hashWithout(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), "argon2-"));
  try {
    const [forbid, script] = [join(folder, "forbid.cjs"), join(folder, "hash.mjs")];
    writeFileSync(
      forbid,
      `require("node:os").setPriority = () => {
        throw Object.assign(new Error("not permitted"), { info: { code: "${code}" } });
      };
      Object.defineProperty(process, "platform", { value: "linux" });`,
    );
    const { href } = new URL("argon2.server.ts", import.meta.url);
    writeFileSync(
      script,
      `import { argon2id } from ${JSON.stringify(href)};
      const parameters = ${JSON.stringify({ ...parameters, nonce: "somesaltsomesalt" })};
      process.stdout.write((await argon2id(parameters)).toString("base64"));`,
    );
    return execFileSync(process.execPath, ["--require", forbid, script], { encoding: "utf8", stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Field 19 of `/proc/<pid>/task/<tid>/stat` is the nice value (proc_pid_stat(5)). The name in field 2 may contain spaces. */
function niceValuesOfThreads(): number[] {
  return readdirSync("/proc/self/task").map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  });
}
