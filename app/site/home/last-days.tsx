import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { home } from "#content/home.ts";
import { LineOfLife } from "#app/site/drawings/line-of-life.tsx";

/** When each choice has its last day, drawn. */
export function LastDays() {
  return (
    <section className="wrap">
      <div className="row">
        <NumeralHeading numeral="5+" lines={home.lastDays.heading} />
        <div className="full">
          <LineOfLife />
        </div>
      </div>
    </section>
  );
}
