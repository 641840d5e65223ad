import type { ReactNode } from "react";
import type { Moment } from "#app/staff/time/describe-moment.ts";

/** Labeled values in columns. */
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

export function ShortTime({ moment }: { moment: Moment }) {
  return (
    <time dateTime={moment.iso} title={moment.exact}>
      {moment.short}
    </time>
  );
}
