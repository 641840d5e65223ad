import { describeMoment, type Moment } from "./describe-moment.ts";
import { Tooltip } from "#app/ui/tooltip.tsx";
import { useNow } from "./use-now.ts";
import { practice } from "#content/practice.ts";

/** A time in a table cell: short, with the exact time in a tooltip. */
export function ShownMoment({ moment }: { moment: Moment }) {
  const now = useNow();
  const { short } = now === undefined ? moment : describeMoment(new Date(moment.iso), now, practice.timeZone);
  return (
    <Tooltip text={moment.exact}>
      <time dateTime={moment.iso} data-exact={moment.exact}>
        {short}
      </time>
    </Tooltip>
  );
}
