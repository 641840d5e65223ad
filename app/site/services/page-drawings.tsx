import { Fragment } from "react";
import { DeadlineTimeline } from "#app/site/drawings/deadline-timeline.tsx";
import { SaleBars } from "#app/site/drawings/sale-bars.tsx";
import { millionsWith } from "#app/site/drawings/scale.ts";
import { StackedBars } from "#app/site/drawings/stacked-bars.tsx";
import { TaxDueBar } from "#app/site/drawings/tax-due.tsx";
import { Waterfall } from "#app/site/drawings/waterfall.tsx";
import { compareEntityTypes } from "#content/examples/entity-types.ts";
import { planningTimeline } from "#content/examples/planning-timeline.ts";
import {
  computeAdjustments,
  computeProceeds,
  multipleLabel,
  multiples,
} from "#content/examples/price-range.ts";
import { successionRoutes } from "#content/examples/succession-routes.ts";
import { taxDue } from "#content/examples/tax-due.ts";
import { trustSale, trustSaleAssumptions } from "#content/examples/trust-sale.ts";
import { computeNeeded, computeStockSale, listSaleSteps, manufacturer } from "#content/manufacturer-sale.ts";
import { latestTaxYear, taxPercent } from "#content/tax-facts.ts";

/** The drawings of the service pages, by the name that the texts in `content/pages/` use. */
export const pageDrawings = {
  "entity-types": <EntityTypes />,
  "planning-timeline": (
    <DeadlineTimeline
      deadlines={planningTimeline.choices}
      years={planningTimeline.years}
      letterOfIntent={planningTimeline.letterOfIntent}
    />
  ),
  "price-range": <PriceRange />,
  "price-to-proceeds": <Waterfall steps={listSaleSteps()} />,
  proceeds: <ProceedsBar />,
  sale: <SaleBars />,
  "strategy-comparison": <StrategyComparison />,
  "succession-routes": <SuccessionRoutes />,
  "tax-due-charitable-trust": <TaxDueBar due={taxDue.charitableTrust} />,
  "tax-due-installment-sale": <TaxDueBar due={taxDue.installmentSale} />,
  "tax-due-opportunity-zone": <TaxDueBar due={taxDue.opportunityZone} />,
  "tax-due-qsbs": <TaxDueBar due={taxDue.qsbs} />,
  "trust-sale": <TrustSale />,
};

const millions = millionsWith(2);

/** The tax on one gain with each of four strategies. */
function StrategyComparison() {
  const strategies = [
    ["Qualified small business stock", taxDue.qsbs],
    ["Charitable trust", taxDue.charitableTrust],
    ["Installment sale", taxDue.installmentSale],
    ["Opportunity fund", taxDue.opportunityZone],
  ] as const;
  return strategies.map(([title, due]) => (
    <Fragment key={title}>
      <h3>{title}</h3>
      <TaxDueBar due={due} />
    </Fragment>
  ));
}

/** How the owner of the manufacturer could use the proceeds. */
function ProceedsBar() {
  const { escrow, needed } = manufacturer;
  return (
    <StackedBars
      bars={[
        {
          title: "What the sale leaves",
          aside: `${millions.shown(computeStockSale().cash)} after tax`,
          parts: [
            { fill: "later", amount: escrow.amount, label: "escrow" },
            { fill: "paid", amount: needed.reserve, label: "reserve" },
            { fill: "paid", amount: needed.mortgage, label: "mortgage" },
            { fill: "paid", amount: needed.giving, label: "giving" },
            { fill: "paid", amount: needed.portfolio, label: "portfolio" },
          ],
        },
      ]}
      format={millions}
      legend={[
        { fill: "later", meaning: `Held in escrow for ${escrow.months} months` },
        { fill: "paid", meaning: "Paid at closing" },
      ]}
    />
  );
}

/** Three prices for the same earnings, compared with what the owner needs. */
function PriceRange() {
  const prices = [
    ["Low", multiples.low],
    ["Middle", multiples.middle],
    ["High", multiples.high],
  ] as const;
  const bars = prices.map(([name, multiple]) => {
    const { price, kept, tax, overNeeded } = computeProceeds(multiple);
    const difference = millions.shown(Math.abs(overNeeded));
    return {
      title: `${name} price: ${millions.shown(price)}`,
      aside: `${multipleLabel(multiple)} EBITDA, ${difference} ${overNeeded < 0 ? "short" : "over"}`,
      parts: [
        { fill: "paid", amount: kept, label: "yours after tax" },
        { fill: "cost", amount: tax, label: "tax" },
        { fill: "outline", amount: computeAdjustments() + manufacturer.dealCosts, label: "other" },
      ] as const,
    };
  });
  return (
    <StackedBars
      bars={bars}
      format={millions}
      mark={{ label: "Needed", amount: computeNeeded() }}
      legend={[
        { fill: "paid", meaning: "Cash after tax" },
        { fill: "cost", meaning: "Federal tax" },
        { fill: "outline", meaning: "Other: working capital, debt, bonuses and deal costs" },
      ]}
    />
  );
}

