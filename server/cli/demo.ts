import { Argument } from "@commander-js/extra-typings";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { seedEvents } from "#app/events/management/seed-events.server.ts";
import { practice } from "#content/practice.ts";
import { removeDemo } from "#demo/remove-demo.server.ts";
import { addDemo } from "#demo/store-demo.server.ts";
import { createLeadEmails } from "#server/emails.ts";
import { defineCommand, done, failed, type Report, type Services } from "./command.ts";

/** `npm run demo`: a year of invented data. */
export const run = defineCommand("demo", ({ program, act }) => {
  program
    .description("Adds or removes a year of invented visits, assessments, sign-ups, events and emails.")
    .addHelpText("after", "\nNo email is sent: all addresses end in .invalid, which has no mailboxes.")
    .addArgument(new Argument("[action]").choices(["add", "remove"]).default("add"))
    .action((action) =>
      act(async (services) => {
        if (action === "remove") return remove(services);
        // Like the first start of the server. It changes nothing if there are events.
        if (practice.sample) await seedEvents(services);
        return add(services);
      }),
    );
});

/** @param emailInterval 1 stores every email; tests store fewer */
export async function add(
  { db, clock, siteUrl }: Pick<Services, "db" | "clock" | "siteUrl">,
  emailInterval = 1,
): Promise<Report> {
  const outcome = await addDemo({
    db,
    now: clock.now(),
    siteUrl,
    emailInterval: emailInterval,
    emailsAt: (trx, at) => createLeadEmails({ db: trx, siteUrl, clock: { now: () => at } }),
  });
  if (!outcome.ok) return failed("The demo data exists already. Remove it with the command “demo remove”.");
  return done(
    [
      "Added a year of demo data, in rows:",
      ...formatCounts(outcome.added),
      "Remove it with the command “demo remove”.",
    ].join("\n"),
  );
}

async function remove({ db, clock }: Services): Promise<Report> {
  // A running server finds the resulting emails without being notified.
  const outbox = createOutbox(() => undefined);
  const removed = await removeDemo({ db, now: clock.now(), outbox });
  if (Object.values(removed).every((rows) => rows === 0)) return failed("There is no demo data.");
  return done(["Removed, in rows:", ...formatCounts(removed)].join("\n"));
}

function formatCounts(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).map(([name, rows]) => `  ${name}: ${rows}`);
}
