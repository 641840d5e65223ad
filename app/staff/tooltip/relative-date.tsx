import { describeMoment, type Moment } from "#app/staff/dashboard/describe-moment.ts";
import { practice } from "#content/practice.ts";
import { Tooltip } from "./tooltip.tsx";
import { useNow } from "./use-now.ts";

/** A time at a glance, as of now where the screen follows it; the exact one with its zone for whoever asks. */
export function RelativeDate({ moment }: { moment: Moment }) {
  const now = useNow();
  const { short } = now === undefined ? moment : describeMoment(new Date(moment.iso), now, practice.timeZone);
  return (
    <Tooltip text={moment.exact}>
      <time dateTime={moment.iso}>{short}</time>
    </Tooltip>
  );
}
