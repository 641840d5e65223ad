import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The response of the bare server to every request. */
export type BareResponse = { headers: readonly (readonly [name: string, value: string])[]; body: Buffer };

/** Starts the bare server with the bytes and headers of one of our responses. */
export async function startBareServer(
  answer: BareResponse,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const script = fileURLToPath(new URL("bare-server.ts", import.meta.url));
  const child = fork(script, [], { env: { PATH: process.env.PATH, NODE_ENV: "production" } });
  const ended = once(child, "exit");
  // Node's server adds these headers itself.
  const headers = answer.headers.filter(([name]) => !/^(date|connection|keep-alive)$/i.test(name));
  const port = new Promise<unknown>((resolve, reject) => {
    child.once("message", resolve);
    child.once("error", reject);
    child.once("exit", () => reject(new Error("The bare server exited.")));
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
