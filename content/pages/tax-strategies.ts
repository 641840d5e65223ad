import type { ContentPage } from "#content/document-schema.ts";
import { compareEntityTypes } from "#content/examples/entity-types.ts";
import { inMillions } from "#content/manufacturer-sale.ts";
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

/** For figures that are words at the start of a cell. */
function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const { sCorporation, cCorporation } = compareEntityTypes();

/**
 * How the sale of a company is taxed, and the four strategies of specification section 2. `tax-example.ts` computes the $3.7M, the
 * $880,000 and the installment interest, and `examples/` the amounts in the drawings; `worked-examples.test.ts` compares them.
 */
export const taxStrategies: ContentPage = released("taxStrategies", {
  path: "/tax-strategies",
  subject: "service",
  title: "Business sale tax strategies",
  description:
    "QSBS, installment sales, charitable remainder trusts and opportunity zones side by side: who qualifies, deadline, cost, example, and today’s law.",
  modified: "2026-11-30",
  hero: {
    forWhom:
      "Tax planning before a sale, for owners of companies worth $10M or more. Law as of November 2026.",
    headline: "Know the tax on your sale before you agree to its terms",
    lead: "Compare four ways to reduce or defer tax when you sell. Two of them don’t fit an S corporation, and all four have deadlines.",
    figures: {
      note: "Hypothetical illustration: top federal rates, zero basis, no state tax",
      items: [
        {
          term: "S corporation, active owner",
          figure: inMillions(sCorporation.kept + sCorporation.netInvestmentTax),
          note: "kept from a $10M asset sale",
        },
        {
          term: "S corporation, passive owner",
          figure: inMillions(sCorporation.kept),
          note: "kept after the net investment income tax",
        },
        {
          term: "C corporation",
          figure: inMillions(cCorporation.kept),
          note: "kept from the same sale",
        },
      ],
    },
  },
  sections: [
    {
      id: "entity-type",
      heading: "Start with your entity type",
      blocks: [
        "Your entity type decides how often the sale is taxed and which strategies you can use. For S corporations, see also [how the sale of a manufacturer can be structured](/manufacturer-sale).",
        {
          table: {
            caption: "What your entity type decides",
            isComparison: true,
            columns: ["Topic", "S corporation", "C corporation", "LLC taxed as a partnership"],
            rows: [
              ["Sale of assets taxed", "Once", "Twice", "Once"],
              ["Small business stock", "Never", "If the stock qualifies", "Only as a C\u00a0corporation"],
              [
                "Charitable trust",
                "Ends the S election if it holds shares",
                "Can sell the shares",
                "100% tax on business income",
              ],
              ["Installment sale, opportunity zone", "Possible", "Possible", "Possible"],
            ],
            note: "Neither an installment sale nor an opportunity zone defers gain on inventory and depreciation. An S corporation can owe corporate tax on earlier gain for five years after it converts (26 U.S.C. § 1374).",
          },
        },
      ],
    },
    {
      id: "sale-of-assets",
      heading: "What a $10M sale of assets leaves you",
      illustration: true,
      note: "Zero basis, top federal rates. No fees, state tax or franchise tax.",
      blocks: [
        `A C corporation pays ${figure("corporateRate")} of the gain, and you pay tax on what it distributes. An owner who is active in an S corporation may not owe the net investment income tax. Ordinary income from equipment lowers what an S corporation leaves.`,
        { drawing: "entity-types" },
        `Owners may lose an estimated ${estimates.avoidableTax} of proceeds to avoidable tax (illustrative). The worst case is this C corporation, if its owner could have sold small business stock tax-free.`,
      ],
    },
    {
      id: "why-plan",
      heading: "Why plan: one $10M sale of shares",
      background: "bed",
      illustration: true,
      note: `Illustration, not a promise: zero basis, long-term gain, combined top federal rate of ${dated("combinedTopRate")}, ${practice.postalAddress.stateName} resident, before fees.`,
      blocks: [
        `Two owners of C corporations sell their shares for the same price, so the gain is taxed once. One has not planned, and keeps as much as the passive S corporation owner above. The other holds ${Math.round(excludedStock.share * 100)}% of the shares as qualified small business stock (QSBS), long enough to exclude about $3.7M of gain from tax. Nothing is deferred or given away.`,
        { drawing: "sale" },
        `The lighter section is the difference, about $880,000, a little over a third of the tax. Planning can save an estimated ${estimates.planningSavings} of the tax (illustrative), but only if you meet a strategy’s conditions in time. Many owners meet none of them and save nothing. With the other strategies, some of the savings are deferrals or charitable gifts.`,
      ],
    },
    {
      id: "strategies",
      heading: "Four strategies and their deadlines",
      illustration: true,
      note: `Each bar is the federal tax on $1.00M of long-term gain at ${figureNow("combinedTopRate")}. No state tax, no interest, no growth. Your CPA will run your numbers.`,
      isCardGrid: true,
      blocks: [
        "On a $1M gain, a cash sale costs $238,000 in federal tax, due for the year of sale. Each bar shows how a strategy changes that.",
      ],
      sections: [
        {
          id: "qsbs",
          heading: "QSBS",
          blocks: [
            "Gain on qualified small business stock can be free of federal income tax up to a cap. C corporations only.",
            { drawing: "tax-due-qsbs" },
            {
              terms: [
                {
                  title: "Who qualifies",
                  text: "Holders of stock that a domestic C corporation issued to them for money, property or work. S corporation stock never qualifies.",
                },
                {
                  title: "Deadline",
                  text: "Five years from the day of issue. Newer stock can exclude part of the gain from three.",
                },
                {
                  title: "Cost",
                  text: "Corporate tax on every year’s profits until the sale, and your tax on what is distributed.",
                },
                {
                  title: "Main risk",
                  text: "One missed condition. You need proof of each from the first year.",
                },
              ],
            },
            {
              fold: {
                summary: "QSBS: caps, conditions and an example",
                blocks: [
                  "Health, law, consulting, finance and hotels are among the excluded trades. No sale can use the newer steps before July 2028. The half or quarter of the gain that a step leaves taxable is taxed at up to 28%, plus any net investment income tax (26 U.S.C. § 1(h)). Gain above the cap is taxed at the usual rates. Some states tax the gain anyway.",
                  {
                    table: {
                      caption: "QSBS rules by the day the stock was issued",
                      columns: ["Rule", "After July 4, 2025", "Until then"],
                      rows: [
                        ["Cap on excluded gain", figureNow("qsbsCap"), figure("qsbsCap")],
                        ["Holding period", figureNow("qsbsHolding"), capitalized(figure("qsbsHolding"))],
                        [
                          "Gross assets at issue, up to",
                          figureNow("qsbsGrossAssets"),
                          figure("qsbsGrossAssets"),
                        ],
                      ],
                      note: "The cap is per owner and company (26 U.S.C. § 1202; Pub. L. 119-21). Stock issued before September 28, 2010, excludes less.",
                    },
                  },
                  "**Example.** Of an $18M gain on stock issued in 2018, $8M stays taxable: $1.90M of tax instead of $4.28M.",
                ],
              },
            },
          ],
        },
        {
          id: "installment-sales",
          heading: "Installment sales",
          blocks: [
            "You are paid over years and taxed as you are paid.",
            { drawing: "tax-due-installment-sale" },
            {
              terms: [
                {
                  title: "Who qualifies",
                  text: "Most owners, S corporations included, who take part of the price after the year of the sale.",
                },
                {
                  title: "Deadline",
                  text: "Before you sign the contract. Gain on cash you have received can’t be spread.",
                },
                {
                  title: "Cost",
                  text: `Interest on the note is ordinary income, taxed at up to ${dated("ordinaryTopRate")}, before the net investment income tax. On a large note you also owe interest on the deferred tax.`,
                },
                { title: "Main risk", text: "The buyer stops paying." },
              ],
            },
            {
              fold: {
                summary: "Installment sales: an example, and interest on a large note",
                blocks: [
                  "In a sale of assets, inventory gain and depreciation recapture are taxed in the year of sale (26 U.S.C. § 453).",
                  "**Example.** A price of $12M, $8M at closing and $4M in four yearly payments. The tax is $1.90M, then $238,000 a year: $2.86M in all, as in a cash sale. At an assumed four percent a year, the delay is worth about $88,000. If the buyer defaults after two payments, you lose up to $2M.",
                  `**Interest on a large note.** It applies if the buyer still owes you more than ${figure("installmentThreshold")} at the end of the year of sale (26 U.S.C. § 453A). Take a $10M sale in five equal yearly payments, the first at closing. At the end of that year the buyer owes $8M, which is $3M above the threshold. Three eighths of the deferred tax, or 37.5%, bears interest until you are paid in full. Over the five years the interest comes to **$105,000**. Compare it with what the postponed tax can earn in the meantime.`,
                  {
                    table: {
                      caption:
                        "Interest on the deferred tax of a $10M sale in five equal payments (illustration)",
                      isCompact: true,
                      columns: ["Year", "Still owed", "Deferred tax", "Bears interest", "Interest"],
                      rows: [
                        ["1", "$8.0M", "$1,600,000", "$600,000", "$42,000"],
                        ["2", "$6.0M", "$1,200,000", "$450,000", "$31,500"],
                        ["3", "$4.0M", "$800,000", "$300,000", "$21,000"],
                        ["4", "$2.0M", "$400,000", "$150,000", "$10,500"],
                      ],
                      note: `At the end of each year; the fifth payment leaves nothing owed. Assumptions: zero basis, all long-term gain. Deferred tax is counted at the top capital gains rate, ${figureNow("capitalGainsTopRate")}. It excludes the net investment income tax, which § 453A(c)(3) does not name. Interest is at the underpayment rate of the month in which the tax year ends, ${dated("underpaymentRate")}, assumed unchanged (§ 6621(a)(2); Rev. Rul. 2025-18). The $4M note in the example above stays below the threshold.`,
                    },
                  },
                ],
              },
            },
          ],
        },
        {
          id: "charitable-remainder-trusts",
          heading: "Charitable remainder trusts",
          blocks: [
            "A trust sells your shares untaxed, pays you for life or a term, then pays a charity.",
            { drawing: "tax-due-charitable-trust" },
            {
              terms: [
                {
                  title: "Who qualifies",
                  text: "Owners of C corporation stock, or of a building without a mortgage, who want to give. S corporation stock in the trust ends the S election.",
                },
                {
                  title: "Deadline",
                  text: "Before the sale is practically certain. After that, the gain can be taxed to you anyway.",
                },
                {
                  title: "Cost",
                  text: "You can’t undo the gift, and your children don’t inherit the shares.",
                },
                { title: "Main risk", text: "You outlive the term or need the principal." },
              ],
            },
            {
              fold: {
                summary: "Charitable trusts: conditions and an example",
                blocks: [
                  "S corporation shares in the trust end the S election. If the trust owns an operating LLC, a 100% tax takes that income (26 U.S.C. § 664(c)(2)). The gift needs a qualified appraisal.",
                  `The payout is ${dated("charitableTrustPayout")}. The charity’s part must be worth at least ${figure("charitableTrustRemainder")} at the start. From 2026 a deduction applies only to gifts above ${figureNow("charitableFloor")}. It saves at most ${figureNow("charitableCeiling")} of its amount.`,
                  "**Example.** The trust sells $2M of shares without tax at the sale. At six percent it pays $120,000 in the first year, taxed as it reaches you. If you sell them yourself, the tax is $476,000. You keep $1,524,000; at the same rate it pays $91,440 a year, and the $1,524,000 stays yours.",
                ],
              },
            },
          ],
        },
        {
          id: "opportunity-zones",
          heading: "Opportunity zones",
          blocks: [
            "You invest gain from the sale in a fund for designated districts. The tax is deferred, and the fund’s own growth can be tax-free.",
            { drawing: "tax-due-opportunity-zone" },
            {
              terms: [
                {
                  title: "Who qualifies",
                  text: "Anyone with capital gain from an unrelated buyer, S corporation owners included. Depreciation recapture doesn’t count.",
                },
                {
                  title: "Deadline",
                  text: "Usually 180 days after the sale; for an S corporation’s gain, often later. Ask your CPA.",
                },
                {
                  title: "Cost",
                  text: "Ten years without the money, fund fees, and a tax bill whether or not the fund has paid you.",
                },
                { title: "Main risk", text: "The fund loses value." },
              ],
            },
            {
              fold: {
                summary: "Opportunity zones: rules and an example",
                blocks: [
                  "If you sell late in 2026, ask your CPA whether to wait until January 2027 to invest.",
                  {
                    table: {
                      caption: "Opportunity zone rules by the day the gain is invested",
                      columns: ["Rule", "From January 1, 2027", "Before"],
                      rows: [
                        [
                          "Tax on the gain",
                          `Deferred ${figureNow("zoneDeferral")}`,
                          `Deferred ${figure("zoneDeferral")}`,
                        ],
                        [
                          "Forgiven after five years",
                          figureNow("zoneStepFive"),
                          `${figure("zoneStepFive")} (invested by the end of 2021)`,
                        ],
                        [
                          "Forgiven after seven years",
                          "None",
                          `${figure("zoneStepSeven")} (invested by the end of 2019)`,
                        ],
                      ],
                      note: `Under both, growth in the fund is free of federal tax after ${figureNow("zoneAppreciation")} (26 U.S.C. § 1400Z-2; Pub. L. 119-21).`,
                    },
                  },
                  "**Example.** You invest $1.50M of gain in 2027, outside rural zones. $357,000 of tax is deferred until 2032 and falls by $35,700. If the fund doubled over ten years, another $357,000 would never be owed. A loss in the fund could exceed both savings.",
                ],
              },
            },
          ],
        },
      ],
    },
    {
      id: "when-to-start",
      heading: "When to start",
      background: "bed",
      note: `Planning takes ${estimates.planningYears}, by our estimate; the sale itself typically takes ${estimates.saleMonths}.`,
      blocks: [
        {
          steps: [
            {
              title: "5+ years",
              text: "Choose your entity and share classes. Find the issue date of each block of shares. An LLC that incorporates now can start the QSBS clock for value still to come.",
            },
            {
              title: "2–3 years",
              text: "Fund [family trusts](/succession-planning#estate-coordination) while the company’s value is lower. Ask your CPA to compare a sale of assets with a sale of stock.",
            },
            {
              title: "1 year",
              text: "Get a formal valuation. If you plan to give, set up the charitable trust before any buyer offers terms. Decide how much of the price you would lend.",
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
      heading: "What it costs and who it’s for",
      blocks: [
        "We work best with owners who are at least a year from a sale. Within 90 days, installment terms and opportunity zones are probably all that is left; start with your CPA and a deal attorney. For a company worth far less than $10M, the fees can exceed the savings.",
        "Planning costs at most $200 per hour, negotiable. As an illustration, 30 hours cost at most $6,000. You pay your attorney, appraiser and CPA separately. Your CPA and attorney give the tax and legal advice. We make sure the questions reach them in time.",
        "A charitable trust managed elsewhere, or an opportunity fund, leaves us less to earn a fee on. [Form CRS](/form-crs) describes our other conflicts.",
      ],
    },
    {
      id: "brackets",
      heading: `Tax rates today, compared with ${specifiedTaxYear}`,
      note: `26 U.S.C. §§ 1(h), 1(j), 1411; Rev. Proc. 2023-34 (${specifiedTaxYear}) and ${lawNow("zeroRateSingle")} (${currentTaxYear}).`,
      blocks: [
        `The top rates are the same in both years. Long-term capital gain is taxed at up to ${figureNow("capitalGainsTopRate")}, plus the ${figureNow("netInvestmentRate")} net investment income tax, ${figureNow("combinedTopRate")} together. The ${figureNow("netInvestmentRate")} tax applies above modified adjusted gross income of ${figureNow("netInvestmentThresholdSingle")}, or ${figureNow("netInvestmentThresholdJoint")} for a joint return. Ordinary income is taxed at up to ${figureNow("ordinaryTopRate")}.`,
        {
          fold: {
            summary: "Lower brackets for long-term capital gain, by taxable income",
            blocks: [
              {
                table: {
                  caption: "Lower brackets for long-term capital gain, by taxable income",
                  columns: ["Bracket", currentTaxYear, String(specifiedTaxYear)],
                  rows: [
                    ["0%, single, up to", figureNow("zeroRateSingle"), figure("zeroRateSingle")],
                    [
                      "0%, married filing jointly, up to",
                      figureNow("zeroRateJoint"),
                      figure("zeroRateJoint"),
                    ],
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
                  ],
                  note: "These brackets make little difference in the year of the sale. They can matter in lower-income years before and after it.",
                },
              },
            ],
          },
        },
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
