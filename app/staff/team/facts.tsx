import type { ReactNode } from "react";
import type { Moment } from "#app/staff/time/describe-moment.ts";

/** What is known of somebody, in a few columns: each under its name. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function DateOf({ moment }: { moment: Moment }) {
  return (
    <time dateTime={moment.iso} title={moment.exact}>
      {moment.short}
    </time>
  );
}
