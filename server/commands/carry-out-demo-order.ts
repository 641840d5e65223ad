import { assessmentComposers } from "#app/assessments/emails/render-assessment-emails.server.ts";
import { removeDemo } from "#demo/remove-demo.server.ts";
import { addDemo, type DemoDeps } from "#demo/store-demo.server.ts";
import { eventComposers } from "#app/events/emails/render-event-emails.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { done, refused, type Report } from "./command.ts";
import type { DemoOrder } from "./demo-order.ts";

type Deps = Omit<DemoDeps, "composersAt">;

/** Puts the demo in, or takes it out. */
export async function carryOutDemoOrder(deps: Deps, { kind }: DemoOrder): Promise<Report> {
  if (kind === "remove") {
    // The running server finds letters that are waiting by itself.
    const removed = await removeDemo({ ...deps, outbox: createOutbox(() => undefined) });
    if (Object.values(removed).every((rows) => rows === 0)) return refused("There is no demo data.");
    return done(["Removed, in rows:", ...lines(removed)].join("\n"));
  }
  const outcome = await addDemo({ ...deps, composersAt: (db, at) => composersOf(deps, db, at) });
  if (!outcome.ok) return refused("Demo data is there already. Remove it with: npm run demo -- remove");
  return done(
    ["A year of demo data is there:", ...lines(outcome.added), "Remove it with: npm run demo -- remove"].join(
      "\n",
    ),
  );
}

function composersOf({ siteUrl }: Pick<Deps, "siteUrl">, db: Deps["db"], at: Date) {
  const deps = { db, siteUrl, clock: { now: () => at } };
  return { ...assessmentComposers(deps), ...eventComposers(deps) };
}

function lines(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).map(([what, count]) => `  ${what}: ${count}`);
}
