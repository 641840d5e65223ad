import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { home } from "#content/home.ts";
import { millions, unplannedSale } from "#content/tax-example.ts";
import { SaleBars, saleDifference } from "#app/site/drawings/sale-bars.tsx";
import "./sale-example.css";

/** The price of one company, sold twice, with everything that the drawing rests on beside it. */
export function SaleExample() {
  const { heading, assumptions, explanation, link } = home.sale;
  return (
    <section className="bedrock">
      <div className="wrap row">
        <NumeralHeading numeral={millions(unplannedSale.price, 0)} lines={heading} wide />
        <p className="note">{assumptions}</p>
        <div className="text">
          <SaleBars />
          <p className="sum">
            {"The lighter step is about "}
            <b>{`$${(Math.floor(saleDifference / 10_000) * 10_000).toLocaleString("en-US")}`}</b>
            {`. ${explanation} `}
            <a href={link.path}>{link.label}</a>
          </p>
        </div>
      </div>
    </section>
  );
}
