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

/**
 * How the sale of a company is taxed, and the four strategies of specification section 2. `tax-example.ts` computes the $3.7M, the
 * $880,000 and the installment interest; `worked-examples.test.ts` compares them.
 */
export const taxStrategies: ContentPage = {
  path: "/tax-strategies",
  subject: "service",
  title: "Business Sale Tax Strategies",
  description:
    "QSBS, installment sales, charitable remainder trusts and opportunity zones: who qualifies, by when, what each costs, and a worked number for each.",
  modified: "2026-11-22",
  hero: {
    forWhom:
      "Tax strategy before a sale, for owners of companies worth $10M or more. Law as of November 2026.",
    headline: "The tax on a sale is settled years before it",
    lead: "Four strategies can lower or postpone the tax on the one sale of your life. Each asks for a certain kind of company or gain, and each has a last day.",
  },
  sections: [
    {
      id: "why-plan",
      heading: "Why plan: one $10M sale, with and without an exclusion",
      note: `Illustration, not a promise: zero basis, long-term gain, combined top federal rate of ${dated("combinedTopRate")}, ${practice.postalAddress.stateName} resident, before fees. An active owner of an S corporation may owe less.`,
      blocks: [
        `Two owners each sell for the same price. One has nothing in place. For the other, ${Math.round(excludedStock.share * 100)}% of the shares are qualified small business stock, held long enough. That exclusion alone is enough to keep about $3.7M of the gain out of tax, with nothing deferred and nothing given away.`,
        { drawing: "sale" },
        `The difference is about $880,000, a little over a third of the tax. That planning saves ${estimates.planningSavings} of the tax is an illustrative estimate, and holds only for owners who met a strategy’s conditions in time. Many meet none and save nothing. With the other strategies, some savings are only a delay, or money given away.`,
        `Form matters first. If a C corporation sells its assets, it pays ${dated("corporateRate")} before you see a dollar. On $10M with no basis left, the company owes $2.10M, you owe $1.88M on the $7.90M it distributes, and $6.02M remains. The illustrative estimate that ${estimates.avoidableTax} of proceeds may be lost to avoidable tax describes that case, taxed twice, where the shares could have been sold under the first strategy below. An ordinary sale of shares loses far less.`,
      ],
    },
    {
      id: "strategies",
      heading: "Four strategies, each with its last day",
      note: "Each worked number is an illustration on the assumptions above. Your CPA works out yours.",
      blocks: [
        {
          cards: [
            {
              title: "QSBS",
              text: "Gain on qualified small business stock, free of federal income tax up to a cap. C corporations only.",
            },
            {
              title: "Installment sales",
              text: "Paid over years, taxed as you are paid. Open to most owners until the contract is signed.",
            },
            {
              title: "Charitable remainder trusts",
              text: "A trust sells your shares untaxed, pays you for life or a term, then pays a charity.",
            },
            {
              title: "Opportunity zones",
              text: "Gain already taken, invested in designated districts. The tax waits; the fund’s own growth can escape it.",
            },
          ],
        },
        "[Tax reduction before a sale](/blog/tax-reduction-strategies) compares these with gifts to trusts.",
      ],
      sections: [
        {
          id: "qsbs",
          heading: "QSBS: stock that qualified on the day it was issued",
          blocks: [
            `The cap on the excluded gain, per owner and company, is ${dated("qsbsCap")}.`,
            {
              list: [
                `**Who qualifies.** Holders of stock that a domestic C corporation issued to them, for money, property or work, while its gross assets did not exceed ${dated("qsbsGrossAssets")}. Health, law, consulting, finance and hotels are among the excluded trades. S corporation stock never qualifies.`,
                `**By when.** Counted from the day of issue: ${dated("qsbsHolding")}. No sale can use the newer steps before July 2028, and what a step leaves is taxed at up to 28% (§ 1(h)).`,
                `**What it costs.** Corporate tax on every year’s profits until the sale, and your tax on what is distributed. A file of proof, kept from the first year. Some states tax the gain anyway.`,
                "**An illustration.** Of an $18M gain on stock issued in 2018, $8M stays taxable: $1.90M of tax instead of $4.28M.",
              ],
            },
          ],
        },
        {
          id: "installment-sales",
          heading: "Installment sales: taxed as you are paid",
          blocks: [
            {
              list: [
                "**Who qualifies.** Nearly any owner who takes part of the price after the year of the sale (26 U.S.C. § 453). Inventory and depreciation recapture are taxed at once.",
                "**By when.** Before the contract is signed. Cash already received cannot be spread.",
                `**What it costs.** You become the buyer’s lender. The note’s interest is ordinary income, taxed at up to ${dated("ordinaryTopRate")}, before the net investment income tax. On a large note you also owe interest on the deferred tax; the table below computes it.`,
                "**An illustration.** A price of $12M, $8M at closing and $4M in four yearly payments. The tax is $1.90M, then $238,000 a year: $2.86M in all, as in a cash sale. At an assumed four percent a year, the wait is worth about $88,000. If the buyer fails after two payments, $2M is missing.",
              ],
            },
            `**Interest on a large note.** If more than ${figure("installmentThreshold")} is still owed to you at the end of the year of sale, you pay interest each year on part of the tax you deferred (26 U.S.C. § 453A). Take a $10M sale in five equal yearly payments, the first at closing. At the end of that year $8M is owed, $3M above the threshold. Three eighths of the deferred tax, or 37.5%, then bears interest until you are paid in full.`,
            {
              table: {
                caption:
                  "Interest on the deferred tax of a $10M sale in five equal payments. An illustration",
                columns: ["Year", "Still owed", "Deferred tax", "Bears interest", "Interest"],
                rows: [
                  ["1", "$8.0M", "$1,600,000", "$600,000", "$42,000"],
                  ["2", "$6.0M", "$1,200,000", "$450,000", "$31,500"],
                  ["3", "$4.0M", "$800,000", "$300,000", "$21,000"],
                  ["4", "$2.0M", "$400,000", "$150,000", "$10,500"],
                ],
                note: `At the end of each year; the fifth payment leaves nothing owed. Assumptions: zero basis, all long-term gain. Deferred tax is counted at the top capital gains rate, ${figureNow("capitalGainsTopRate")}, without the net investment income tax, which § 453A(c)(3) does not name. Interest is at the underpayment rate, ${dated("underpaymentRate")}, assumed unchanged in every year (§ 6621(a)(2); Rev. Rul. 2025-18). The $4M note in the list above stays below the threshold.`,
              },
            },
            "Over the five years the interest comes to **$105,000**. Compare it with what the postponed tax can earn in the meantime.",
          ],
        },
        {
          id: "charitable-remainder-trusts",
          heading: "Charitable remainder trusts: for those who mean to give",
          blocks: [
            {
              list: [
                "**Who qualifies.** Owners of C corporation shares who want a charity to have what remains. S corporation shares placed in it end the S election; an operating LLC’s income is taxed away in it (26 U.S.C. § 664(c)(2)).",
                "**By when.** Before the sale is practically certain, with a qualified appraisal. Later, the gain can be taxed to you all the same.",
                `**What it costs.** The shares: the gift cannot be undone, and your children receive none of it. The payout is ${dated("charitableTrustPayout")}, and the charity’s part must be worth at least ${figure("charitableTrustRemainder")} at the start. From 2026 gifts count only above ${figure("charitableFloor")}; a deduction saves at most ${figure("charitableCeiling")} of its amount.`,
                "**An illustration.** The trust sells $2M of shares: no tax at the sale, and at six percent $120,000 in the first year, taxed as it reaches you. Sold by you: $476,000 of tax and $1.52M left, yours to keep or leave, with $91,440 at the same rate.",
              ],
            },
          ],
        },
        {
          id: "opportunity-zones",
          heading: "Opportunity zones: the one that begins afterward",
          blocks: [
            `Part of the deferred gain can be forgiven by a step-up in basis: ${dated("zoneStepFive")}. A second step was ${dated("zoneStepSeven")}.`,
            {
              list: [
                "**Who qualifies.** Anyone with capital gain from an unrelated buyer, who can leave the money tied up.",
                `**By when.** About six months after the gain; your CPA counts the days. Deferral lasts ${dated("zoneDeferral")}. A seller in the last months of 2026 should ask whether the investment can wait until January.`,
                `**What it costs.** Liquidity, fund fees, and a tax bill that falls due whether or not the fund has paid you.`,
                `**An illustration.** On $1.50M of gain invested in 2027, outside rural zones, $357,000 of tax waits until 2032 and falls by $35,700. If the fund doubled over ${dated("zoneAppreciation")}, another $357,000 would never be owed. A loss could cost more than both save.`,
              ],
            },
          ],
        },
      ],
    },
    {
      id: "brackets",
      heading: `Capital-gain brackets, ${specifiedTaxYear} and ${currentTaxYear}`,
      blocks: [
        {
          table: {
            caption: "Federal tax on long-term capital gain, by taxable income",
            columns: ["Bracket or rate", String(specifiedTaxYear), currentTaxYear],
            rows: [
              ["Zero rate, single", `to ${figure("zeroRateSingle")}`, `to ${figureNow("zeroRateSingle")}`],
              [
                "Zero rate, married filing jointly",
                `to ${figure("zeroRateJoint")}`,
                `to ${figureNow("zeroRateJoint")}`,
              ],
              [
                `Rate of ${dated("middleRate")}, single`,
                `to ${figure("middleRateSingle")}`,
                `to ${figureNow("middleRateSingle")}`,
              ],
              [
                "The same rate, married filing jointly",
                `to ${figure("middleRateJoint")}`,
                `to ${figureNow("middleRateJoint")}`,
              ],
              ["Top rate, above that", figure("capitalGainsTopRate"), figureNow("capitalGainsTopRate")],
              [
                "Net investment income tax, added",
                figure("netInvestmentRate"),
                figureNow("netInvestmentRate"),
              ],
              [
                "Its threshold, single",
                figure("netInvestmentThresholdSingle"),
                figureNow("netInvestmentThresholdSingle"),
              ],
              [
                "Its threshold, married filing jointly",
                figure("netInvestmentThresholdJoint"),
                figureNow("netInvestmentThresholdJoint"),
              ],
              ["Both top rates together", figure("combinedTopRate"), figureNow("combinedTopRate")],
              ["Top rate on ordinary income", figure("ordinaryTopRate"), figureNow("ordinaryTopRate")],
            ],
            note: `26 U.S.C. §§ 1(h), 1(j), 1411; Rev. Proc. 2023-34 (${specifiedTaxYear}) and ${lawNow("zeroRateSingle")} (${currentTaxYear}). The net investment thresholds apply to modified adjusted gross income.`,
          },
        },
        "In the year of the sale the lower brackets hardly matter. In the quiet years around it they may.",
      ],
    },
    {
      id: "when-to-start",
      heading: "When to start",
      note: `A plan takes ${estimates.planningYears}; the sale itself takes ${estimates.saleMonths} as a rule.`,
      blocks: [
        {
          steps: [
            {
              title: "5+ years",
              text: "Entity and share class. Find each block’s date of issue, and what the company was that day. An LLC that incorporates now can start the QSBS clock for value still to come.",
            },
            {
              title: "2–3 years",
              text: "Gifts to [family trusts](/succession-planning#estate-coordination) while the value is modest. Your CPA compares a sale of assets with a sale of shares.",
            },
            {
              title: "1 year",
              text: "A formal valuation. If you mean to give, the charitable trust, before any buyer’s terms exist. Decide what part of the price you would lend.",
            },
            {
              title: "After the sale",
              text: "Estimated tax, set aside the day the wire arrives. Opportunity zones and gifts of cash. The list is short.",
            },
          ],
        },
        "The other tasks of those years are in [when to start exit planning](/blog/when-to-start-exit-planning).",
      ],
    },
    {
      id: "fit-and-fees",
      heading: "Who it is not for, and what it costs",
      note: "A charitable trust managed elsewhere, or an opportunity fund, leaves us less to earn a fee on. [Form CRS](/form-crs) names our other conflicts.",
      blocks: [
        "If you must sign within 90 days, installment terms and opportunity zones are probably all that is left; a deal lawyer and your CPA will do more for you than we can. For a company worth far less than $10M, the fees can exceed the saving.",
        "Planning costs at most $200 per hour, negotiable; thirty hours, for illustration, cost at most $6,000. Your attorney, appraiser and CPA are paid separately. We give no tax or legal advice; we see that the question is asked in time.",
      ],
    },
  ],
  closing: {
    heading: "Ask which of the four are still open",
    text: "Thirty minutes, free, with an advisor. You will hear which questions to put to your CPA, and by when. No saving is promised.",
    mailRequest: "taxPlanning",
  },
};
