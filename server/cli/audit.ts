import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { auditActions } from "#app/audit/audit-action.ts";
import { type AuditLine, type AuditQuery, listAuditEvents } from "#app/audit/list-audit-events.server.ts";
import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import { practice } from "#content/practice.ts";
import {
  defineCommand,
  done,
  parseDay,
  parseEmail,
  type Report,
  type Services,
  toPrintable,
} from "./command.ts";

const maxLimit = 10_000;

/** `npm run audit`: the audit log. */
export const run = defineCommand("audit", ({ program, act }) => {
  program.description("Prints the audit log.");
  program
    .command("list")
    .description("list entries, newest first: number, time, action, actor, subject, details, network address")
    .addOption(new Option("--action <action>").choices(auditActions))
    .option(
      "--actor <actor>",
      'an email address, "shell", or "visitor" for requests without a session',
      parseActor,
    )
    .option("--person <email>", "entries about this person; the log itself contains no addresses", parseEmail)
    .option("--since <day>", "from this day on, like 2026-11-01", parseDay)
    .option("--until <day>", "up to and including this day", parseDay)
    .option(
      "--before <number>",
      "entries older than the one with this number",
      parseUpTo(Number.MAX_SAFE_INTEGER),
    )
    .option("--limit <number>", "the maximum number of entries", parseUpTo(maxLimit), 50)
    .option("--json", "print one JSON document")
    .action(({ person, json = false, ...query }) =>
      act((services) => list(services, { ...query, timeZone: practice.timeZone }, { person, json })),
    );
});

function parseActor(text: string): string {
  const actor = text.trim().toLowerCase();
  if (["shell", "visitor", "nobody"].includes(actor) || /^\S+@\S+$/.test(actor)) return actor;
  throw new InvalidArgumentError('Enter an email address, "shell" or "visitor".');
}

function parseUpTo(max: number) {
  return (text: string): number => {
    if (/^\d{1,16}$/.test(text) && Number(text) >= 1 && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`Enter a number from 1 to ${max}.`);
  };
}

async function list(
  { db, keyRing }: Services,
  query: AuditQuery,
  { person, json }: { person: string | undefined; json: boolean },
): Promise<Report> {
  const subjects = person === undefined ? undefined : createPersonKeys(await keyRing()).subjectsOf(person);
  // One extra entry shows whether there are more.
  const found = await listAuditEvents(db, { ...query, subjects, limit: query.limit + 1 });
  const shown = found.slice(0, query.limit);
  if (json) return done(JSON.stringify(shown, null, 2));
  const last = shown.at(-1);
  if (last === undefined) return done("There are no matching entries.");
  const more = `There are more entries. List older ones with --before ${last.id}`;
  return done([...shown.map(formatLine), ...(found.length > shown.length ? [more] : [])].join("\n"));
}

/** The same tab-separated columns for every entry, for use in scripts. */
function formatLine(line: AuditLine): string {
  const { id, at, action, actorKind, actorEmail, subject, details, clientAddress } = line;
  const detailsText = Object.entries(details)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ");
  return [
    `${id}`,
    timeFormat.format(at),
    action,
    actorEmail ?? actorKind,
    subject,
    detailsText,
    clientAddress,
  ]
    .map((column) => toPrintable(column ?? "") || "-")
    .join("\t");
}

/** 2026-11-22, 15:04:05 CST */
const timeFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: practice.timeZone,
  dateStyle: "short",
  timeStyle: "long",
  hourCycle: "h23",
});
