import * as build from "virtual:react-router/server-build";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { assessmentEndpoint } from "#app/assessments/submission/assessment.api.server.ts";
import { isUnknownArticle } from "#app/pages/articles.ts";
import type { PublishedSite } from "#app/compliance/archive/published-site.ts";
import { answerEventCalendar } from "#app/events/emails/event-calendar.api.server.ts";
import { eventCalendarPath } from "#app/events/schedule/event-paths.ts";
import { eventSignupEndpoint } from "#app/events/signup/event-signup.api.server.ts";
import { visitsEndpoints, visitsPaths } from "#app/tracking/collector/visits.api.server.ts";
import { passkeyEndpoints } from "#app/identity/passkeys/passkey-endpoints.server.ts";
import { unsubscribeEndpoint, unsubscribePath } from "#app/people/preferences/unsubscribe.api.server.ts";
import { bookingsEndpoint } from "#app/people/bookings/bookings.api.server.ts";
import { loggablePath, readStaticSegments } from "#app/platform/http/loggable-path.ts";
import { requestLog } from "#server/middleware/request-log.ts";
import { pages as registeredPages } from "#app/pages/registry.ts";
import { securityText, securityTextPath } from "#app/pages/site-files/site-files.ts";
import { dashboardEndpoint } from "#app/staff/dashboard/dashboard.api.server.ts";
import { createExportSlots } from "#app/staff/export-button/export-slots.server.ts";
import { staffExports } from "#app/staff/exports/exports.api.server.ts";
import { createEmailDocuments } from "#app/staff/email-previews/email-documents.api.server.ts";
import { createMessageDocuments } from "#app/staff/event-messages/message-documents.api.server.ts";
import { createContentPreviews } from "#app/staff/content-preview/content-preview.api.server.ts";
import { createAffectedPeople } from "#app/staff/incidents/affected-people.api.server.ts";
import { createRecordPackages } from "#app/staff/record-download/record-package.api.server.ts";
import { createRecordDocuments } from "#app/staff/record/record-documents.api.server.ts";
import { streamEndpoint } from "#app/staff/live-updates/stream.api.server.ts";
import { personExports } from "#app/staff/person/person-export.api.server.ts";
import { findAnonymousScreen, signInEndpoint } from "#app/staff/auth/sign-in.api.server.ts";
import { singleSignOnEndpoints } from "#app/staff/auth/single-sign-on.api.server.ts";
import { signOnPath } from "#app/identity/single-sign-on/sign-on-paths.ts";
import { sessionEndpoint } from "#app/staff/session/session.api.server.ts";
import { answerPicture, answerAsset, answerStoredAsset } from "#server/assets/assets.ts";
import { answerSignInPage, answerUnknownPaths } from "#server/pages/answer-early.ts";
import {
  answerPage,
  createNotFoundAnswer,
  limitUnknownPaths,
  type UnknownPathAnswer,
} from "#server/pages/answer-page.ts";
import { answerFromMemory, type MemoryAnswer } from "#server/pages/answer-from-memory.ts";
import { answerSharedPages } from "#server/pages/answer-shared.ts";
import { answerSiteFile } from "#server/pages/site-files.ts";
import { answerThrown } from "#server/responses/faults.ts";
import { refuseOtherMethods } from "#server/pages/refuse-other-methods.ts";
import { bufferBody, limitBody } from "#server/middleware/body-limit.ts";
import { picturesBelow } from "#content/article-format/picture-address.ts";
import { articlePath } from "#content/article-format/article-address.ts";
import { formOrigins } from "#server/middleware/form-origins.ts";
import { rejectInvalidPaths } from "#server/middleware/odd-paths.ts";
import { checkOrigin } from "#server/middleware/origin-check.ts";
import { limitBodies } from "#server/middleware/limit-bodies.ts";
import { limitConcurrency } from "#server/middleware/limit-concurrency.ts";
import { limitRenders, type RenderLimit } from "#server/middleware/limit-renders.ts";
import { limitSessionChecks } from "#server/middleware/limit-session-checks.ts";
import { type RequestEnv, requestFacts } from "#server/responses/request-facts.ts";
import {
  retryAfter,
  retryAfterSeconds,
  securityHeaders,
  windowIsolation,
} from "#server/middleware/response-headers.ts";
import type { Pages } from "#server/pages/pages.ts";
import { createSite, type SiteDependencies } from "./site.ts";
import type { Publishing } from "#app/publishing/publication/publishing.server.ts";
import { answerMetrics } from "#server/monitoring/answer-metrics.ts";
import {
  countEarly,
  countRequests,
  type EarlyObserver,
  observeEarly,
  observeRequests,
} from "#server/monitoring/observe-requests.ts";
import { traceRequests } from "#server/monitoring/trace-requests.ts";

