import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What the bare server answers to everything. */
export type BareAnswer = { headers: readonly (readonly [name: string, value: string])[]; body: Buffer };

/** Starts the bare server with an answer of ours: the same bytes and headers, without anything that makes them. */
export async function startBareServer(
  answer: BareAnswer,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const script = fileURLToPath(new URL("bare-server.ts", import.meta.url));
  const child = fork(script, [], { env: { PATH: process.env.PATH, NODE_ENV: "production" } });
  const ended = once(child, "exit");
  // Node's own server adds these again.
  const headers = answer.headers.filter(([name]) => !/^(date|connection|keep-alive)$/i.test(name));
  const port = new Promise<unknown>((resolve, reject) => {
    child.once("message", resolve);
    child.once("error", reject);
    child.once("exit", () => reject(new Error("The bare server ended.")));
  });
  child.send({ headers, body: answer.body.toString("base64") });
  return {
    url: `http://127.0.0.1:${String(await port)}/`,
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
