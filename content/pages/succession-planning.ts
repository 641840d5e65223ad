import type { ContentPage } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
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

/** Succession options and estate planning (specification section 2). `examples/succession-routes.ts` and `examples/trust-sale.ts` have the figures of the drawings. */
export const successionPlanning: ContentPage = released("successionPlanning", {
  path: "/succession-planning",
  subject: "service",
  title: "Business succession planning",
  description:
    "Sell or give your company to family, managers, an ESOP or a buyer: what each pays and when, drawn to scale, and how trusts and gifts fit the plan.",
  modified: "2026-11-29",
  hero: {
    forWhom:
      "Succession and estate planning, for owners of companies worth $10M or more. Law as of November 2026.",
    headline: "Choose your successor while you still have options",
    lead: "Your successor can be your children, your managers, your employees or a buyer. The earlier you plan, the more of them you can choose from.",
  },
  sections: [
    {
      id: "themes",
      heading: "What a succession plan covers",
      blocks: [
        {
          cards: [
            {
              title: "Family succession",
              text: "Ownership, management and inheritance are separate. Decide who gets which, and tell everyone the same thing.",
            },
            {
              title: "Employee ownership",
              text: "Your managers or your whole workforce can buy you out, mostly from future profits.",
            },
            {
              title: "Estate planning",
              text: "Wills, trusts and powers of attorney have to work before the sale, when you own shares, and after it, when you own cash.",
            },
            {
              title: "Legacy preservation",
              text: "The name, the location, the people and your giving. Negotiate what matters while buyers still compete.",
            },
          ],
        },
      ],
    },
    {
      id: "paid-now-and-later",
      heading: "Four options for handing over a company, and when each one pays you",
      illustration: true,
      background: "bed",
      note: "[The manufacturer in the full case](/manufacturer-sale), worth $20.0M before debt, costs and tax. Each split is an assumption. Real terms depend on the company, the lender and the year. An outside buyer may pay more than the other three.",
      blocks: [
        "If you need cash to live on, first compare what each option pays at closing. If you care most about who runs the company, start with your risk until you are paid.",
        { drawing: "succession-routes" },
        {
          table: {
            caption: "What each option pays, and who carries the risk until then (illustration)",
            columns: [
              "Option",
              "Paid at closing",
              "Paid later",
              "Who pays later",
              "Your risk until you are paid",
            ],
            rows: [
              [
                "Family transition",
                "$2.0M",
                "$8.0M note; $10.0M is a gift",
                "Your successor, from company profits over about ten years",
                "The company has to do well under your child. Carry only what you can afford to wait for.",
              ],
              [
                "Management buyout",
                "$10.0M: bank $8.0M, managers $2.0M",
                "$10.0M note",
                "The company, after the bank is paid",
                "The bank is paid first. Ask for a guarantee and a say in large decisions.",
              ],
              [
                "ESOP",
                "$8.0M from a bank loan",
                "$12.0M note",
                "The company, over about seven to ten years",
                "The company pays from its cash flow, after the bank. The plan can’t pay more than fair market value.",
              ],
              [
                "Third-party sale",
                "$15.0M",
                "$1.0M escrow; $4.0M rollover equity",
                "The escrow agent after 18 months; rollover when the buyer sells",
                "Claims against the escrow. Rollover equity, a stake in the buyer’s company, can rise, fall or become worthless.",
              ],
            ],
          },
        },
        `[Compare the four with an advisor](${practice.schedulingUrl}) in a free 30-minute call.`,
      ],
    },
    {
      id: "options",
      heading: "Benefits and considerations of each option",
      note: "The splits are those of the chart above and are an illustration.",
      blocks: [
        {
          options: [
            {
              title: "Family transition",
              text: "Shares pass by gift, by sale or partly by each, over years. Voting control often passes last.",
              benefits: [
                "You set the pace and can stay in a smaller role.",
                "Gifts made early move later growth out of your estate.",
              ],
              considerations: [
                "You often receive less, and later.",
                "Fairness takes planning. With the $20M company in the chart, its $4M building and three children, an equal share is $8M. The child who runs the company can’t simply receive all of it.",
                "Heirs usually take a new tax basis at your death. A person who receives a gift takes over yours.",
              ],
            },
            {
              title: "Management buyout",
              text: "The people who already run the company buy it. In the chart, a bank lends $8M, the managers bring $2M and you carry a note for $10M.",
              benefits: [
                "The buyers know the company and its problems.",
                "Few outsiders see your books.",
                "Payment over years can spread the tax: see [installment sales](/tax-strategies#installment-sales).",
              ],
              considerations: [
                "Half of that price depends on how the company does without you, and the bank is paid first.",
                "You negotiate with your own team, who must run the company if talks fail.",
                "A financial buyer might have paid more.",
              ],
            },
            {
              title: "ESOP",
              text: "An employee stock ownership plan is a retirement trust. It buys your shares at a price its trustee must defend.",
              benefits: [
                "Gain on C corporation shares can be deferred if you meet the holding, ownership and reinvestment rules of 26 U.S.C. § 1042.",
                "The plan’s share of an S corporation’s profit isn’t taxed until employees are paid.",
              ],
              considerations: [
                "The plan can’t pay more than fair market value.",
                "We estimate that appraiser, trustee and counsel cost six figures at the start. The appraisal recurs every year.",
                "The company must buy back the shares of employees who leave.",
                "S corporation sellers can’t defer gain before 2028, and then only on up to a tenth of the price. A company can end its S election before the sale to defer more. It then pays corporate tax and generally can’t elect again for five years.",
              ],
            },
            {
              title: "Third-party sale",
              text: `A competitor, a fund or a family office buys all or most of it. Typically ${estimates.saleMonths}; a well-prepared company can take closer to six. [How we prepare a sale](/${practice.servicePageSlug}#process).`,
              benefits: [
                "Often the highest price, and the most cash at closing.",
                "Several bidders test the value.",
              ],
              considerations: [
                "Escrow, earn-outs and rollover equity can postpone much of the price.",
                "Jobs, location and name are only as safe as the contract makes them.",
                "Due diligence takes months, and word can get out.",
              ],
            },
          ],
        },
      ],
    },
    {
      id: "first-steps",
      heading: "First steps in a succession plan",
      blocks: [
        {
          numbered: [
            "**Your number.** [What you need from the company](/business-valuation#wealth-planning) decides which options you can afford.",
            "**Willingness.** Ask each child and each manager privately whether they want the job.",
            "**If something happens to you.** Name who votes your shares if you can’t. Have any buy-sell agreement from before June 2024 reviewed. That month, in Connelly v. United States, the Supreme Court counted life insurance paid to the company as part of its value for estate tax.",
            "**Who hears first, and in what order.** Your spouse, your successor, the children you did not choose, key people, then everyone.",
          ],
        },
        "Questions to ask your CPA and attorney:",
        {
          list: [
            "Can the company service the bank loan and my note in a year like 2020?",
            "Are we an S or a C corporation, and which options does that rule out or tax differently?",
            "Does the note qualify for installment reporting, and how much recapture is taxed in the year of sale?",
            "What does my buy-sell agreement say, and was it reviewed after Connelly?",
          ],
        },
      ],
    },
    {
      id: "estate-coordination",
      heading: "Estate planning around the company",
      note: "Gifts can’t be undone, and the recipient takes your tax basis. Don’t give away shares that you may need to live on.",
      blocks: [
        `If you and your spouse are sure to stay below your joint exemption, ${figureNow("giftExemptionCouple")} today, you have no federal estate tax to save. You should hear that before you pay for a trust, and can skip to [what planning costs](/succession-planning#fit-and-fees). If there is tax to save, [the article for founders](/blog/dumbest-mistake-young-founders) shows what giving late can cost.`,
        `In ${currentTaxYear} each person can give or leave ${figureNow("giftExemption")} free of federal gift and estate tax. Above that the rate is ${figureNow("estateTaxRate")}. You can also give ${figureNow("annualExclusion")} a year to each recipient.`,
        {
          table: {
            caption: `Gift and estate tax limits, today and in ${specifiedTaxYear}`,
            columns: ["Limit", currentTaxYear, String(specifiedTaxYear)],
            rows: [
              ["Exemption, each person", figureNow("giftExemption"), figure("giftExemption")],
              [
                "Exemption, a married couple",
                figureNow("giftExemptionCouple"),
                figure("giftExemptionCouple"),
              ],
              ["Rate above it", figureNow("estateTaxRate"), figure("estateTaxRate")],
              ["Annual gift to each recipient", figureNow("annualExclusion"), figure("annualExclusion")],
            ],
            note: `26 U.S.C. § 2001(c); Rev. Proc. 2023-34 (${specifiedTaxYear}) and ${lawNow("annualExclusion")} (${currentTaxYear}); Pub. L. 119-21, which sets no end date and indexes the exemption after 2026.`,
          },
        },
      ],
      sections: [
        {
          id: "grats",
          heading: "GRATs: give away the growth",
          blocks: [
            "A grantor retained annuity trust (GRAT) passes growth to your children with little use of your exemption. You put in shares and take back fixed yearly payments. Growth above a rate the IRS publishes each month (26 U.S.C. § 7520) goes to your children.",
            "If there is no such growth, you have lost the fees. If you die within the term, most or all of the trust can count in your estate. Set it up before a buyer names a price.",
          ],
        },
        {
          id: "idgts",
          heading: "IDGTs: sell shares to a trust",
          blocks: [
            "An intentionally defective grantor trust (IDGT) moves growth out of your estate without income tax on the transfer. You sell it shares for a note, and your estate holds only the note. You pay tax on the trust’s income. It can own S corporation shares while you live. By custom, you first give it about a tenth of the purchase price.",
            {
              table: {
                caption: "$6.00M of shares, sold five years later for $11.00M (illustration)",
                columns: ["Item", "Shares kept", "Sold to the trust"],
                rows: [
                  ["Paid to you: price, or note with interest", "$11.00M", "$7.48M"],
                  ["Income tax on the gain, paid by you", "−$2.62M", "−$2.62M"],
                  ["In your estate", "$8.38M", "$4.86M"],
                  ["Left in the trust, outside it", "$0.00M", "$3.52M"],
                  ["Estate tax", "−$3.35M", "−$1.94M"],
                  ["**Reaches your children**", "**$5.03M**", "**$6.44M**"],
                ],
                note: `Assumptions: zero basis; combined top federal rate on the gain, ${dated("combinedTopRate")}; note at an assumed 4.5% a year, paid with the principal at the sale. Your exemption is used up elsewhere, so the ${currentTaxYear} estate tax rate of ${figureNow("estateTaxRate")} applies to all of it. The trust’s own money, state tax and fees are left out.`,
              },
            },
            { drawing: "trust-sale" },
            "The difference, $1.41M, is the estate tax on growth above the note’s interest. If the shares grew less than 4.5% a year, nothing would pass on and the fees would be lost. The plan also needs an appraisal you can defend.",
          ],
        },
        {
          id: "charitable-strategies",
          heading: "Charitable strategies: give shares before a sale, or cash after it",
          blocks: [
            "C corporation shares can go to a donor-advised fund or a [charitable remainder trust](/tax-strategies#charitable-remainder-trusts) before a sale is practically certain. A charitable lead trust pays the charity first and the family afterward. S corporation owners often do better giving cash after the sale.",
            `From 2026 a deduction applies only to gifts above ${figureNow("charitableFloor")}. It saves at most ${figureNow("charitableCeiling")} of the gift in the top bracket.`,
          ],
        },
        {
          id: "family-limited-partnerships",
          heading: "Family limited partnerships: keep control, share value",
          blocks: [
            "You keep management and give away limited interests. An appraiser may discount them because they carry no control and are hard to sell. They suit real estate and invested proceeds; a partnership can’t own S corporation shares.",
            "A partnership needs a purpose beyond tax, and separate books. When owners kept using the assets, courts have taxed them in the estate (26 U.S.C. § 2036).",
          ],
        },
      ],
    },
    {
      id: "fit-and-fees",
      heading: "What it costs and who it suits",
      note: "Gifts, or a family that keeps the company, leave us less to manage; a sale may leave us more. [Form CRS](/form-crs) describes this conflict.",
      blocks: [
        "We work best with owners who have at least a year; within 90 days of a sale, most of these choices have expired. For a company worth far less than $10M, a will, a buy-sell agreement and a good CPA cover most of it.",
        "Our planning costs at most $200 per hour, negotiable. As an illustration, forty hours cost at most $8,000. You pay your estate attorney, CPA and appraiser separately. We give no legal or tax advice and sell no insurance. We keep the calendar and check that the documents agree.",
      ],
    },
  ],
  related: ["/tax-strategies", "/business-valuation", "/manufacturer-sale"],
  closing: {
    heading: "Talk it through before the family meeting",
    text: "The call is free and confidential. You don’t need to have told anyone or decided anything. In 30 minutes you will hear which options have deadlines.",
    mailRequest: "successionPlanning",
  },
});