export type AppDependencies = SiteDependencies & {
  trustedOrigins: readonly string[];
  /** Other sites' origins whose pages may post to the public endpoints. */
  formOrigins: readonly string[];
  trustedProxies: readonly string[];
  /** Finds a browser file of another build. */
  findStoredAsset(path: string): Promise<Buffer | undefined>;
  /** Whether the database accepts writes. */
  isReady(): Promise<boolean>;
  /** Whether the server was told to stop. */
  isStopping(): boolean;
  /** Computes a client ID for the log that does not reveal the address. */
  clientDigest(address: string): string;
  /** Tests use a smaller limit. */
  maxRendersPerMinute?: number | undefined;
  /** The share of the requests answered from memory that is logged; none by default. */
  accessLogSample?: number | undefined;
};

export type App = Hono<{ Bindings: HttpBindings; Variables: RequestEnv }>;

/**
 * Creates the request pipeline, in the order in which requests pass through it. Starts nothing.
 * @returns also the answer to be tried before the pipeline, and the site that it sends, for the archive
 */
export function createApp(given: AppDependencies): {
  app: App;
  answerFromMemory: MemoryAnswer;
  pages: Pages;
  site: PublishedSite;
  publishing: Publishing;
} {
  const app: App = new Hono();
  const { publishing, pages, files, findPicture, headers, site } = createSite(given);
  const deps = { ...given, publishing };
  const { requestCounts } = deps.monitoring;
  let knownSegments: ReadonlySet<string> = new Set();
  const logDeps = { ...deps, loggablePath: (path: string) => maskPath(path, knownSegments) };
  const count = countEarly({ ...logDeps, counts: requestCounts, sampleShare: deps.accessLogSample ?? 0 });
  const early = observeEarly(count);
  const answerNotFound = createNotFoundAnswer(pages, logDeps, headers);
  app.use(rejectInvalidPaths(answerNotFound));
  routeProbes(app, deps, headers);

  // Cached responses are sent before the client is identified, which would cost more than the response.
  app.get("/assets/*", early("file", answerAsset(deps.findAsset, headers)));
  app.get("/assets/*", early("file", answerStoredAsset(deps.findStoredAsset, headers)));
  app.get(`${picturesBelow}*`, early("file", answerPicture(findPicture, headers)));
  app.get("*", early("memory", answerSharedPages(pages, headers)));
  app.get("*", early("file", answerSiteFile(files, headers)));
  for (const path of [eventCalendarPath(), eventCalendarPath(":eventId")]) {
    app.get(path, answerEventCalendar(deps, headers));
  }

  const origins = formOrigins([...deps.trustedOrigins, ...deps.formOrigins]);
  app.use(requestFacts(deps.trustedProxies, deps.log));
  const checkSession = limitSessionChecks();
  const limit = limitRenders({ ...deps, checkSession });
  const answerUnknown = limitUnknownPaths(answerNotFound, limit);
  routeMetrics(app, deps, { limit, headers });
  routeEarlyPages(app, deps, { pages, answerUnknown, limit, headers, early });

  routeVisits(app, deps, { pages, origins, headers });
  reportRequests(app, logDeps, headers);
  routeSecurityTxt(app, deps);
  routeFormEndpoints(app, deps, {
    origins,
    bodies: limitBodies(deps.identity, checkSession),
    concurrency: limitConcurrency(limit, checkSession),
  });

  // Later routes use sessions, so state-changing requests must come from our own pages.
  app.use(checkOrigin(deps.trustedOrigins));
  routeSignIn(app, deps, pages);
  routeStaffEndpoints(app, deps);
  routeRefusals(app);
  app.all("*", answerPage(pages, answerUnknown, limit));
  app.onError(answerThrown(deps.log));
  knownSegments = listSegments(app);
  const countMemory = (path: string, status: number) =>
    count({ route: "memory", method: "GET", path, status });
  const counts = { lookups: deps.monitoring.pageLookups, count: countMemory };
  return { app, answerFromMemory: answerFromMemory(pages, headers, counts), pages, site, publishing };
}

