import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import { sampleTime } from "#app/email/definition/sample-person.ts";
import { pages } from "#app/pages/registry.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";
import { readBackupHealth } from "./backup-records.server.ts";

const { timeZone } = practice;

/** Tells the firm that there is no recent backup. It does not apply anymore after a backup was made. */
export const backupOverdueEmail = defineEmail({
  kind: "backup-overdue",
  async load({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
    const health = await readBackupHealth(db, { now: clock.now(), isScheduled: true });
    const { isOverdue, lastGood, lastProblem } = health;
    return isOverdue ? { lastGoodAt: lastGood?.at, problem: lastProblem?.text } : undefined;
  },
  render({ lastGoodAt, problem }, { siteUrl }) {
    const heading = "No recent backup";
    return {
      subject: heading,
      preview: "The last good backup of the database is more than 26 hours old.",
      heading,
      blocks: [
        "The last good backup of the database is more than 26 hours old. If the database fails now, everything recorded since that backup is lost. Please forward this email to the administrator of the server.",
        {
          facts: [
            ["Last backup", lastGoodAt === undefined ? "None" : momentIn(timeZone, lastGoodAt)],
            ["Reason", problem ?? "No attempt was recorded since then."],
          ],
        },
        "Instructions for the administrator are in docs/runbook.md, “Back up and restore”.",
        { button: { label: "Open system health", url: siteUrl + pages.health.path } },
      ],
    };
  },
  samples: [
    {
      when: "with a failure",
      input: {
        lastGoodAt: sampleTime,
        problem: "The disk of /backups is full. Free space on it, or choose another folder.",
      },
    },
    { when: "without an attempt", input: { lastGoodAt: sampleTime, problem: undefined } },
  ],
});
