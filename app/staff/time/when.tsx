import type { Moment } from "./describe-moment.ts";

/** A time at a glance within a sentence, exact to who asks for it. */
export function When({ moment }: { moment: Moment }) {
  return (
    <time dateTime={moment.iso} title={moment.exact}>
      {/* “Just now” and “Yesterday”, but never “Nov 12”. */}
      {moment.short.replace(/^(?:Just|Yesterday)/, (word) => word.toLowerCase())}
    </time>
  );
}
