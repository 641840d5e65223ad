import { LevelBadge } from "#app/staff/data-table/level-badge.tsx";
import { Link } from "react-router";
import { personTexts } from "./person.messages.ts";
import type { Entry } from "./timeline.server.ts";

/** Longer lists of answers or pages are collapsed. */
const shownSteps = 7;

/** The activity of a person, newest first. */
export function Story({ entries, cuts }: { entries: readonly Entry[]; cuts: readonly string[] }) {
  return (
    <section aria-labelledby="story">
      <h2 id="story">{personTexts.story}</h2>
      {cuts.map((cut) => (
        <p className="soft" key={cut}>
          {cut}
        </p>
      ))}
      <ol className="story">
        {entries.map((entry) => (
          <StoryEntry entry={entry} key={entry.id} />
        ))}
      </ol>
    </section>
  );
}

function StoryEntry({ entry: { at, title, href, level, facts, steps } }: { entry: Entry }) {
  return (
    <li>
      <p className="when soft num">
        {/* Displays both times, because people read the list by date and hundreds of tooltips would be slow. */}
        <time dateTime={at.iso}>{at.short}</time>
        <span className="exact">{at.exact}</span>
      </p>
      <div>
        <h3>
          {href === undefined ? title : <Link to={href}>{title}</Link>}{" "}
          {level === undefined ? null : <LevelBadge level={level} />}
        </h3>
        {facts.length === 0 ? null : (
          <dl>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {steps === undefined ? null : (
          <details open={steps.items.length <= shownSteps}>
            <summary>
              {steps.label} <span className="soft">({steps.items.length})</span>
            </summary>
            <ol>
              {steps.items.map((item, place) => (
                <li key={place}>{item}</li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </li>
  );
}
