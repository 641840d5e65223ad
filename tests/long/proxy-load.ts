import { Agent, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { answers } from "../../bench/load/lead-requests.ts";

/** A page or a form, sent to a proxy. */
type Result = { what: string; problem: string | undefined };

export type Load = {
  /** Ends the load and waits for the responses. */
  stop(): Promise<{ total: number; forms: number; failures: string[] }>;
};

const requestsPerSecond = 50;
const pages = ["/", "/faqs", "/pre-loi-assessment", "/linkedin-live-signup"];
const host = "www.example.com";

/** Sends pages and forms to a proxy at a fixed rate, regardless of how fast it answers. Each request has a new connection and address. */
export function startProxyLoad(port: number): Load {
  const results: Promise<Result>[] = [];
  const stopping = new AbortController();
  const sending = (async () => {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      results.push(number % 5 === 0 ? sendForm(port, number) : sendPage(port, number));
      await sleep(1_000 / requestsPerSecond);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await sending;
      const all = await Promise.all(results);
      return {
        total: all.length,
        forms: all.filter(({ what }) => what.startsWith("POST")).length,
        failures: all.flatMap(({ what, problem }) => (problem === undefined ? [] : [`${what}: ${problem}`])),
      };
    },
  };
}

function sendPage(port: number, number: number): Promise<Result> {
  return send(port, number, "GET", pages[number % pages.length] ?? "/");
}

function sendForm(port: number, number: number): Promise<Result> {
  const form = {
    name: `Person ${number}`,
    email: `person-${number}@example.com`,
    phone: "(512) 555-0100",
    ...answers(number),
  };
  return send(port, number, "POST", "/functions/v1/pre-loi-assessment", JSON.stringify(form));
}

function send(port: number, number: number, method: string, path: string, body?: string): Promise<Result> {
  const what = `${method} ${path}`;
  return new Promise((resolve) => {
    const sent = request(
      {
        port,
        method,
        path,
        host: "127.0.0.1",
        servername: host,
        // The server limits the forms of an address.
        localAddress: `127.1.${(number >> 8) & 255}.${number & 255}`,
        headers: { host, "content-type": "application/json" },
        agent: new Agent({ keepAlive: false }),
        rejectUnauthorized: false,
        timeout: 30_000,
      },
      (response) => {
        response.resume();
        response.once("error", (error) => resolve({ what, problem: error.message }));
        response.once("end", () => {
          const status = response.statusCode ?? 0;
          resolve({ what, problem: status === 200 || status === 202 ? undefined : String(status) });
        });
      },
    );
    sent.once("timeout", () => sent.destroy(new Error("no response within 30 seconds")));
    sent.once("error", (error) => resolve({ what, problem: error.message }));
    sent.end(body);
  });
}
