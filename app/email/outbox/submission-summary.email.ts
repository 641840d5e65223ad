import type { EmailContent } from "#app/email/rendering/email-content.ts";
import { maxFirmNotificationsPerHour } from "#app/platform/limits.ts";
import { hourIn } from "#app/platform/zoned-time.ts";
import { practice } from "#content/practice.ts";

/** Tells the firm how many submissions arrived over the hourly limit on notifications. */
export function submissionSummaryEmail({
  count,
  since,
  adminUrl,
}: {
  count: number;
  since: Date;
  adminUrl: string;
}): EmailContent {
  const submissions = count === 1 ? "1 more submission" : `${count.toLocaleString("en-US")} more submissions`;
  const heading = `${submissions} since ${hourIn(practice.timeZone, since)}`;
  return {
    subject: heading,
    preview: "Open the admin page to see them.",
    topic: "essential",
    audience: "practice",
    heading,
    blocks: [
      `${heading}. Open the admin page to see ${count === 1 ? "it" : "them"}.`,
      { button: { label: "Open the admin page", url: adminUrl } },
      `You receive at most ${maxFirmNotificationsPerHour} notifications per hour. Every submission is stored.`,
    ],
  };
}
