import type { ContentPage } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import { currentTaxYear, dated, estimates, figureNow } from "#content/tax-facts.ts";

/** Succession options and estate planning (specification section 2). */
export const successionPlanning: ContentPage = {
  path: "/succession-planning",
  subject: "service",
  title: "Business Succession Planning",
  description:
    "Family, managers, an ESOP or a third party: benefits and costs of each, and how GRATs, IDGTs, charity and family partnerships fit, with a worked freeze.",
  modified: "2026-11-21",
  hero: {
    forWhom:
      "Succession and estate coordination, for owners of companies worth $10M or more. Law as of November 2026.",
    headline: "Who comes after you is a decision with dates",
    lead: "Someone will own and run the company after you. Chosen early, it can be a child, your managers, your employees or a buyer; chosen late, it is whoever is ready.",
  },
  sections: [
    {
      id: "themes",
      heading: "Four matters to settle",
      blocks: [
        {
          cards: [
            {
              title: "Family succession",
              text: "Owning, running and inheriting are three things. Settle which child gets which, and tell all of them the same.",
            },
            {
              title: "Employee ownership",
              text: "Managers or a whole workforce can buy you out, mostly from profits still to be earned.",
            },
            {
              title: "Estate planning",
              text: "Wills, trusts and powers of attorney that fit whether the shares have turned into cash or not.",
            },
            {
              title: "Legacy preservation",
              text: "The name, the location, the people, the giving. What matters goes into the contract while buyers still compete.",
            },
          ],
        },
      ],
    },
    {
      id: "options",
      heading: "Four ways to hand over",
      note: "The $24M company is an illustration. A real price, loan or note depends on the company, the lender and the year.",
      blocks: [
        "Ask of each how much you are paid, when, and who carries the risk until then.",
        {
          options: [
            {
              title: "Family transition",
              text: "Shares pass by gift, by sale or partly by each, over years, voting control often last.",
              benefits: [
                "You set the pace and can stay in a smaller role.",
                "Gifts made early carry later growth out of your estate.",
              ],
              considerations: [
                "You are often paid little, and late.",
                "With a company worth $18M, $6M of other assets and three children, an equal share is $8M. The child who runs the company cannot simply be given it.",
                "Those who inherit at death usually take a new basis; those who are given shares take yours.",
              ],
            },
            {
              title: "Management buyout",
              text: "Those who already run the company buy it. Of $24M, say, a bank lends $10M, the managers bring $2M and you carry a note for $12M.",
              benefits: [
                "Buyers who know where the problems are.",
                "Few outsiders see your books.",
                "Payment over years can spread the tax: see [installment sales](/tax-strategies#installment-sales).",
              ],
              considerations: [
                "Half of that price depends on how the company does without you, and the bank is paid first.",
                "You bargain with your own team, who must run the company if talks fail.",
                "A financial buyer might have paid more.",
              ],
            },
            {
              title: "ESOP",
              text: "An employee stock ownership plan, a retirement trust, buys your shares at a price its trustee must defend.",
              benefits: [
                "Gain on C corporation shares can be deferred if holding period, plan stake and reinvestment meet 26 U.S.C. § 1042.",
                "The plan’s part of an S corporation’s profit bears no federal income tax until it is paid out to employees.",
              ],
              considerations: [
                "The plan may pay no more than fair market value.",
                "Appraiser, trustee and counsel cost six figures at the start, by our estimate; the appraisal recurs every year.",
                "The company must buy back the shares of employees who leave. S corporation sellers have no such deferral before 2028, and then for a small part of the price.",
              ],
            },
            {
              title: "Third-party sale",
              text: `A competitor, a fund or a family office buys all or most of it. Typically ${estimates.saleMonths}; a well-prepared company can be nearer six. [How we prepare one](/${practice.servicePageSlug}#process).`,
              benefits: [
                "Often the highest price, and the most cash at closing.",
                "Several bidders test the value.",
              ],
              considerations: [
                "Escrow, earn-outs and retained shares can postpone much of the price.",
                "Jobs, location and name are safe only as far as the contract reaches.",
                "Months of disclosure, in which word can get out.",
              ],
            },
          ],
        },
      ],
    },
    {
      id: "first-steps",
      heading: "What to settle first",
      note: "Connelly v. United States, decided by the Supreme Court in June 2024.",
      blocks: [
        {
          numbered: [
            "**Your number.** [What you need from the company](/business-valuation#wealth-planning) decides which routes you can afford.",
            "**The will to do it.** Ask each child and each manager alone. A polite yes is expensive.",
            "**The bad year.** Name who votes your shares if you cannot. Reread any buy-sell agreement written before June 2024: in Connelly, insurance money that a company received to buy a dead owner’s shares raised its value for estate tax, and the duty to buy did not lower it.",
            "**The order of telling.** Spouse, successor, the children who are not chosen, key people, then everyone.",
          ],
        },
      ],
    },
    {
      id: "estate-coordination",
      heading: "The estate, arranged around the company",
      note: "What is given away is gone, and takes your basis with it. Leave out every share whose price you may need to live on.",
      blocks: [
        `The federal gift and estate exemption is ${dated("giftExemption")}, and for two ${dated("giftExemptionCouple")}. Above it the rate is ${dated("estateTaxRate")}. In addition you may give ${dated("annualExclusion")} a year. The 2025 law (Pub. L. 119-21) set no end date and indexes the exemption after 2026. A couple sure to stay below it has no federal estate tax to save, and should hear that before paying for a trust. Where there is tax to save, the article on [the dumbest mistake young founders make](/blog/dumbest-mistake-young-founders) works out what giving late can cost.`,
      ],
      sections: [
        {
          id: "grats",
          heading: "GRATs: give away the growth",
          blocks: [
            "You put shares into a grantor retained annuity trust and take back fixed yearly payments. Growth beyond the rate that the IRS publishes each month (26 U.S.C. § 7520) passes to your children, using little exemption. If there is none, you have lost the fees. If you die within the term, most or all of the trust can count in your estate. It should begin before a buyer names a price.",
          ],
        },
        {
          id: "idgts",
          heading: "IDGTs: sell the growth",
          blocks: [
            "An intentionally defective grantor trust is outside your estate, while its income is taxed to you. You sell it shares for a note, without income tax, and your estate holds only the note. The trust can own S corporation shares while you live. By custom it first has money of its own, about a tenth of the purchase, given under your exemption.",
            {
              table: {
                caption: "A freeze: $6.00M of shares, sold five years later for $11.00M. An illustration",
                columns: ["Line", "Shares kept", "Sold to the trust"],
                rows: [
                  ["Paid to you: price, or note with interest", "$11.00M", "$7.48M"],
                  ["Income tax on the gain, paid by you", "−$2.62M", "−$2.62M"],
                  ["In your estate", "$8.38M", "$4.86M"],
                  ["Left in the trust, outside it", "$0.00M", "$3.52M"],
                  ["Estate tax", "−$3.35M", "−$1.94M"],
                  ["**Reaches your children**", "**$5.03M**", "**$6.44M**"],
                ],
                note: `Assumptions: zero basis; combined top federal rate on the gain, ${dated("combinedTopRate")}; note at an assumed 4.5% a year, paid with the principal at the sale; exemption used up elsewhere, so that the ${currentTaxYear} estate tax rate of ${figureNow("estateTaxRate")} applies to all of it. The trust’s own money, state tax and fees are left out.`,
              },
            },
            "The difference, $1.41M, is the estate tax on the growth beyond the note’s interest. Below 4.5% a year there would be nothing to pass on, and the fees would be lost. The plan also rests on an appraisal that can be defended.",
          ],
        },
        {
          id: "charitable-strategies",
          heading: "Charitable strategies: give before, or give cash",
          blocks: [
            `C corporation shares can go to a donor-advised fund or a [charitable remainder trust](/tax-strategies#charitable-remainder-trusts) before a sale is practically certain. A charitable lead trust pays the charity first and the family afterward. S corporation owners often do better to give cash after the sale. From 2026 only gifts above ${figureNow("charitableFloor")} count, and a deduction is worth at most ${figureNow("charitableCeiling")} in the top bracket.`,
          ],
        },
        {
          id: "family-limited-partnerships",
          heading: "Family limited partnerships: keep control, share value",
          blocks: [
            "You keep the management and give away limited interests, which an appraiser may discount because they carry no control and are hard to sell. They suit real estate and invested proceeds; a partnership cannot own S corporation shares. They need a purpose beyond tax and separate books. Where the owner kept the use of the assets, courts have put them back in the estate (26 U.S.C. § 2036).",
          ],
        },
      ],
    },
    {
      id: "fit-and-fees",
      heading: "Who it is not for, and what it costs",
      note: "Gifts, or a family that keeps the company, leave us less to manage; a sale may leave us more. [Form CRS](/form-crs) names this conflict.",
      blocks: [
        "If you must sign within 90 days, most of this page is closed to you. If your company is worth far less than $10M, a will, a buy-sell agreement and a good CPA cover most of it.",
        "Our planning costs at most $200 per hour, negotiable; forty hours, for illustration, cost at most $8,000. Your estate attorney drafts, your CPA files, an appraiser values; you pay each. We give no legal or tax advice and sell no insurance. We hold the calendar and see that the documents agree.",
      ],
    },
  ],
  closing: {
    heading: "Begin before the family meeting",
    text: "Thirty minutes, free, with an advisor. You need not have told anyone, or decided anything. You will hear which routes have dates on them. No result is promised.",
    mailRequest: "successionPlanning",
  },
};
