import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import { emailLinkPaths } from "#app/email/rendering/email-link-paths.ts";
import { sampleTime } from "#app/email/definition/sample-person.ts";
import { maxFirmNotificationsPerHour } from "#app/platform/limits.ts";
import { hourIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";

/** Tells the firm, or the colleague who follows up on the people, how many submissions arrived over the hourly limit on notifications. */
export const submissionSummaryEmail = defineEmail({
  kind: "submission-summary",
  async load({ db }: { db: Kysely<Database> }, id) {
    const { count, since } = await db
      .selectFrom("letters")
      .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("createdAt").as("since")])
      .where("summaryId", "=", id)
      .executeTakeFirstOrThrow();
    return count === 0 ? undefined : { count, since };
  },
  render({ count, since }, { siteUrl }) {
    const submissions =
      count === 1 ? "1 more submission" : `${count.toLocaleString("en-US")} more submissions`;
    const heading = `${submissions} since ${hourIn(practice.timeZone, since)}`;
    return {
      subject: heading,
      preview: "Open the staff area to see them.",
      heading,
      blocks: [
        `${heading}. Open the staff area to see ${count === 1 ? "it" : "them"}.`,
        { button: { label: "Open the staff area", url: siteUrl + emailLinkPaths.staffArea } },
        `The site sends at most ${maxFirmNotificationsPerHour} notifications per hour. Every submission is stored.`,
      ],
    };
  },
  samples: [{ input: { count: 57, since: sampleTime } }],
});
