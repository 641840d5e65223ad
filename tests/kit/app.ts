import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll } from "vitest";
import type { Publishing } from "#app/publishing/publication/publishing.server.ts";
import type { PublishedSite } from "#app/compliance/archive/published-site.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { SignOnSettings } from "#app/identity/single-sign-on/sign-on-settings.ts";
import { pages } from "#app/pages/registry.ts";
import { storeOnlyTransport } from "#app/email/delivery/mail-transport.ts";
import type { Log, LogFields } from "#app/platform/log.server.ts";
import { testDatabase } from "./database.ts";
import { cheapPasswords, testKeyRing } from "./test-settings.ts";
import type { App } from "#server/app.ts";
import type { BuiltAssets } from "#server/assets/assets.ts";
import type { MemoryAnswer } from "#server/pages/answer-from-memory.ts";
import type { Pages } from "#server/pages/pages.ts";
import type { Program } from "#server/program.ts";

/** The site's URL in tests. */
export const testSiteUrl = "http://localhost:3000";

export type LogEntry = { level: "debug" | "info" | "warn" | "error"; event: string; fields: LogFields };

/**
 * The built server with an empty database and its complete request pipeline, without the jobs that no request needs. Call it at the top of
 * a test file.
 */
export function testApp(
  options: {
    now?: Date;
    /** Its public URL behind a proxy. */
    siteUrl?: string;
    formOrigins?: readonly string[];
    identityPixelUrl?: string;
    bookingWebhookSecret?: string;
    /** The address of a server of the test that speaks the API of Wealthbox. */
    wealthboxUrl?: string;
    signOn?: SignOnSettings;
    /** Whether there is a mail server. Emails are stored in any case. */
    sendsEmail?: boolean;
    maxRendersPerMinute?: number;
    metricsToken?: string;
    accessLogSample?: number;
  } = {},
) {
  const { db, pool } = testDatabase();
  const clock = { now: () => options.now ?? new Date() };
  const logged: LogEntry[] = [];
  let built:
    | {
        app: App;
        answerFromMemory: MemoryAnswer;
        pages: Pages;
        site: PublishedSite;
        publishing: Publishing;
        program: Program;
      }
    | undefined;

  beforeAll(async () => {
    const { createApp } = await builtModule<typeof import("#server/app.ts")>("app");
    const { assembleProgram } = await builtModule<typeof import("#server/program.ts")>("program");
    const { readBuiltAssets } = await builtModule<typeof import("#server/assets/assets.ts")>("assets");
    const assets = (builtAssets ??= readBuiltAssets("build"));
    const program = await assembleProgram({
      // The pool belongs to the test database and is closed with it.
      database: {
        db,
        pool,
        probePool: pool,
        describe: () => "Data is stored in a test.",
        close: () => Promise.resolve(),
      },
      keyRing: testKeyRing,
      isProduction: true,
      siteUrl: options.siteUrl ?? testSiteUrl,
      port: 3000,
      trustedOrigins: [options.siteUrl ?? testSiteUrl],
      shortensAddresses: false,
      identityPixelUrl: options.identityPixelUrl,
      bookingWebhookSecret: options.bookingWebhookSecret,
      signOn: options.signOn,
      requiresSecondPerson: false,
      allowsPrivateHosts: options.wealthboxUrl !== undefined,
      metricsToken: options.metricsToken,
      wealthboxUrl: options.wealthboxUrl,
      clock,
      log: recordingLog(logged),
      assets,
      transport: { ...storeOnlyTransport, sendsEmail: options.sendsEmail ?? false },
      passwordCost: cheapPasswords,
    });
    const created = createApp({
      ...program.services,
      mode: "production",
      trustedOrigins: program.trustedOrigins,
      formOrigins: options.formOrigins ?? [],
      trustedProxies: ["10.0.0.0/8"],
      findAsset: assets.find,
      findStoredAsset: program.storedAssets.find,
      pictures: {},
      isReady: program.isReady,
      isStopping: () => false,
      clientDigest: program.clientDigest,
      traffic: program.traffic,
      monitoring: program.monitoring,
      accessLogSample: options.accessLogSample,
      maxRendersPerMinute: options.maxRendersPerMinute,
    });
    built = { ...created, program };
  });
  afterAll(async () => built?.program.close());

  const formTokenFor = (path: string): { formToken?: string } => {
    const form = formsByPath[path];
    if (built === undefined || form === undefined) return {};
    const aMinuteAgo = new Date(clock.now().getTime() - 60_000);
    return {
      formToken: built.program.services.spamCheckKeys.issueFormToken(
        form,
        "page-version-of-a-test",
        aMinuteAgo,
      ),
    };
  };

  return {
    db,
    logged,
    /** Sends one request from a local address. Redirects are not followed. */
    async request(path: string, init: RequestInit = {}, remoteAddress = "127.0.0.1"): Promise<Response> {
      if (built === undefined) throw new Error("The app is available only inside a test.");
      return built.app.request(new Request(testSiteUrl + path, init), undefined, {
        incoming: { socket: { remoteAddress } },
      });
    },
    /** The app as a request listener, for tests of connections. */
    fetch: (...given: Parameters<App["fetch"]>): ReturnType<App["fetch"]> => {
      if (built === undefined) throw new Error("The app is available only inside a test.");
      return built.app.fetch(...given);
    },
    /** Answers requests for pages in memory before the app receives them, as the server does. */
    answerFromMemory: (...given: Parameters<MemoryAnswer>): boolean => {
      if (built === undefined) throw new Error("The app is available only inside a test.");
      return built.answerFromMemory(...given);
    },
    /** Posts a form like our page one minute after it was opened. */
    async postForm(
      path: string,
      fields: Record<string, string>,
      headers: Record<string, string> = {},
      remoteAddress?: string,
    ) {
      const body = new URLSearchParams({ ...formTokenFor(path), ...fields });
      const type = { "content-type": "application/x-www-form-urlencoded" };
      return this.request(
        path,
        { method: "POST", headers: { origin: testSiteUrl, ...type, ...headers }, body },
        remoteAddress,
      );
    },
    /** The form token of a page that was opened one minute ago. */
    formToken: (path: string): string => formTokenFor(path).formToken ?? "",
    /** Posts JSON to an endpoint. */
    async postJson(
      path: string,
      body: unknown,
      headers: Record<string, string> = {},
      remoteAddress?: string,
    ) {
      const init = {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      };
      return this.request(path, init, remoteAddress);
    },
    /** All registered routes, such as `GET /api/session`, including `ALL` and `*`. */
    routed: () => [...new Set((built?.app.routes ?? []).map(({ method, path }) => `${method} ${path}`))],
    acceptsForms: (path: string): boolean => built?.pages.getDelivery(path).acceptsForms === true,
    /** Whether React Router hydrates the page, which therefore has data requests. */
    hasDataRequests: (path: string): boolean => built?.pages.getDelivery(path).scripts === "router",
    /** The page renderer, for tests that count renders. */
    pages: (): Pages => {
      if (built === undefined) throw new Error("The app is available only inside a test.");
      return built.pages;
    },
    /** The site as the archive captures it. */
    site: (): PublishedSite => {
      if (built === undefined) throw new Error("The app is available only inside a test.");
      return built.site;
    },
    publishing: (): Publishing => {
      if (built === undefined) throw new Error("The app is available only inside a test.");
      return built.publishing;
    },
    setUpToken: () => built?.program.services.identity.keys.setUpToken() ?? "",
    /** Reloads the current event immediately after a test has changed it in the database. */
    refreshEvents: async () => built?.program.events.refresh(),
  };
}

/** Read once for all files of a worker. */
let builtAssets: BuiltAssets | undefined;

const formsByPath: Readonly<Record<string, LeadForm>> = {
  [pages.assessment.path]: "assessment",
  [pages.eventSignup.path]: "event-signup",
};

/** A module of the build, with the type of its source. */
async function builtModule<Module>(name: string): Promise<Module> {
  const file = join(process.cwd(), "build/server", `${name}.js`);
  // The bundle is built from this source.
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
