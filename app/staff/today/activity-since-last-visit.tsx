import type { ReactNode } from "react";
import { Link } from "react-router";
import { pages } from "#app/pages/registry.ts";
import type { ActivityCounts } from "#app/people/queue/load-activity-since.server.ts";
import { clockTimeIn, weekdayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { todayTexts } from "./today.messages.ts";

const { timeZone } = practice;

/** The activity since the last visit, with a link to each list. */
export function ActivitySinceLastVisit({ activity }: { activity: ActivityCounts | undefined }) {
  if (activity === undefined) return <p className="soft since-last-visit">{todayTexts.firstVisit}</p>;
  const { since, assessments, signups, failedEmails, quarantined } = activity;
  const parts: ReactNode[] = [
    count(assessments, "assessment", pages.assessmentList.path),
    count(signups, "sign-up", pages.signupList.path),
    failedEmails === 0
      ? null
      : count(failedEmails, "failed email", `${pages.letters.path}?state=given-up`, true),
    quarantined === 0
      ? null
      : count(quarantined, "submission", `${pages.quarantine.path}?state=held`, false, " now in quarantine"),
  ].filter((part) => part !== null);
  return (
    <p className="soft since-last-visit">
      Since {weekdayIn(timeZone, since)}, {clockTimeIn(timeZone, since)}:{" "}
      {parts.map((part, index) => (
        <span key={index}>
          {index === 0 ? "" : ", "}
          {part}
        </span>
      ))}
    </p>
  );
}

function count(figure: number, noun: string, path: string, isBad = false, suffix = ""): ReactNode {
  return (
    <Link to={path} className={isBad ? "bad" : undefined}>
      {figure.toLocaleString("en-US")} {figure === 1 ? noun : `${noun}s`}
      {suffix}
    </Link>
  );
}