/** Counts, traces and logs the requests that are not answered early, and adds the headers of all responses. */
function reportRequests(
  app: App,
  deps: AppDependencies & { loggablePath(path: string): string },
  headers: Readonly<Record<string, string>>,
): void {
  const { requestCounts, observers } = deps.monitoring;
  app.use(
    retryAfter(),
    (_c, next) => deps.traffic.during(next),
    traceRequests(deps.loggablePath),
    observeRequests(requestCounts, observers?.request),
    requestLog(deps),
    securityHeaders({ ...headers, ...windowIsolation }),
  );
}

/** The segments of the paths of all pages and endpoints. */
function listSegments(app: App): ReadonlySet<string> {
  const pagePatterns = Object.values(build.routes).flatMap((route) => route?.path ?? []);
  return readStaticSegments([...pagePatterns, ...app.routes.map(({ path }) => path)]);
}

/** Returns a path for the log, in which the addresses of articles are known as well as the segments of routes. */
function maskPath(path: string, segments: ReadonlySet<string>): string {
  const has = (segment: string) => segments.has(segment) || !isUnknownArticle(articlePath(segment));
  return loggablePath(path, { has });
}

/** Refuses other methods than those of the endpoints. */
function routeRefusals(app: App): void {
  const refuseMethod = refuseOtherMethods(app);
  for (const path of ["/api/*", "/functions/*", "/assets/*", registeredPages.auth.path, `${signOnPath}/*`]) {
    app.all(path, refuseMethod);
  }
}

/** Responses that cost less than the request log and the endpoints. */
function routeEarlyPages(
  app: App,
  deps: AppDependencies,
  parts: {
    pages: Pages;
    answerUnknown: UnknownPathAnswer;
    limit: RenderLimit;
    headers: Readonly<Record<string, string>>;
    early: EarlyObserver;
  },
): void {
  const { pages, answerUnknown, limit, headers, early } = parts;
  const findScreen = (request: Request) => findAnonymousScreen(deps, request);
  const answerSignIn = answerSignInPage(pages, findScreen, limit, { ...headers, ...windowIsolation });
  app.get(registeredPages.auth.path, early("memory", answerSignIn));
  app.get("*", early("unknown", answerUnknownPaths(pages, answerUnknown)));
}

/** Registered before the request log, because logging a visit would cost more than storing it. Dropped visits are logged. */
function routeVisits(
  app: App,
  deps: AppDependencies,
  parts: {
    pages: Pages;
    origins: ReturnType<typeof formOrigins>;
    headers: Readonly<Record<string, string>>;
  },
): void {
  const { pages, origins, headers } = parts;
  for (const [path, maxBytes] of Object.entries(visitsPaths)) {
    const count = countRequests(deps.monitoring.requestCounts, "visit");
    app.on(["POST"], [path], count, securityHeaders(headers), origins, limitBody(maxBytes));
  }
  app.route("/functions/v1", visitsEndpoints({ ...deps, getDelivery: pages.getDelivery }));
}

