import type { Moment } from "#app/staff/dashboard/describe-moment.ts";

/** A time in a cell: short, and exact to who asks for it. */
export function ShownMoment({ moment }: { moment: Moment }) {
  return (
    <time dateTime={moment.iso} title={moment.exact}>
      {moment.short}
    </time>
  );
}
