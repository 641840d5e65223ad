import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { type PageServices, provideRequest } from "#app/request-context/request-context.server.ts";
import { handleError } from "#app/entry.server.tsx";
import { AppError } from "#app/platform/errors.ts";
import { type Log, silentLog } from "#app/platform/log.server.ts";
import { answerThrown } from "#server/responses/faults.ts";
import type { RequestEnv } from "#server/responses/request-facts.ts";

// Operators set alerts on this event name.
test.each([
  ["an endpoint", throwInEndpoint],
  ["a page", throwInPage],
])(
  "an unexpected error in %s is logged as request.failed; an expected error is not",
  async (_where, throwIn) => {
    expect(await throwIn(new Error("broken"))).toEqual(["error request.failed internal"]);
    expect(await throwIn(new AppError("unavailable", "away"))).toEqual(["error request.failed unavailable"]);
    expect(await throwIn(new AppError("invalid", "not a form"))).toEqual(["info request.refused invalid"]);
  },
);

test("browser navigation gets an HTML page; other clients get JSON", async () => {
  const error = new AppError("unavailable", "away");
  const shown = await askThrowing("/auth", error, silentLog, "text/html,*/*;q=0.8");
  expect(shown.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await shown.text()).toMatch(/<h1>Our database is unavailable\..*\(512\)/);
  for (const [path, accept] of [
    ["/auth", "application/json"],
    ["/api/session", "text/html"],
    ["/functions/v1/visitors", "text/html"],
  ] as const) {
    const answer = await askThrowing(path, error, silentLog, accept);
    expect([answer.status, answer.headers.get("content-type")], path).toEqual([503, "application/json"]);
  }
});

async function throwInEndpoint(error: Error): Promise<string[]> {
  const { lines, log } = recordingLog();
  await askThrowing("/api/session", error, log, "application/json");
  return lines;
}

function askThrowing(path: string, error: Error, log: Log, accept: string): Response | Promise<Response> {
  const app = new Hono<{ Bindings: HttpBindings; Variables: RequestEnv }>();
  app.all("*", () => {
    throw error;
  });
  app.onError(answerThrown(log));
  return app.request(path, { headers: { accept } }, { incoming: { destroyed: false, complete: true } });
}

function throwInPage(error: Error): string[] {
  const { lines, log } = recordingLog();
  const context = new RouterContextProvider();
  const handle = { scripts: "none", shared: false } as const;
  const services = { log } as PageServices; // only the log is used
  provideRequest(context, services, { requestId: "request-1", handle, nonce: "", clientAddress: "" });
  handleError(error, { request: new Request("http://localhost/"), params: {}, context });
  return lines;
}

function recordingLog(): { lines: string[]; log: Log } {
  const lines: string[] = [];
  const at: (level: string) => Log["info"] =
    (level) =>
    (event, fields = {}) =>
      void lines.push(`${level} ${event} ${String(fields["kind"])}`);
  return { lines, log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") } };
}
