import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { type PageServices, provideRequest } from "#app/context.server.ts";
import { handleError } from "#app/entry.server.tsx";
import { AppError } from "#app/platform/errors.ts";
import type { Log } from "#app/platform/log.server.ts";
import { answerThrown } from "./faults.ts";
import type { RequestEnv } from "./middleware/request-facts.ts";

// An operator's alert stands on this name.
test.each([
  ["an endpoint", throwInEndpoint],
  ["a page", throwInPage],
])("a fault of %s is logged as request.failed, a refusal is not", (_where, throwIn) => {
  expect(throwIn(new Error("broken"))).toEqual(["error request.failed internal"]);
  expect(throwIn(new AppError("unavailable", "away"))).toEqual(["error request.failed unavailable"]);
  expect(throwIn(new AppError("invalid", "not a form"))).toEqual(["info request.refused invalid"]);
});

function throwInEndpoint(error: Error): string[] {
  const { lines, log } = recordingLog();
  const values: Partial<Context<{ Bindings: HttpBindings; Variables: RequestEnv }>> = {
    env: { incoming: { destroyed: false, complete: true } } as HttpBindings, // the two that are read
    get: () => "request-1",
  };
  answerThrown(log)(error, values as Context<{ Bindings: HttpBindings; Variables: RequestEnv }>); // as above
  return lines;
}

function throwInPage(error: Error): string[] {
  const { lines, log } = recordingLog();
  const context = new RouterContextProvider();
  const handle = { scripts: "none", shared: false } as const;
  const services = { log } as PageServices; // nothing else is read
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