/** Endpoints for monitoring. They are not logged: monitors call them often, and `isReady` logs each outage once. */
function routeProbes(app: App, deps: AppDependencies, headers: Readonly<Record<string, string>>): void {
  app.get("/healthz", (c) => c.text("ok", 200, headers));
  app.get("/readyz", async (c) => {
    // Kubernetes excludes a check with the same parameter. Proxies use it, because a proxy that removed all servers during an outage of
    // the database could not send the pages that they have in memory.
    const excludesDatabase = c.req.query("exclude") === "database";
    if (!deps.isStopping() && (excludesDatabase || (await deps.isReady()))) {
      return c.text("ready\n", 200, headers);
    }
    return c.text("The server is stopping, or the database rejects writes. See the log.\n", 503, {
      ...headers,
      "Retry-After": String(retryAfterSeconds),
    });
  });
}

/** Routes the metrics. Without a token they do not exist, like any unknown path. */
function routeMetrics(
  app: App,
  { monitoring: { metrics } }: AppDependencies,
  { limit, headers }: { limit: RenderLimit; headers: Readonly<Record<string, string>> },
): void {
  if (metrics !== undefined) app.get("/metrics", securityHeaders(headers), answerMetrics(metrics, limit));
}

/** Limits the requests of an address that follow, because all of them may use the database, and routes the public endpoints of forms. */
function routeFormEndpoints(
  app: App,
  deps: AppDependencies,
  middleware: {
    origins: ReturnType<typeof formOrigins>;
    bodies: ReturnType<typeof limitBodies>;
    concurrency: ReturnType<typeof limitConcurrency>;
  },
): void {
  const { origins, bodies, concurrency } = middleware;
  // Mail programs post from other origins (RFC 8058). The URL identifies the recipient, so the body is not read.
  app.on(["POST", "GET"], unsubscribePath, concurrency);
  app.route("/functions/v1", unsubscribeEndpoint(deps));
  // Registered before the body limit, so that pages of permitted sites can read every error response.
  app.use("/functions/*", origins);

  // Bodies are received before the limit, so that slow senders occupy no position of their address.
  // Not for GET: reading a body makes a request ten times as expensive.
  app.on(["POST", "PUT", "PATCH", "DELETE"], "*", bodies, bufferBody());
  app.use(concurrency);
  app.route("/functions/v1", assessmentEndpoint(deps));
  app.route("/functions/v1", eventSignupEndpoint(deps));
  app.route("/functions/v1", bookingsEndpoint(deps));
}

/** Serves security.txt. */
function routeSecurityTxt(app: App, deps: AppDependencies): void {
  app.get(securityTextPath, (c) => c.text(securityText(deps.siteUrl, deps.clock.now())));
}

/** The endpoints that screens of the staff area call: change feed, downloads and uploads. */
function routeStaffEndpoints(app: App, deps: AppDependencies & { publishing: Publishing }): void {
  app.route("/api", sessionEndpoint(deps));
  app.route("/api", dashboardEndpoint(deps));
  const exportSlots = createExportSlots();
  app.route("/api", staffExports({ ...deps, exportSlots }));
  app.route("/api", personExports({ ...deps, exportSlots }));
  app.route("/api", createEmailDocuments(deps));
  app.route("/api", createMessageDocuments(deps));
  app.route("/api", createRecordDocuments(deps));
  app.route("/api", createContentPreviews(deps));
  app.route("/api", createRecordPackages({ ...deps, exportSlots }));
  app.route("/api", createAffectedPeople({ ...deps, exportSlots }));
  app.route("/api", streamEndpoint(deps));
}

/** Routes each passkey endpoint by name, because no other endpoint of the library is exposed. */
function routeSignIn(app: App, deps: AppDependencies, pages: Pages): void {
  const { identity } = deps;
  for (const endpoint of passkeyEndpoints) {
    const [method = "", path = ""] = endpoint.split(" ");
    app.on(method, path, (c) =>
      identity.handle({ request: c.req.raw, clientAddress: c.get("clientAddress") }),
    );
  }
  app.route("/", signInEndpoint({ ...deps, renderVariant: pages.variant }));
  const { singleSignOn } = identity;
  if (singleSignOn !== undefined) app.route("/", singleSignOnEndpoints({ ...deps, singleSignOn }));
}
