import { readFileSync, readdirSync } from "node:fs";
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
});

/** Field 19 of `/proc/<pid>/task/<tid>/stat` is the nice value (proc_pid_stat(5)). The name in field 2 may contain spaces. */
function niceValuesOfThreads(): number[] {
  return readdirSync("/proc/self/task").map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16]);
  });
}