/** What a sale of assets for $10M leaves the owner of each type of corporation. */
function EntityTypes() {
  const { sCorporation, cCorporation } = compareEntityTypes();
  return (
    <StackedBars
      bars={[
        {
          title: "S corporation",
          aside: "Taxed once, if all of it is capital gain",
          parts: [
            { fill: "paid", amount: sCorporation.kept, label: "kept" },
            {
              fill: "uncertain",
              amount: sCorporation.netInvestmentTax,
              label: "net investment tax, if owed",
            },
            { fill: "cost", amount: sCorporation.capitalGainsTax, label: "gains tax" },
          ],
        },
        {
          title: "C corporation",
          aside: `Taxed twice: you owe on the ${millions.shown(cCorporation.distributed)} paid out`,
          parts: [
            { fill: "paid", amount: cCorporation.kept, label: "kept" },
            { fill: "cost", amount: cCorporation.corporateTax, label: "corporate tax" },
            { fill: "cost", amount: cCorporation.ownerTax, label: "your tax" },
          ],
        },
      ]}
      format={millions}
      legend={[
        { fill: "paid", meaning: "Kept" },
        { fill: "uncertain", meaning: "Also kept, if you owe no net investment income tax" },
        { fill: "cost", meaning: "Federal tax" },
      ]}
    />
  );
}

/** What each way to hand over a company pays now and later. */
function SuccessionRoutes() {
  const fills = { paid: "paid", contract: "later", results: "uncertain", given: "outline" } as const;
  return (
    <StackedBars
      bars={successionRoutes.map(({ parts, ...bar }) => ({
        ...bar,
        parts: parts.map(({ when, amount, label }) => ({ fill: fills[when], amount, label })),
      }))}
      format={millionsWith(1)}
      legend={[
        { fill: "paid", meaning: "Paid at closing" },
        { fill: "later", meaning: "Paid later under a contract" },
        { fill: "uncertain", meaning: "Paid later, depends on results" },
        { fill: "outline", meaning: "Given, not paid" },
      ]}
    />
  );
}

/** The assumptions of the drawing, and the difference between its bars. */
function describeTrustSale(): string {
  const { salePrice, valueAtTransfer, noteYears, notePercent, savedForChildren } = trustSaleAssumptions;
  const shares = `${millions.shown(valueAtTransfer)} of shares, sold after ${noteYears} years for ${millions.shown(salePrice)}`;
  const rates = `top federal rates of ${latestTaxYear}: ${taxPercent("combinedTopRate")}% on the gain, with the net investment income tax, and ${taxPercent("estateTaxRate")}% on the estate`;
  return `${shares}. The difference of ${millions.shown(savedForChildren)} is the estate tax on growth above the note’s interest of ${notePercent}% a year, which is compounded and paid at the end. Assumptions: zero basis; ${rates}; an exemption used up elsewhere. The trust’s own money, state tax and fees are left out.`;
}

/** What reaches the children with and without a sale of the shares to a trust. */
function TrustSale() {
  const fills = { children: "paid", "income tax": "cost", "estate tax": "later-cost" } as const;
  const labels = { children: "to your children", "income tax": "income tax", "estate tax": "estate tax" };
  return (
    <>
      <div className="note">
        <p className="illustration-label">Hypothetical illustration</p>
        <p>{describeTrustSale()}</p>
      </div>
      <StackedBars
        bars={trustSale.map(({ parts, ...bar }) => ({
          ...bar,
          parts: parts.map(({ to, amount }) => ({ fill: fills[to], amount, label: labels[to] })),
        }))}
        format={millions}
        legend={[
          { fill: "paid", meaning: "Reaches your children" },
          { fill: "cost", meaning: "Income tax" },
          { fill: "later-cost", meaning: "Estate tax, due later" },
        ]}
      />
    </>
  );
}
