import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { keepingTransport } from "#app/mail/transports/transport.ts";
import type { Log, LogFields } from "#app/platform/log.server.ts";
import { testDatabase } from "./database.ts";
import type { App } from "#server/app.ts";
import type { Program } from "#server/program.ts";

/** The address under which the site answers in tests. */
export const testSiteUrl = "http://localhost:3000";

export type LogEntry = { level: "debug" | "info" | "warn" | "error"; event: string; fields: LogFields };

/**
 * The built server on an empty database, behind its real door: headers, limits, pages, endpoints. Call it at the top of a
 * test file.
 */
export function testApp(options: { now?: Date } = {}) {
  const { db, pool } = testDatabase();
  const clock = { now: () => options.now ?? new Date() };
  const logged: LogEntry[] = [];
  let built: { app: App; program: Program } | undefined;

  beforeAll(async () => {
    const { createApp } = await builtModule<typeof import("#server/app.ts")>("app");
    const { assembleProgram } = await builtModule<typeof import("#server/program.ts")>("program");
    const { readBuiltAssets } = await builtModule<typeof import("#server/assets.ts")>("assets");
    const assets = await readBuiltAssets("build");
    const program = await assembleProgram({
      // The pool belongs to the test database and is closed with it.
      database: { db, pool, describe: () => "Data lives in a test.", close: () => Promise.resolve() },
      secret: "a secret for tests, longer than thirty-two characters",
      siteUrl: testSiteUrl,
      trustedOrigins: [testSiteUrl],
      clock,
      log: recordingLog(logged),
      assets,
      transport: keepingTransport,
    });
    const { app } = createApp({
      ...program.services,
      mode: "production",
      trustedOrigins: program.trustedOrigins,
      trustedProxies: ["10.0.0.0/8"],
      findAsset: assets.find,
      pictures: {},
      isReady: program.isReady,
      describeLetters: program.describeLetters,
      traffic: program.traffic,
    });
    built = { app, program };
  });
  afterAll(async () => built?.program.close());

  return {
    db,
    logged,
    /** Sends one request from an address of this machine and returns the answer. Redirects are not followed. */
    async request(path: string, init: RequestInit = {}, remoteAddress = "127.0.0.1"): Promise<Response> {
      if (built === undefined) throw new Error("The app is only there inside a test.");
      return built.app.request(new Request(testSiteUrl + path, init), undefined, {
        incoming: { socket: { remoteAddress } },
      });
    },
    /** Posts a form as our own page would. */
    async postForm(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
      return this.request(path, {
        method: "POST",
        headers: {
          origin: testSiteUrl,
          "content-type": "application/x-www-form-urlencoded",
          ...headers,
        },
        body: new URLSearchParams(fields),
      });
    },
    /** Posts JSON to an endpoint. */
    async postJson(path: string, body: unknown, headers: Record<string, string> = {}) {
      return this.request(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    },
    setUpSecret: () => built?.program.services.setUpSecret ?? "",
    /** Lets the pages know at once of events that a test has put into the database. */
    refreshEvents: async () => built?.program.events.refresh(),
  };
}

/** A module of the build, with the type of its source. */
async function builtModule<Module>(name: string): Promise<Module> {
  const file = join(process.cwd(), "build/server", `${name}.js`);
  // The bundle is made from exactly this source.
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Module;
}

function recordingLog(entries: LogEntry[]): Log {
  const at =
    (level: LogEntry["level"]) =>
    (event: string, fields: LogFields = {}): void => {
      entries.push({ level, event, fields });
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
