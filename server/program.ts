import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import { createStoredAssets, type StoredAssets } from "#app/data/assets/stored-assets.server.ts";
import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { migrate } from "#app/data/migrations/migrate.server.ts";
import { createReadinessCheck } from "#app/data/health/readiness.server.ts";
import { hasOwner } from "#app/identity/account-management/add-account.server.ts";
import type { PasswordCost } from "#app/identity/passwords/hash-password.server.ts";
import type { SignOnSettings } from "#app/identity/single-sign-on/sign-on-settings.ts";
import { createIdentity } from "#app/identity/identity.server.ts";
import { createIdentityKeys, type IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { countPreviousSeals } from "#app/identity/second-factor/authenticator.server.ts";
import {
  type CurrentEventReader,
  startCurrentEventReader,
} from "#app/events/schedule/current-event.server.ts";
import { seedEvents } from "#app/events/management/seed-events.server.ts";
import { startDeliveryWorker } from "#app/integrations/deliveries/delivery-worker.server.ts";
import { createIntegrationKeys } from "#app/integrations/destinations/integration-keys.server.ts";
import { resealSecrets } from "#app/integrations/destinations/reseal-secrets.server.ts";
import { createRequestSender } from "#app/integrations/requests/send-request.server.ts";
import { createWealthboxSender } from "#app/integrations/wealthbox/send-to-wealthbox.server.ts";
import { createWebhookSender } from "#app/integrations/webhooks/send-webhook.server.ts";
import { createChangeFeed, type ChangeFeed } from "#app/people/change-feed/change-feed.server.ts";
import {
  type StartedPublishing,
  startPublishing,
} from "#app/publishing/publication/start-publishing.server.ts";
import { startRetention, type Retention } from "#app/people/retention/retention.server.ts";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { createCollector, type Collector } from "#app/tracking/collector/collector.server.ts";
import { createBounceKeys } from "#app/email/bounces/bounce-keys.server.ts";
import type { BounceMailbox } from "#app/email/bounces/bounce-mailbox.ts";
import { type BounceReader, startBounceReader } from "#app/email/bounces/bounce-reader.server.ts";
import { openImapMailbox } from "#app/email/bounces/imap-mailbox.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { startMailWorker } from "#app/email/delivery/mail-worker.server.ts";
import { type MailTransport, storeOnlyTransport } from "#app/email/delivery/mail-transport.ts";
import { createSmtpTransport } from "#app/email/delivery/smtp-transport.server.ts";
import { createClientDigest } from "#app/platform/http/client-address.server.ts";
import { type Clock, systemClock } from "#app/platform/clock.ts";
import { pages } from "#app/pages/registry.ts";
import type { Env } from "#app/platform/settings/env.server.ts";
import { createKeyRing, type KeyRing } from "#app/platform/key-ring.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { RepeatingTask } from "#app/platform/repeat.server.ts";
import { createTraffic, type Traffic } from "#app/platform/http/traffic.ts";
import { listPostalAddressLines } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import type { PageAssets } from "#app/pages/delivery/page-assets.ts";
import { startTaxYearCheck } from "#server/jobs/tax-year-check.ts";
import { type ProgramBackups, readBackupSettings, startProgramBackups } from "#server/jobs/backups.ts";
import { createEmails } from "./emails.ts";
import { formHandlers } from "./form-handlers.ts";
import { createMonitoring, type Monitoring, startReports } from "#server/monitoring/monitoring.ts";
import { startScheduledJobs } from "#server/jobs/scheduled-jobs.ts";
import { builtAt } from "#server/settings/build.ts";
import { programSecrets } from "#server/settings/secret.ts";
import { readDisk } from "#app/data/health/read-disk.server.ts";
import { readDatabaseHealth } from "#app/data/health/database-health.server.ts";
import type { HealthProbes } from "#app/platform/health.ts";
import type { WorkerLink } from "#server/workers/worker.ts";
import { version } from "#package.json";

/** The long-lived services: database, email, events and identity, with a common start and stop. */
export type Program = {
  services: Omit<RequestServices, "publishing"> & { publishing: StartedPublishing["services"] };
  trustedOrigins: readonly string[];
  isReady(): Promise<boolean>;
  /** Computes a client ID for the log that does not reveal the address. */
  clientDigest(address: string): string;
  traffic: Traffic;
  monitoring: Monitoring;
  events: CurrentEventReader;
  storedAssets: StoredAssets;
  /** Stopped before the HTTP server, because open subscriptions would delay its shutdown. */
  changeFeed: Pick<ChangeFeed, "stop">;
  /** Starts the jobs that no request needs. A server starts them after its first page, which they would delay. */
  startJobs(): void;
  /** Startup messages for the administrator: data location, email delivery, sample content and the setup link. */
  describe(): Promise<string[]>;
  close(): Promise<void>;
};

/**
 * Migrates the database and assembles the program. If that fails, the database is closed.
 * @param options.port the port that the server listens on, used in alerts, and for the site's URL if SITE_URL is not set
 * @throws StartupProblem with a message that says what to do
 */
export async function startProgram(options: {
  database: DatabaseConnection;
  env: Env;
  port: number;
  log: Log;
  assets: PageAssets;
  production: boolean;
  /** Set if this is one of several processes of a server. */
  worker?: WorkerLink | undefined;
}): Promise<Program> {
  const { database, env, log, worker } = options;
  try {
    await migrate({ pool: database.pool, log });
    if (practice.sample) await seedEvents({ db: database.db, clock: systemClock });
    const secrets = await programSecrets(env);
    const program = await assembleProgram({
      database,
      transport: env.smtpUrl === undefined ? storeOnlyTransport : createSmtpTransport(env.smtpUrl),
      bounceMailbox: env.bounceUrl === undefined ? undefined : openImapMailbox(env.bounceUrl),
      keyRing: createKeyRing(secrets),
      backups: { settings: readBackupSettings(env), secrets },
      isProduction: options.production,
      ...resolveOrigins(env, options.port),
      port: options.port,
      shortensAddresses: env.shortensAddresses,
      identityPixelUrl: env.identityPixelUrl,
      bookingWebhookSecret: env.bookingWebhookSecret,
      signOn: readSignOnSettings(env),
      allowsPrivateHosts: env.allowsPrivateHosts,
      requiresSecondPerson: env.requiresSecondPerson,
      worker,
      metricsToken: env.metricsToken,
      alertWebhookUrl: env.alertWebhookUrl,
      heartbeatUrl: env.heartbeatUrl,
      clock: systemClock,
      log,
      assets: options.assets,
    });
    const taxYearCheck = startTaxYearCheck({ clock: systemClock, log });
    return {
      ...program,
      async close() {
        taxYearCheck.stop();
        await program.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

type ProgramParts = {
  database: DatabaseConnection;
  keyRing: KeyRing;
  isProduction: boolean;
  siteUrl: string;
  /** Names this server in alerts. */
  port: number;
  trustedOrigins: readonly string[];
  shortensAddresses: boolean;
  identityPixelUrl: string | undefined;
  bookingWebhookSecret: string | undefined;
  /** The firm's OpenID Connect provider; undefined if none is configured. */
  signOn?: SignOnSettings | undefined;
  allowsPrivateHosts: boolean;
  /** Whether the author of a change of the site cannot approve it. */
  requiresSecondPerson: boolean;
  worker?: WorkerLink | undefined;
  metricsToken?: string | undefined;
  alertWebhookUrl?: string | undefined;
  heartbeatUrl?: string | undefined;
  /** Undefined in tests. */
  backups?: ProgramBackups;
  /** Tests use a server of their own. */
  wealthboxUrl?: string | undefined;
  clock: Clock;
  log: Log;
  assets: PageAssets;
  transport: MailTransport;
  bounceMailbox?: BounceMailbox | undefined;
  /** Cost of hashing a password. Tests use a lower one. */
  passwordCost?: PasswordCost;
};

/** Assembles the program on a migrated database. */
export async function assembleProgram(parts: ProgramParts): Promise<Program> {
  const { database, keyRing, trustedOrigins, clock, log, assets, transport } = parts;
  const { db } = database;
  const publishing = await startPublishing({ ...parts, db, builtAt: builtAt ?? clock.now() });
  const events = await startCurrentEventReader({ db, clock, log });
  const changeFeed = createChangeFeed({ db, log });
  const traffic = createTraffic();
  const isReady = createReadinessCheck({ ...database, log });
  const monitoring = await createMonitoring({ ...parts, isReady });
  const spamCheckKeys = createSpamCheckKeys(keyRing);
  const { emails, mailWorker, outbox, bounces } = startEmail({ ...parts, db, traffic, spamCheckKeys });
  const identity = createIdentity({ ...parts, db, outbox });
  const collector = createCollector({ db, clock, log, limitKey: spamCheckKeys.limitKey });
  const persons = createPersonKeys(keyRing);
  const integrations = await startIntegrations(parts);
  const retention = startRetention({ db, clock, builtAt, outbox, persons, log });
  const backups = startProgramBackups({ ...database, ...parts.backups, clock, outbox, log });
  const jobs: Pick<RepeatingTask, "stop">[] = [retention, bounces, backups];
  return {
    services: {
      db,
      clock,
      log,
      ...chooseSettings(parts),
      spamCheckKeys,
      submissionCounts: monitoring.submissionCounts,
      identity,
      outbox,
      formHandlers,
      sendsEmail: transport.sendsEmail,
      emails,
      collector,
      health: createHealthProbes({ ...database, collector, retention, bounces, backups }),
      events,
      integrations: integrations.services,
      changeFeed,
      assets,
      persons,
      publishing: publishing.services,
    },
    trustedOrigins,
    isReady,
    clientDigest: createClientDigest(keyRing),
    traffic,
    monitoring,
    events,
    storedAssets: createStoredAssets({ db, keys: keyRing.keysFor("built assets"), clock, log }),
    changeFeed,
    startJobs() {
      const deps = { ...parts, ...monitoring, ...integrations.services, ...database, isReady, outbox };
      jobs.push(...startReports(deps), ...startScheduledJobs(deps));
    },
    describe: () => describe({ ...parts, ...publishing, keys: identity.keys }),
    async close() {
      await stopInOrder([...jobs, events, changeFeed], [mailWorker, integrations, collector], [publishing]);
      await database.close();
    },
  };
}

/** Starts sending email and reading returned email. */
function startEmail(
  parts: ProgramParts & Pick<RequestServices, "db" | "spamCheckKeys"> & { traffic: Traffic },
): Pick<RequestServices, "emails" | "outbox"> & {
  mailWorker: Pick<RepeatingTask, "stop">;
  bounces: BounceReader;
} {
  const { db, clock, siteUrl, spamCheckKeys, keyRing, bounceMailbox, log } = parts;
  const emails = createEmails({ db, clock, siteUrl, keys: createIdentityKeys(keyRing), spamCheckKeys });
  const bounceKeys = createBounceKeys(keyRing);
  const mailWorker = startMailWorker({ ...parts, bounceKeys, listPostalAddressLines, emails });
  return {
    emails,
    mailWorker,
    outbox: createOutbox(() => mailWorker.wake()),
    bounces: startBounceReader({ db, bounceKeys, mailbox: bounceMailbox, log }),
  };
}

/** In development, incomplete settings count as none. */
function readSignOnSettings(env: Env): SignOnSettings | undefined {
  const {
    oidcIssuer: issuer,
    oidcClientId: clientId,
    oidcClientSecret: clientSecret,
    oidcDomain: domain,
  } = env;
  if (!issuer || !clientId || !clientSecret || !domain) return undefined;
  return { issuer, clientId, clientSecret, domain };
}

/** The settings that loaders and actions read. */
function chooseSettings({
  siteUrl,
  shortensAddresses,
  identityPixelUrl,
  bookingWebhookSecret,
}: ProgramParts): Pick<
  RequestServices,
  "siteUrl" | "shortensAddresses" | "identityPixelUrl" | "bookingWebhookSecret"
> {
  return { siteUrl, shortensAddresses, identityPixelUrl, bookingWebhookSecret };
}

/** Stops each group before the next one, which it uses. Email contains published words until the last delivery. */
async function stopInOrder(...groups: readonly (readonly Pick<RepeatingTask, "stop">[])[]): Promise<void> {
  for (const group of groups) await Promise.all(group.map((part) => part.stop()));
}

/** Starts sending events to other systems. */
async function startIntegrations({
  database: { db },
  keyRing,
  isProduction,
  siteUrl,
  allowsPrivateHosts,
  wealthboxUrl,
  clock,
  log,
}: ProgramParts): Promise<{ services: RequestServices["integrations"]; stop(): Promise<void> }> {
  const keys = createIntegrationKeys(keyRing);
  await resealSecrets({ db, keys });
  const sendRequest = createRequestSender({ allowsLoopback: !isProduction, allowsPrivateHosts });
  const webhook = createWebhookSender({ db, clock, sendRequest });
  const wealthbox = createWealthboxSender({ db, clock, siteUrl, sendRequest, wealthboxUrl });
  const worker = startDeliveryWorker({ db, log, keys, senders: { webhook, wealthbox } });
  return {
    services: {
      keys,
      sendRequest,
      wealthboxUrl,
      allowsLocalUrls: !isProduction,
      wake: () => worker.wake(),
    },
    stop: () => worker.stop(),
  };
}

/** The site's URL, and all origins whose pages can send state-changing requests. */
function resolveOrigins(env: Env, port: number): { siteUrl: string; trustedOrigins: string[] } {
  if (env.siteUrl !== undefined) return { siteUrl: env.siteUrl, trustedOrigins: [env.siteUrl] };
  // Passkeys work on localhost but not on 127.0.0.1.
  const siteUrl = `http://localhost:${port}`;
  return { siteUrl, trustedOrigins: [siteUrl, `http://127.0.0.1:${port}`] };
}

async function describe({
  database,
  siteUrl,
  keys,
  keyRing,
  transport,
  bounceMailbox,
  changedFiles,
}: Pick<ProgramParts, "database" | "siteUrl" | "keyRing" | "transport" | "bounceMailbox"> &
  Pick<StartedPublishing, "changedFiles"> & { keys: IdentityKeys }): Promise<string[]> {
  const sentences = [
    `The site is available at ${siteUrl}`,
    database.describe(),
    transport.describe(),
    ...(bounceMailbox === undefined ? [] : [bounceMailbox.describe()]),
  ];
  if (practice.sample) {
    sentences.push(
      `The firm in content/practice.ts is a sample, as are ${practice.rating === undefined ? "" : "its rating and "}the documents in content/disclosures/, the live event and its hosts: replace them before you publish the site.`,
    );
  }
  if (changedFiles.length > 0) {
    sentences.push(
      `Changed files in content/ wait for approval at ${siteUrl}/admin/content: ${changedFiles.join(", ")}. Until then, the site shows the published version.`,
    );
  }
  if (keyRing.hasPrevious) {
    const count = await countPreviousSeals(database.db, keys);
    sentences.push(
      `Previous secrets are accepted. Authenticator apps not used since the rotation: ${count}. See “Change secrets” in docs/runbook.md.`,
    );
  }
  if (!(await hasOwner(database.db))) {
    sentences.push(
      `No owner account exists yet. Create it with this one-time link: ${siteUrl}${pages.setUp.path}/${keys.setUpToken()}`,
    );
  }
  return sentences;
}

/** Creates the health checks that the staff area displays. */
function createHealthProbes(parts: {
  db: DatabaseConnection["db"];
  dataDir?: string | undefined;
  collector: Pick<Collector, "health">;
  retention: Pick<Retention, "health">;
  bounces: Pick<BounceReader, "health">;
  backups: { health: HealthProbes["backups"] };
}): HealthProbes {
  const startedAt = new Date(Date.now() - process.uptime() * 1_000);
  return {
    database: async () => ({
      ...(await readDatabaseHealth(parts.db)),
      disk: await readDisk(parts.dataDir),
    }),
    visits: () => parts.collector.health(),
    retention: () => parts.retention.health(),
    bounces: () => parts.bounces.health(),
    backups: () => parts.backups.health(),
    program: () => ({
      version,
      node: process.versions.node,
      startedAt,
      memoryBytes: process.memoryUsage.rss(),
    }),
  };
}
