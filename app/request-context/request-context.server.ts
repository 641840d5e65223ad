import { createContext, type RouterContextProvider } from "react-router";
import type { Kysely } from "kysely";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Collector } from "#app/tracking/collector/collector.server.ts";
import type { SpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import type { CurrentEventReader } from "#app/events/schedule/current-event.server.ts";
import type { ChangeFeed } from "#app/people/change-feed/change-feed.server.ts";
import type { Identity } from "#app/identity/identity.server.ts";
import type { IntegrationServices } from "#app/integrations/destinations/integration-services.server.ts";
import type { EmailRegistry } from "#app/email/definition/define-email.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { HealthProbes } from "#app/platform/health.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { Fault } from "#app/pages/delivery/fault-context.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import type { PageAssets } from "#app/pages/delivery/page-assets.ts";
import type { Publishing } from "#app/publishing/publication/publishing.server.ts";
import type { SubmissionCounts } from "#app/intake/receive/submission-counts.ts";
import type { FormHandlers } from "#app/intake/quarantine/form-handler.server.ts";

/**
 * The program's services for loaders and actions, passed with each request. A command receives only the services that it declares.
 */
export type RequestServices = {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  /** The site's URL without a trailing slash. */
  siteUrl: string;
  /** Whether visitors' network addresses are stored without their last part. */
  shortensAddresses: boolean;
  /** URL of the script of an external service that identifies visitors who consent; undefined if none is configured. */
  identityPixelUrl: string | undefined;
  /** Secret of the scheduler's webhook; undefined if none is configured. */
  bookingWebhookSecret: string | undefined;
  /** Distinguishes people from automated clients. */
  spamCheckKeys: SpamCheckKeys;
  /** Counts submissions by their result. */
  submissionCounts: Pick<SubmissionCounts, "count">;
  identity: Identity;
  outbox: Outbox;
  /** The forms whose submissions can be quarantined and accepted. */
  formHandlers: FormHandlers;
  /** False without a mail server. Pages must not promise email then. */
  sendsEmail: boolean;
  /** All kinds of email, for the previews. */
  emails: EmailRegistry;
  /** Stores visits and their events. */
  collector: Collector;
  /** Reports the state of the database, the visits and the program. */
  health: HealthProbes;
  /** The live events, from memory. */
  events: Omit<CurrentEventReader, "refresh" | "stop">;
  /** The published content of the site, and what is needed to publish another release. */
  publishing: Publishing;
  /** Sends events to other systems. */
  integrations: IntegrationServices;
  /** Announces changes of leads and visits by any process. */
  changeFeed: Pick<ChangeFeed, "listen" | "listeners">;
  /** Pseudonyms of people outside the staff in the audit log. */
  persons: PersonKeys;
  /** The built styles and scripts. */
  assets: PageAssets;
};

/** Services that are available only while a page is rendered. */
export type PageServices = RequestServices & {
  /** Returns the document of a page that is identical for all visitors. @throws if the path has no such page */
  renderPage(path: string): Promise<string>;
};

/** Facts about one request. */
export type RequestFacts = {
  requestId: string;
  /** How the page is delivered, which determines rendering and the content security policy. */
  handle: PageHandle;
  /** Permits the inline scripts of this response. Empty if the page has none. */
  nonce: string;
  /** The visitor's network address according to the trusted-proxy setting. */
  clientAddress: string;
  /** Set if an error was thrown; determines the status of the response. */
  fault?: Fault;
};

// The default is null, because reading a context created with undefined throws.
const servicesContext = createContext<PageServices | null>(null);
const factsContext = createContext<RequestFacts | null>(null);

/** Adds services and facts to the context of one request. */
export function provideRequest(
  context: RouterContextProvider,
  services: PageServices,
  facts: RequestFacts,
): void {
  context.set(servicesContext, services);
  context.set(factsContext, facts);
}

/** Returns the program's services in a loader, action or middleware. */
export function servicesOf(context: Readonly<RouterContextProvider>): PageServices {
  const services = context.get(servicesContext);
  if (services === null) throw new Error("A page was rendered without its services.");
  return services;
}

/** Returns the facts of this request in a loader, action or middleware. */
export function factsOf(context: Readonly<RouterContextProvider>): RequestFacts {
  const facts = context.get(factsContext);
  if (facts === null) throw new Error("A page was rendered without the facts of its request.");
  return facts;
}
