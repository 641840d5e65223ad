import type { Moment } from "./describe-moment.ts";

/** A short time within a sentence, with the exact time as title. */
export function When({ moment }: { moment: Moment }) {
  return (
    <time dateTime={moment.iso} title={moment.exact}>
      {/* Lowercases “Just now” and “Yesterday”, but not “Nov 12”. */}
      {moment.short.replace(/^(?:Just|Yesterday)/, (word) => word.toLowerCase())}
    </time>
  );
}
