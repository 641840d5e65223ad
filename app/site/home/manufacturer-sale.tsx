import { Waterfall } from "#app/site/drawings/waterfall.tsx";
import { InlineText } from "#app/pages/document/inline-text.tsx";
import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { home } from "#content/home.ts";
import { listSaleSteps } from "#content/manufacturer-sale.ts";
import "#app/pages/document/bedrock.css";

/** The subtotal is left out, because the columns are few. */
const steps = listSaleSteps().filter(({ kind }) => kind !== "equity");

/** From the price of a hypothetical manufacturer to the money in its owner’s account, drawn to scale. */
export function ManufacturerSale() {
  const { numeral, heading, label, assumptions, conclusion, link } = home.manufacturerSale;
  return (
    <section className="bedrock">
      <div className="wrap row">
        <NumeralHeading numeral={numeral} lines={heading} wide />
        <div className="note">
          <p className="illustration-label">{label}</p>
          <p>{assumptions}</p>
        </div>
        <div className="text">
          <Waterfall
            steps={steps}
            caption={
              <>
                <InlineText text={`${conclusion} `} />
                <a href={link.path}>{link.label}</a>
              </>
            }
          />
        </div>
      </div>
    </section>
  );
}
