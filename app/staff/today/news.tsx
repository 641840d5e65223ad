import type { ReactNode } from "react";
import { Link } from "react-router";
import { pages } from "#app/pages/registry.ts";
import type { News as NewsCounts } from "#app/people/queue/load-news.server.ts";
import { clockTimeIn, weekdayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { todayTexts } from "./today.messages.ts";

const { timeZone } = practice;

/** What has happened since the last visit, with a link to each list. */
export function News({ news }: { news: NewsCounts | undefined }) {
  if (news === undefined) return <p className="soft news">{todayTexts.firstVisit}</p>;
  const { since, assessments, signups, failedEmails, quarantined } = news;
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
    <p className="soft news">
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
