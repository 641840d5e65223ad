import { createContext, type RouterContextProvider } from "react-router";
import type { Kysely } from "kysely";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Collector } from "#app/tracking/collector/collector.server.ts";
import type { SpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import type { CurrentEventReader } from "#app/events/schedule/current-event.server.ts";
import type { ChangeFeed } from "#app/people/change-feed/change-feed.server.ts";
import type { Identity } from "#app/identity/identity.server.ts";
import type { EmailRegistry } from "#app/email/definition/define-email.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { HealthProbes } from "#app/platform/health.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { Fault } from "#app/pages/delivery/fault-context.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import type { PageAssets } from "#app/pages/delivery/page-assets.ts";
import type { FormHandlers } from "#app/intake/quarantine/form-handler.server.ts";

/**
 * What a loader or action may take from the running program. Handed over with each request; a command gets only what it
 * names.
 */
export type RequestServices = {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  /** The site's own address, without a slash at the end. */
  siteUrl: string;
  /** Whether visitors' addresses are kept without their last part. */
  shortensAddresses: boolean;
  /** Script of an outside service that recognizes visitors who allow it; undefined: there is none. */
  identityPixelUrl: string | undefined;
  /** What tells people from programs. */
  abuse: SpamCheckKeys;
  identity: Identity;
  outbox: Outbox;
  /** The forms whose submissions can be quarantined and accepted. */
  formHandlers: FormHandlers;
  /** False without a mail server. Pages must not promise email then. */
  sendsEmail: boolean;
  /** Every kind of email, for the previews. */
  emails: EmailRegistry;
  /** Where visits and their events are stored. */
  collector: Collector;
  /** How database, visits and program fare. */
  health: HealthProbes;
  /** The live event as things stand. */
  events: Pick<CurrentEventReader, "eventStatus" | "stamp">;
  /** Reports changes of leads and visits, from any process. */
  news: Pick<ChangeFeed, "listen" | "listeners">;
  /** Under which name a person who is no staff stands in the audit log. */
  persons: PersonKeys;
  /** Built styles and scripts, as pages name them. */
  assets: PageAssets;
};

/** What a page may also ask for while it is rendered. */
export type PageServices = RequestServices & {
  /** The document at an address whose page is the same for everyone. @throws where there is none */
  renderPage(path: string): Promise<string>;
};

/** What is true of this one request. */
export type RequestFacts = {
  requestId: string;
  /** How the page is delivered; the renderer and the content security policy follow it. */
  handle: PageHandle;
  /** Allows this answer's own inline scripts, and no others. Empty where the page has none. */
  nonce: string;
  /** The visitor's address as the trusted-proxy setting finds it. */
  clientAddress: string;
  /** Set when something was thrown on the way to the answer; decides its status. */
  fault?: Fault;
};

// The default is null, not undefined: a context created with undefined throws when it is read.
const servicesContext = createContext<PageServices | null>(null);
const factsContext = createContext<RequestFacts | null>(null);

/** Puts services and facts into the context of one request. */
export function provideRequest(
  context: RouterContextProvider,
  services: PageServices,
  facts: RequestFacts,
): void {
  context.set(servicesContext, services);
  context.set(factsContext, facts);
}

/** The running program's services, inside a loader, action or middleware. */
export function servicesOf(context: Readonly<RouterContextProvider>): PageServices {
  const services = context.get(servicesContext);
  if (services === null) throw new Error("A page was rendered without its services.");
  return services;
}

/** The facts of this request, inside a loader, action or middleware. */
export function factsOf(context: Readonly<RouterContextProvider>): RequestFacts {
  const facts = context.get(factsContext);
  if (facts === null) throw new Error("A page was rendered without the facts of its request.");
  return facts;
}
