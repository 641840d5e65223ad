import { LevelBadge } from "#app/staff/data-table/level-badge.tsx";
import { Link } from "react-router";
import { personTexts, type ShownActivity } from "./person.messages.ts";
import type { Activity, Entry } from "./timeline.server.ts";

/**
 * The activity of a person, newest first.
 * @param shown the chosen kind of entries; undefined for the newest of all kinds
 */
export function Story({
  activity: { entries, moreLabel, truncations },
  shown,
}: {
  activity: Activity;
  shown: ShownActivity | undefined;
}) {
  return (
    <section aria-labelledby="story">
      <div className="story-head">
        <h2 id="story">{personTexts.story}</h2>
        <nav aria-labelledby="story">
          {Object.entries(personTexts.shown).map(([kind, name]) => (
            <Link
              to={kind === "all" ? "?" : `?show=${kind}`}
              aria-current={kind === (shown ?? "all") ? "page" : undefined}
              preventScrollReset
              key={kind}
            >
              {name}
            </Link>
          ))}
        </nav>
      </div>
      {truncations.map((truncation) => (
        <p className="soft" key={truncation}>
          {truncation}
        </p>
      ))}
      <ol className="story">
        {entries.map((entry) => (
          <StoryEntry entry={entry} key={entry.id} />
        ))}
      </ol>
      {moreLabel === undefined ? null : (
        <Link className="btn" to="?show=all" preventScrollReset>
          {moreLabel}
        </Link>
      )}
      {entries.length === 0 ? <p className="soft">{personTexts.noEntries}</p> : null}
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
            {facts.map(([name, value, link]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{link === undefined ? value : <Link to={link}>{value}</Link>}</dd>
              </div>
            ))}
          </dl>
        )}
        {steps === undefined ? null : (
          <details>
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
