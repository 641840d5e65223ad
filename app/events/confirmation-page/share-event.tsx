import { shareByEmailHref } from "#app/pages/document/mail-request.ts";
import { longDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { liveEvent } from "#content/live-event.ts";
import type { EventView } from "#app/events/signup-page/event-view.ts";
import { filled } from "#app/events/signup-page/fill-template.ts";
import "#app/ui/fields/form.css";
import "./share-event.css";

/** Ways to share the sign-up page. The island displays the two buttons if the browser supports them. */
export function ShareEvent({ event, url }: { event: EventView; url: string }) {
  const words = liveEvent.confirmation.share;
  const { title, startsAt, timeZone, durationMinutes, summary } = event;
  const start = new Date(startsAt);
  const subject = filled(words.subject, { title });
  const body = filled(words.body, {
    minutes: durationMinutes,
    date: longDayIn(timeZone, start),
    time: timeIn(timeZone, start),
    summary: summary ?? words.summary,
  });
  return (
    <section className="row share-event screen-only">
      <NumeralHeading lines={[words.heading]} />
      <p className="note">{words.note}</p>
      <div className="text">
        <p className="acts">
          <a className="btn" href={shareByEmailHref({ subject, body: `${body}\n\n${url}` })}>
            {words.email}
          </a>
          <OutsideLink
            className="btn"
            href={`https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`}
          >
            {words.linkedIn}
          </OutsideLink>
          <button className="btn" type="button" data-share={subject} disabled>
            {words.device}
          </button>
        </p>
        <div className="field">
          <label htmlFor="share-link">{words.linkLabel}</label>
          <div className="link-to-copy">
            <input id="share-link" readOnly value={url} />
            <button className="btn" type="button" data-copied={words.copied} disabled>
              {words.copy}
            </button>
          </div>
          <p className="small" role="status" />
        </div>
      </div>
    </section>
  );
}
