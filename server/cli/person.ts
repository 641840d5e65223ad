import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import type { ConsentChannel } from "#app/data/schema/consent-withdrawals.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { giveConsent } from "#app/intake/consent/record-consent.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { eraseOnRequest } from "#app/people/erasure/erase-person.server.ts";
import { describeKept, describeRemoved } from "#app/people/erasure/erasure.messages.ts";
import { rewriteErased, type RewriteOutcome } from "#app/people/erasure/rewrite-erased.server.ts";
import { hasPersonData, preparePersonExport } from "#app/people/export/export-person.server.ts";
import { recordPersonExport } from "#app/people/export/record-person-export.server.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { givenTexts, withdrawnTexts } from "#app/people/profile/consent-channels.messages.ts";
import { hiddenKindsFor } from "#app/identity/accounts/hidden-email-kinds.ts";
import { isLockTimeout } from "#app/data/connection/postgres-errors.server.ts";
import {
  defineCommand,
  done,
  failed,
  formatCommand,
  parseEmail,
  type Report,
  type Services,
} from "./command.ts";

/** `npm run person`: the data of one person. A running server sends the resulting emails within a second. */
export const run = defineCommand("person", ({ program, shell, act }) => {
  program.description("Exports and erases the data of one person, and records consent.");
  program.addHelpText("after", "\nErasing asks for no confirmation. docs/privacy.md describes what remains.");
  program
    .command("export")
    .description(
      `print all data of a person as JSON: ${formatCommand("person", shell, "--silent --")} export <email> > person.json`,
    )
    .argument("<email>", "", parseEmail)
    .action((email) => act((services) => printExport(services, email, shell.stdout)));
  program
    .command("erase")
    .description("erase a person")
    .argument("<email>", "", parseEmail)
    .option("--keep-letters", "keep the emails that were sent, as a record")
    .action((email, { keepLetters = false }) => act((services) => erase(services, email, keepLetters)));
  program
    .command("withdraw")
    .description("record an opt-out, of both channels by default")
    .argument("<email>", "", parseEmail)
    .option("--email", "email")
    .option("--phone", "phone calls")
    .action((email, options) => {
      const named = channels.filter((channel) => options[channel]);
      return act((services) => withdraw(services, email, named.length > 0 ? named : channels));
    });
  program
    .command("consent")
    .description("record consent, which lifts an opt-out; requires --email, --phone or both")
    .argument("<email>", "", parseEmail)
    .option("--email", "email")
    .option("--phone", "phone calls")
    .action((email, options, command) => {
      const named = channels.filter((channel) => options[channel]);
      if (named.length === 0) command.error("error: give --email, --phone or both");
      return act((services) => consent(services, email, named));
    });
  program
    .command("rewrite")
    .description("rewrite the database files after erasures now instead of at night")
    .action(() => act(rewrite));
});

const channels = ["email", "phone"] as const satisfies readonly ConsentChannel[];
const actor = { kind: "shell" } as const;
const hiddenKinds = hiddenKindsFor("command line");

/** A mistyped address must not look like a person without data. */
const nothingStored = failed("No data is stored for that email address.");
const held = failed(
  "A legal hold is in effect, so no one can be erased (“Legal holds” in docs/compliance.md).",
);

async function recordingDeps({ db, clock, keyRing }: Services) {
  return { db, clock, actor, persons: createPersonKeys(await keyRing()) };
}

async function printExport(
  services: Services,
  email: string,
  stdout: NodeJS.WritableStream,
): Promise<Report> {
  const exported = await recordPersonExport(await recordingDeps(services), email, { hiddenKinds });
  if (exported === undefined) return nothingStored;
  try {
    await pipeline(Readable.from(exported.file()), stdout, { end: false });
  } catch (error) {
    await exported.recordEnd("broke-off");
    throw error;
  }
  await exported.recordEnd("complete");
  // Only the line break after the file.
  return done("");
}

async function erase(services: Services, email: string, keepsEmails: boolean): Promise<Report> {
  const deps = { ...(await recordingDeps(services)), outbox: createOutbox(() => undefined) };
  if (!(await hasData(services, email))) return nothingStored;
  const erasure = await eraseOnRequest(deps, email, { keepsEmails });
  if ("refusal" in erasure) return held;
  return done(
    [
      "Removed, in rows by table:",
      ...indent(describeRemoved(erasure, "shell")),
      "Kept:",
      ...indent(describeKept(erasure, keepsEmails, "shell")),
    ].join("\n"),
  );
}

type Channels = readonly ConsentChannel[];

async function withdraw(services: Services, email: string, named: Channels): Promise<Report> {
  const isKnown = await hasData(services, email);
  const deps = await recordingDeps(services);
  for (const address of await listAddresses(services.db, email)) await withdrawConsent(deps, address, named);
  return consentReport("Opt-out recorded:", withdrawnTexts, named, isKnown);
}

async function consent(services: Services, email: string, named: Channels): Promise<Report> {
  const isKnown = await hasData(services, email);
  const deps = await recordingDeps(services);
  await giveConsent(deps, await listAddresses(services.db, email), named);
  return consentReport("Consent recorded:", givenTexts, named, isKnown);
}

/** Consent is recorded for unknown addresses as well, because the firm may know the person from elsewhere. */
function consentReport(
  heading: string,
  texts: Readonly<Record<ConsentChannel, string>>,
  named: Channels,
  isKnown: boolean,
): Report {
  const hint = "Nothing else is stored for that email address. Check the spelling.";
  return done(
    [heading, ...indent(named.map((channel) => texts[channel])), ...(isKnown ? [] : [hint])].join("\n"),
  );
}

async function hasData({ db, clock }: Services, email: string): Promise<boolean> {
  return hasPersonData(await preparePersonExport({ db, clock }, email, { hiddenKinds }));
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** Erased rows stay visible to transactions that were open at the time. Most of those end soon. */
const maxWaitMs = 20_000;

async function rewrite(services: Services): Promise<Report> {
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const outcome = await tryRewrite(services);
    switch (outcome.kind) {
      case "done":
        return done(`${rewritten} ${outcome.isLogCleared ? logCleared : logNotCleared}`);
      case "nothing-due":
        return done("No one was erased since the last rewrite. Nothing was done.");
      case "claimed":
        return failed("A rewrite is already running. If it failed, try again in half an hour.");
      case "table-in-use":
        return failed(tableInUse);
      case "still-visible":
        if (Date.now() > deadline) return failed(stillVisible);
        await sleep(250);
    }
  }
}

async function tryRewrite(services: Services): Promise<RewriteOutcome | { kind: "table-in-use" }> {
  try {
    return await rewriteErased(services);
  } catch (error) {
    if (isLockTimeout(error)) return { kind: "table-in-use" };
    throw error;
  }
}

const rewritten = "The tables and indexes were rewritten. Their files contain no data of erased people.";
const logCleared = "Earlier write-ahead log segments were removed.";
const logNotCleared =
  "The write-ahead log was not cleared: this database role lacks the privilege. It contains erased values until the database server reuses or removes its segments.";
const stillVisible =
  "PostgreSQL keeps the erased rows for a transaction that started before the erasure, probably an export or a backup, or for a prepared transaction or replication slot. Try again when it has ended. docs/runbook.md, “Access and erasure requests”, has a query that finds it.";
const tableInUse =
  "A transaction uses one of the tables, so not all files were rewritten. Try again when it has ended.";
