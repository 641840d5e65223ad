import type { ReactNode } from "react";
import { LevelBadge } from "#app/staff/data-table/level-badge.tsx";
import { letterAddress } from "#app/staff/paths/contact-links.ts";
import type { CallCard, WeakAnswer } from "./call-card.server.ts";
import { callTexts } from "./person.messages.ts";
import "./call-card.css";

/**
 * What to know before a call. Below it, the form for its outcome.
 * @param email where to write to a person who must not be called
 */
export function CallPanel({ call, email, children }: { call: CallCard; email: string; children: ReactNode }) {
  return (
    <section className="call-card" aria-labelledby="call">
      <h2 className="unseen" id="call">
        {callTexts.call}
      </h2>
      <CallHead call={call} email={email} />
      {call.appointment === undefined ? null : <p className="appointment">{call.appointment}</p>}
      <CallFacts call={call} />
      {children}
    </section>
  );
}

function CallHead({
  call: { phone, otherNumbers, consent, noEmail, emailLimit },
  email,
}: {
  call: CallCard;
  email: string;
}) {
  const { isAllowed, title, evidence } = consent;
  return (
    <header>
      <p className="number num">{phone?.text ?? callTexts.noPhone}</p>
      <p className="consent">
        <strong className={isAllowed ? "allowed" : undefined}>{title}</strong>{" "}
        <span className="soft">{isAllowed ? `${evidence} ${callTexts.hours}` : evidence}</span>
        {otherNumbers.length === 0 ? null : <small>{callTexts.otherNumbers(otherNumbers)}</small>}
      </p>
      <CallAction href={phone?.href} email={email} noEmail={noEmail} emailLimit={emailLimit} />
    </header>
  );
}

/** Calls the person or, without consent to calls, writes an email. */
function CallAction({
  href,
  email,
  noEmail,
  emailLimit,
}: {
  href: string | undefined;
  email: string;
  noEmail: string | undefined;
  emailLimit: string | undefined;
}) {
  if (href !== undefined) {
    return (
      <a className="btn press" href={href}>
        {callTexts.call}
      </a>
    );
  }
  if (noEmail !== undefined) return <p className="no-email">{noEmail}</p>;
  return (
    <div className="write">
      <a
        className="btn"
        href={letterAddress(email)}
        aria-describedby={emailLimit === undefined ? undefined : "email-limit"}
      >
        {callTexts.write}
      </a>
      {emailLimit === undefined ? null : <small id="email-limit">{emailLimit}</small>}
    </div>
  );
}

function CallFacts({ call: { assessment, question, lastPages } }: { call: CallCard }) {
  if (assessment === undefined && question === undefined && lastPages.length === 0) return null;
  return (
    <div className="cells">
      {assessment === undefined ? null : <WeakestAnswers assessment={assessment} />}
      {question === undefined ? null : <AskedQuestion question={question} />}
      {lastPages.length === 0 ? null : <LastPages pages={lastPages} />}
    </div>
  );
}

function AskedQuestion({
  question: { heading, text, place },
}: {
  question: NonNullable<CallCard["question"]>;
}) {
  return (
    <section>
      <h3>{heading}</h3>
      <blockquote>“{text}”</blockquote>
      <p className="soft small">{place}</p>
    </section>
  );
}

function LastPages({ pages }: { pages: CallCard["lastPages"] }) {
  return (
    <section>
      <h3>{callTexts.lastPages}</h3>
      <ul>
        {pages.map(({ name, detail }) => (
          <li key={name}>
            {name}
            <small className="soft">{detail}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WeakestAnswers({
  assessment: { score, level, weakest, later },
}: {
  assessment: NonNullable<CallCard["assessment"]>;
}) {
  return (
    <section>
      <h3>{callTexts.weakest}</h3>
      <p>
        <span className="num">{score}</span> <LevelBadge level={level} />
        {later === undefined ? null : <small className="soft">{later}</small>}
      </p>
      {weakest.length === 0 ? (
        <p className="soft">{callTexts.noWeakAnswers}</p>
      ) : (
        <ul>
          {weakest.map((answer) => (
            <Answer answer={answer} key={answer.topic} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Answer({ answer: { topic, answer, score } }: { answer: WeakAnswer }) {
  return (
    <li>
      {topic}{" "}
      <span className="points" role="img" aria-label={callTexts.points(score)}>
        {[1, 2, 3].map((point) => (
          <i className={point <= score ? "reached" : undefined} key={point} />
        ))}
      </span>
      <small className="soft">“{answer}”</small>
    </li>
  );
}
