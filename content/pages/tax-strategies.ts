import type { ContentPage } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import { excludedStock } from "#content/tax-example.ts";
import {
  currentTaxYear,
  dated,
  estimates,
  figure,
  figureNow,
  lawNow,
  specifiedTaxYear,
} from "#content/tax-facts.ts";
import { released } from "#content/release/release.ts";

/**
 * How the sale of a company is taxed, and the four strategies of specification section 2. `tax-example.ts` computes the $3.7M, the
 * $880,000 and the installment interest, and `examples/strategy-comparison.ts` the comparison; `worked-examples.test.ts` compares them.
 */
/** For figures that are words at the start of a cell. */
function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const taxStrategies: ContentPage = released("taxStrategies", {
  path: "/tax-strategies",
  subject: "service",
  title: "Business sale tax strategies",
  description:
    "QSBS, installment sales, charitable remainder trusts and opportunity zones side by side: who qualifies, deadline, cost, example, and today’s law.",
  modified: "2026-11-29",
  hero: {
    forWhom:
      "Tax planning before a sale, for owners of companies worth $10M or more. Law as of November 2026.",
    headline: "Know the tax on your sale before you agree to its terms",
    lead: "Four strategies can reduce or defer tax when you sell. Two don’t fit S corporation stock, and all four have deadlines.",
  },
  sections: [
    {
      id: "entity-type",
      heading: "Start with your entity type",
      note: "Zero basis, top federal rates, before state tax and fees.",
      blocks: [
        {
          table: {
            caption: "What your entity type decides",
            isComparison: true,
            columns: ["Topic", "C corporation", "S corporation"],
            rows: [
              [
                "Tax on a sale of assets",
                `Paid twice. The company pays ${figure("corporateRate")} of the gain, and you pay tax on what it distributes.`,
                "Paid once, on your own return. The company also pays if it was a C corporation within the last five years (26 U.S.C. § 1374).",
              ],
              [
                "What a $10M sale of assets leaves you",
                "$6.02M. The company owes $2.10M, and you owe $1.88M on the $7.90M it distributes.",
                "$7.62M if all of the gain is capital gain. Ordinary income from equipment lowers it. An active owner may not owe the net investment income tax, which raises it.",
              ],
              ["QSBS", "Possible, if the stock qualifies", "S corporation stock never qualifies"],
              [
                "Charitable remainder trust",
                "Can sell the shares",
                "Can’t hold the shares without ending the S election",
              ],
              ["Installment sale, opportunity zone", "Possible", "Possible, but not for gain from recapture"],
              [
                "Read on",
                "[QSBS](/tax-strategies#qsbs), then the other strategies",
                "[A manufacturer’s sale](/manufacturer-sale), four structures compared",
              ],
            ],
          },
        },
        `Owners may lose an estimated ${estimates.avoidableTax} of proceeds to avoidable tax (illustrative). That estimate fits a C corporation that is taxed twice and whose shares could have qualified as small business stock. An ordinary sale of shares loses far less.`,
      ],
    },
    {
      id: "why-plan",
      heading: "Why plan: one $10M sale with and without planning",
      background: "bed",
      illustration: true,
      note: `Illustration, not a promise: zero basis, long-term gain, combined top federal rate of ${dated("combinedTopRate")}, ${practice.postalAddress.stateName} resident, before fees. An active owner of an S corporation may owe less.`,
      blocks: [
        `This example does not apply to an S corporation, whose owner should look at [the structure of the deal](/manufacturer-sale) first. Two owners of C corporations sell their shares for the same price. One has not planned. The other holds ${Math.round(excludedStock.share * 100)}% of the shares as qualified small business stock (QSBS), long enough to exclude about $3.7M of gain from tax. Nothing is deferred or given away.`,
        { drawing: "sale" },
        `The lighter section is the difference, about $880,000, a little over a third of the tax. Not every owner qualifies.`,
        `Planning can save an estimated ${estimates.planningSavings} of the tax (illustrative), but only if you meet a strategy’s conditions in time. Many owners meet none of them and save nothing. With the other strategies, some of the savings are deferrals or charitable gifts.`,
      ],
    },
    {
      id: "compare",
      heading: "When the $238,000 of tax on a $1M gain comes due",
      illustration: true,
      note: `Each bar is the federal tax on $1.00M of long-term gain at the combined top rate of ${dated("combinedTopRate")}. No state tax, no interest, no growth. Owners active in an S corporation may not owe the net investment income tax.`,
      blocks: [
        { drawing: "strategy-comparison" },
        "QSBS removes the tax. The other three postpone it, and an opportunity zone fund also forgives a tenth after five years. A charitable remainder trust also gives up the principal, which the bar doesn’t show.",
      ],
    },
    {
      id: "strategies",
      heading: "Four strategies and their deadlines",
      note: "Every example is an illustration on the assumptions above. Your CPA will run your numbers.",
      blocks: [
        {
          cards: [
            {
              title: "QSBS",
              text: "Gain on qualified small business stock can be free of federal income tax up to a cap. C corporations only.",
            },
            {
              title: "Installment sales",
              text: "You are paid over years and taxed as you are paid. Open to most owners until they sign the contract.",
            },
            {
              title: "Charitable remainder trusts",
              text: "A trust sells your shares untaxed, pays you for life or a term, then pays a charity.",
            },
            {
              title: "Opportunity zones",
              text: "You invest gain from the sale in designated districts. The tax waits, and the fund’s own growth can be tax-free.",
            },
          ],
        },
        {
          table: {
            caption: "Which strategies fit your company",
            isComparison: true,
            columns: [
              "Topic",
              "QSBS",
              "Installment sale",
              "Charitable remainder trust",
              "Opportunity zone fund",
            ],
            rows: [
              [
                "Who can use it",
                "Holders of stock issued by a qualifying C corporation",
                "Most sellers who take a note; recapture and inventory gain are taxed in the year of sale",
                "Owners of C corporation stock, or of a building without a mortgage, who want to give",
                "Anyone with capital gain, but not for recapture",
              ],
              [
                "Deadline",
                "Stock issued and held long enough before the sale",
                "Before you sign the contract",
                "Before the sale is practically certain",
                "180 days after the gain, in general",
              ],
              [
                "What it does",
                "Excludes gain up to a cap",
                "Spreads the tax",
                "Defers the tax and funds a gift",
                "Defers the tax, forgives part, frees later growth",
              ],
              [
                "What it costs",
                "Corporate tax every year until the sale",
                "You lend to the buyer",
                "You can’t undo the gift",
                "Ten years without the money, fund fees",
              ],
              [
                "Main risk",
                "One missed condition",
                "The buyer defaults",
                "You outlive the term or need the principal",
                "The fund loses value",
              ],
            ],
          },
        },
        `[Ask an advisor which of these fit you](${practice.schedulingUrl}) in a free 30-minute call.`,
        "This page is the reference: conditions, costs and current law. The article [tax reduction strategies](/blog/tax-reduction-strategies) follows one $10M sale through these moves and gifts to trusts, in the order they expire.",
      ],
      sections: [
        {
          id: "qsbs",
          heading: "QSBS: qualified small business stock",
          blocks: [
            `Gain up to a cap is free of federal income tax. Per owner and company, the cap is ${figureNow("qsbsCap")}, for stock issued after July 4, 2025. For older stock it is ${figure("qsbsCap")}.`,
            {
              terms: [
                {
                  title: "Who qualifies",
                  text: `Holders of stock that a domestic C corporation issued to them for money, property or work. The company’s gross assets must not have exceeded ${figureNow("qsbsGrossAssets")} at issue, or ${figure("qsbsGrossAssets")} for older stock. Health, law, consulting, finance and hotels are among the excluded trades. S corporation stock never qualifies.`,
                },
                {
                  title: "Deadline",
                  text: `Counted from the day of issue: ${figureNow("qsbsHolding")}. Older stock needs more than five years. No sale can use the newer steps before July 2028. The half or quarter of the gain that a step leaves taxable is taxed at up to 28%, plus any net investment income tax (26 U.S.C. § 1(h)). Gain above the cap is taxed at the usual rates.`,
                },
                {
                  title: "Cost",
                  text: "Corporate tax on every year’s profits until the sale, and your tax on what is distributed. You need proof of each condition from the first year. Some states tax the gain anyway.",
                },
                {
                  title: "Example",
                  text: "Of an $18M gain on stock issued in 2018, $8M stays taxable: $1.90M of tax instead of $4.28M.",
                },
              ],
            },
          ],
        },
        {
          id: "installment-sales",
          heading: "Installment sales: taxed as you are paid",
          blocks: [
            {
              terms: [
                {
                  title: "Who qualifies",
                  text: "Nearly any owner who takes part of the price after the year of the sale (26 U.S.C. § 453). In a sale of assets, inventory gain and depreciation recapture are taxed in the year of sale.",
                },
                {
                  title: "Deadline",
                  text: "Before you sign the contract. Gain on cash you have received can’t be spread.",
                },
                {
                  title: "Cost",
                  text: `You become the buyer’s lender. Interest on the note is ordinary income, taxed at up to ${dated("ordinaryTopRate")}, before the net investment income tax. On a large note you also owe interest on the deferred tax, as the table below shows.`,
                },
                {
                  title: "Example",
                  text: "A price of $12M, $8M at closing and $4M in four yearly payments. The tax is $1.90M, then $238,000 a year: $2.86M in all, as in a cash sale. At an assumed four percent a year, the wait is worth about $88,000. If the buyer defaults after two payments, you lose up to $2M.",
                },
              ],
            },
            `**Interest on a large note.** It applies if the buyer still owes you more than ${figure("installmentThreshold")} at the end of the year of sale (26 U.S.C. § 453A). You then pay interest each year on part of the deferred tax.`,
            "Take a $10M sale in five equal yearly payments, the first at closing. At the end of that year the buyer owes $8M, which is $3M above the threshold. Three eighths of the deferred tax, or 37.5%, bears interest until you are paid in full.",
            {
              table: {
                caption: "Interest on the deferred tax of a $10M sale in five equal payments (illustration)",
                isCompact: true,
                columns: ["Year", "Still owed", "Deferred tax", "Bears interest", "Interest"],
                rows: [
                  ["1", "$8.0M", "$1,600,000", "$600,000", "$42,000"],
                  ["2", "$6.0M", "$1,200,000", "$450,000", "$31,500"],
                  ["3", "$4.0M", "$800,000", "$300,000", "$21,000"],
                  ["4", "$2.0M", "$400,000", "$150,000", "$10,500"],
                ],
                note: `At the end of each year; the fifth payment leaves nothing owed. Assumptions: zero basis, all long-term gain. Deferred tax is counted at the top capital gains rate, ${figureNow("capitalGainsTopRate")}. It excludes the net investment income tax, which § 453A(c)(3) does not name. Interest is at the underpayment rate, ${dated("underpaymentRate")}, assumed unchanged in every year (§ 6621(a)(2); Rev. Rul. 2025-18). The $4M note in the example above stays below the threshold.`,
              },
            },
            "Over the five years the interest comes to **$105,000**. Compare it with what the postponed tax can earn in the meantime.",
          ],
        },
        {
          id: "charitable-remainder-trusts",
          heading: "Charitable remainder trusts: for owners who plan to give",
          blocks: [
            {
              terms: [
                {
                  title: "Who qualifies",
                  text: "Owners of C corporation shares who want a charity to have what remains. S corporation shares in the trust end the S election. If the trust owns an operating LLC, a 100% tax takes that income (26 U.S.C. § 664(c)(2)).",
                },
                {
                  title: "Deadline",
                  text: "Before the sale is practically certain, with a qualified appraisal. After that, the gain can be taxed to you anyway.",
                },
                {
                  title: "Cost",
                  text: `The gift is irrevocable, and your children don’t inherit the shares. The payout is ${dated("charitableTrustPayout")}. The charity’s part must be worth at least ${figure("charitableTrustRemainder")} at the start. From 2026 a deduction applies only to gifts above ${figureNow("charitableFloor")}. It saves at most ${figureNow("charitableCeiling")} of its amount.`,
                },
                {
                  title: "Example",
                  text: "The trust sells $2M of shares without tax at the sale. At six percent it pays $120,000 in the first year, taxed as it reaches you. If you sell them yourself, the tax is $476,000. You keep $1,524,000; at the same rate it pays $91,440 a year.",
                },
              ],
            },
          ],
        },
        {
          id: "opportunity-zones",
          heading: "Opportunity zones: available after the sale",
          blocks: [
            `You invest capital gain in a fund for designated districts and defer the tax on it. For gain invested from January 1, 2027, a step-up in basis forgives ${figureNow("zoneStepFive")} after five years.`,
            {
              terms: [
                {
                  title: "Who qualifies",
                  text: "Anyone with capital gain from an unrelated buyer who can leave the money tied up.",
                },
                {
                  title: "Deadline",
                  text: `About six months after the gain; your CPA counts the days. Deferral lasts ${figureNow("zoneDeferral")} for gain invested from January 1, 2027. For gain invested earlier it ends on December 31, 2026. If you sell late in 2026, ask whether to invest in January.`,
                },
                {
                  title: "Cost",
                  text: "Liquidity, fund fees, and a tax bill that comes due whether or not the fund has paid you.",
                },
                {
                  title: "Example",
                  text: `You invest $1.50M of gain in 2027, outside rural zones. $357,000 of tax is deferred until 2032 and falls by $35,700. If the fund doubled over ${figure("zoneAppreciation")}, another $357,000 would never be owed. A loss in the fund could exceed both savings.`,
                },
              ],
            },
          ],
        },
      ],
    },
    {
      id: "brackets",
      heading: `Tax rates and rules today, compared with ${specifiedTaxYear}`,
      note: `26 U.S.C. §§ 1(h), 1(j), 664, 1202, 1400Z-2, 1411; Rev. Proc. 2023-34 (${specifiedTaxYear}) and ${lawNow("zeroRateSingle")} (${currentTaxYear}); Pub. L. 119-21. Net investment thresholds apply to modified adjusted gross income.`,
      blocks: [
        {
          table: {
            caption: "Rules of the strategies, today and before",
            columns: ["Rule", "Today", "Before"],
            rows: [
              [
                "QSBS, cap on excluded gain",
                `${figureNow("qsbsCap")} (stock issued after July 4, 2025)`,
                `${figure("qsbsCap")} (stock issued on or before July 4, 2025)`,
              ],
              [
                "QSBS, holding period",
                `${capitalized(figureNow("qsbsHolding"))} (stock issued after July 4, 2025)`,
                `${capitalized(figure("qsbsHolding"))} (stock issued on or before July 4, 2025)`,
              ],
              [
                "QSBS, gross assets at issue, up to",
                `${figureNow("qsbsGrossAssets")} (stock issued after July 4, 2025)`,
                `${figure("qsbsGrossAssets")} (stock issued on or before July 4, 2025)`,
              ],
              [
                "Opportunity zones, deferral",
                `Deferred ${figureNow("zoneDeferral")} (gain invested from January 1, 2027)`,
                `Deferred ${figure("zoneDeferral")} (gain invested through 2026)`,
              ],
              [
                "Opportunity zones, step-up in basis",
                `${figureNow("zoneStepFive")} after five years (gain invested from January 1, 2027)`,
                `${figure("zoneStepFive")} after five years (gain invested by the end of 2021)`,
              ],
              [
                "Opportunity zones, second step",
                "None",
                `${figure("zoneStepSeven")} after seven years (gain invested by the end of 2019)`,
              ],
              [
                "Opportunity zones, growth in the fund",
                `Free of federal tax after ${figureNow("zoneAppreciation")}`,
                `Free of federal tax after ${figure("zoneAppreciation")}`,
              ],
              [
                "Charitable remainder trust, payout",
                `${figureNow("charitableTrustPayout")} is typical`,
                `${figure("charitableTrustPayout")} is typical`,
              ],
            ],
          },
        },
        {
          table: {
            caption: "Federal tax on long-term capital gain, by taxable income",
            columns: ["Bracket or rate", currentTaxYear, String(specifiedTaxYear)],
            rows: [
              ["0%, single, up to", figureNow("zeroRateSingle"), figure("zeroRateSingle")],
              ["0%, married filing jointly, up to", figureNow("zeroRateJoint"), figure("zeroRateJoint")],
              [
                `${figure("middleRate")}, single, up to`,
                figureNow("middleRateSingle"),
                figure("middleRateSingle"),
              ],
              [
                `${figure("middleRate")}, married filing jointly, up to`,
                figureNow("middleRateJoint"),
                figure("middleRateJoint"),
              ],
              ["Top rate, above that", figureNow("capitalGainsTopRate"), figure("capitalGainsTopRate")],
              [
                "Net investment income tax, added",
                figureNow("netInvestmentRate"),
                figure("netInvestmentRate"),
              ],
              [
                "Net investment threshold, single",
                figureNow("netInvestmentThresholdSingle"),
                figure("netInvestmentThresholdSingle"),
              ],
              [
                "Net investment threshold, joint",
                figureNow("netInvestmentThresholdJoint"),
                figure("netInvestmentThresholdJoint"),
              ],
              ["Both top rates together", figureNow("combinedTopRate"), figure("combinedTopRate")],
              ["Top rate on ordinary income", figureNow("ordinaryTopRate"), figure("ordinaryTopRate")],
            ],
          },
        },
        "The lower brackets make little difference in the year of the sale. They can matter in lower-income years before and after it.",
      ],
    },
    {
      id: "when-to-start",
      heading: "When to start",
      note: `A plan takes ${estimates.planningYears}; the sale itself typically takes ${estimates.saleMonths}.`,
      blocks: [
        {
          steps: [
            {
              title: "5+ years",
              text: "Choose your entity and share classes. Find each block’s date of issue. An LLC that incorporates now can start the QSBS clock for value still to come.",
            },
            {
              title: "2–3 years",
              text: "Fund [family trusts](/succession-planning#estate-coordination) while the company’s value is lower. Ask your CPA to compare a sale of assets with a sale of stock.",
            },
            {
              title: "1 year",
              text: "Get a formal valuation. If you plan to give, set up the charitable trust before any buyer’s terms exist. Decide how much of the price you would lend.",
            },
            {
              title: "After the sale",
              text: "Set aside estimated tax the day the wire arrives. Opportunity zones and gifts of cash are still available.",
            },
          ],
          isNumbered: false,
        },
        "[When to start exit planning](/blog/when-to-start-exit-planning) covers the other tasks of those years.",
      ],
    },
    {
      id: "fit-and-fees",
      heading: "What it costs and who it suits",
      note: "A charitable trust managed elsewhere, or an opportunity fund, leaves us less to earn a fee on. [Form CRS](/form-crs) describes our other conflicts.",
      blocks: [
        "We work best with owners who have at least a year. If you must sign within 90 days, installment terms and opportunity zones are probably all that is left. Start with a deal attorney and your CPA; we can refer you to one. For a company worth far less than $10M, the fees can exceed the savings.",
        "Planning costs at most $200 per hour, negotiable. As an illustration, 30 hours cost at most $6,000. You pay your attorney, appraiser and CPA separately. Your CPA and attorney give the tax and legal advice. We make sure the questions reach them in time.",
      ],
    },
  ],
  related: ["/blog/tax-reduction-strategies", "/manufacturer-sale", "/succession-planning"],
  closing: {
    heading: "Find out which strategies are still open to you",
    text: "In a free 30-minute call, an advisor goes through your entity and your dates. You will leave with a short list of questions for your CPA and the date by which each needs an answer.",
    mailRequest: "taxPlanning",
  },
});
