import type { ContentPage } from "#content/document-schema.ts";
import { companyValue, type RoutePart, successionRoutes } from "#content/examples/succession-routes.ts";
import { inMillions } from "#content/manufacturer-sale.ts";
import { practice } from "#content/practice.ts";
import {
  currentTaxYear,
  estimates,
  figure,
  figureNow,
  lawNow,
  specifiedTaxYear,
} from "#content/tax-facts.ts";
import { released } from "#content/release/release.ts";

/** What an option pays at closing, and what later or not at all. */
function closingFigure({ title, parts }: (typeof successionRoutes)[number]) {
  const sumOf = (...times: readonly RoutePart["when"][]): number =>
    parts.reduce((sum, { when, amount }) => (times.includes(when) ? sum + amount : sum), 0);
  const later = `${inMillions(sumOf("contract", "results"), 1)} later`;
  const given = sumOf("given");
  const rest = given === 0 ? later : `${later}, ${inMillions(given, 1)} given`;
  return { term: title, figure: inMillions(sumOf("paid"), 1), note: `at closing; ${rest}` };
}

/** Succession options and estate planning (specification section 2). `examples/succession-routes.ts` and `examples/trust-sale.ts` have the figures of the drawings. */
export const successionPlanning: ContentPage = released("successionPlanning", {
  path: "/succession-planning",
  subject: "service",
  title: "Business succession planning",
  description:
    "Sell or give your company to family, managers, an ESOP or a buyer: what each pays and when, drawn to scale, and how trusts and gifts fit the plan.",
  modified: "2026-11-30",
  hero: {
    forWhom:
      "Succession and estate planning, for owners of companies worth $10M or more. Law as of November 2026.",
    headline: "Choose your successor while you still have options",
    lead: "Your successor can be your children, your managers, your employees or a buyer. The earlier you plan, the more of them you can choose from.",
    figures: {
      note: `Hypothetical illustration: one company worth ${inMillions(companyValue, 1)}, four successors, before debt, costs and tax`,
      items: successionRoutes.map(closingFigure),
    },
  },
  sections: [
    {
      id: "themes",
      heading: "What a succession plan settles",
      blocks: [
        {
          terms: [
            {
              title: "Family succession",
              text: "Who owns, who runs and who inherits the company. These are separate decisions.",
            },
            {
              title: "Employee ownership",
              text: "Whether the people who work for you could own the company, and how they would pay for it.",
            },
            {
              title: "Estate planning",
              text: "Wills, trusts and powers of attorney for the time before a sale and after it.",
            },
            {
              title: "Legacy preservation",
              text: "The name, the location, the jobs and your giving. Negotiate what matters while buyers still compete.",
            },
          ],
        },
      ],
    },
    {
      id: "options",
      heading: "Your four options compared",
      blocks: [
        {
          options: [
            {
              title: "Family transition",
              text: "Your children receive shares by gift, by sale or by both, over years, and pay from company profits. Voting control often passes last.",
              benefits: [
                "You set the pace and can stay in a smaller role.",
                "Gifts made early move later growth out of your estate.",
              ],
              considerations: [
                "You often receive less, and later, and only if the company does well under your child.",
                "Fairness takes planning. With the $20M company in the chart, a $4M building that you own separately and three children, an equal share is $8M.",
                "With a gift, your children take over your tax basis, usually what you paid. Heirs usually take a new one at your death.",
              ],
            },
            {
              title: "Management buyout",
              text: "The people who already run the company buy it with a bank loan, their own money and a note, which is a promise to pay you later.",
              benefits: [
                "The buyers know the company and its problems.",
                "Few outsiders see your books.",
                "Payment over years can spread the tax: see [installment sales](/tax-strategies#installment-sales).",
              ],
              considerations: [
                "The company pays the bank first and your note afterward. Ask for a guarantee and a say in large decisions.",
                "Managers rarely have much cash, so what you are paid at closing depends on the bank.",
                "You negotiate with your own team, who must run the company if talks fail.",
              ],
            },
            {
              title: "ESOP",
              text: "An employee stock ownership plan is a retirement trust for your workforce. It buys your shares with a bank loan and a note, which the company pays off over about seven to ten years.",
              benefits: [
                "Gain on C corporation shares can be deferred under the rules of 26 U.S.C. §\u00a01042.",
                "The plan’s share of an S corporation’s profit isn’t taxed until employees receive benefits.",
              ],
              considerations: [
                "The plan can’t pay more than fair market value.",
                "By our estimate, setting it up costs six figures. The appraisal recurs every year.",
                "The company must buy back the shares of employees who leave.",
                "S corporation sellers can’t defer gain before 2028, and then on at most 10 percent of the price (SECURE 2.0 Act of 2022, §\u00a0114).",
              ],
            },
            {
              title: "Third-party sale",
              text: `A competitor, a fund or a family office (one family’s investment firm) buys all or most of the company. A sale typically takes ${estimates.saleMonths}: see [how we prepare one](/${practice.servicePageSlug}#process).`,
              benefits: [
                "Often the highest price, and the most cash at closing.",
                "Several bidders test the value.",
              ],
              considerations: [
                "Part of the price can sit in escrow, an account that covers the buyer’s claims, or in an earn-out, paid only if targets are met.",
                "Rollover equity, a stake in the buyer’s company, can rise, fall or become worthless.",
                "Jobs, location and name are only as safe as the contract makes them.",
                "Due diligence, the buyer’s inspection, takes months, and word can get out.",
              ],
            },
          ],
        },
      ],
    },
    {
      id: "paid-now-and-later",
      heading: "What each option pays you, and when",
      illustration: true,
      background: "bed",
      note: `[The manufacturer in the full case](/manufacturer-sale), worth $20.0M before debt, costs and tax. The value is the same in all four, and each split is an assumption. Real terms depend on the company, the lender and the year.`,
      blocks: [
        "If you need the money to live on, compare the solid part of each bar, which is paid at closing. Defer only what you can afford to wait for.",
        { drawing: "succession-routes" },
        `Tax usually follows the payments. In a sale of shares, the gain is taxed at up to ${figureNow("capitalGainsTopRate")} in the year you are paid. Add ${figureNow("netInvestmentRate")} on C\u00a0corporation shares, or if you aren’t active in your S\u00a0corporation. A large note also costs [interest on the deferred tax](/tax-strategies#installment-sales). What you give to family is not income to you, but it uses your exemption.`,
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
            "**If something happens to you.** Name who votes your shares if you can’t. Have a buy-sell agreement from before June 2024 reviewed: since Connelly v. United States, life insurance paid to the company can raise the estate tax on your shares.",
            "**Who hears first, and in what order.** Your spouse, your successor, the children you did not choose, key people, then everyone.",
          ],
        },
        "**Questions for your CPA and attorney**",
        {
          list: [
            "Can the company pay the bank loan and my note in a year like 2020?",
            "Are we an S or a C\u00a0corporation, and which options does that rule out or tax differently?",
            "Can I report the gain as the note is paid, and how much past depreciation is taxed in the year of sale?",
            "What does our buy-sell agreement, which governs a departing owner’s shares, say about price and payment?",
          ],
        },
      ],
    },
    {
      id: "estate-coordination",
      heading: "Estate planning around the company",
      note: "Gifts can’t be undone. Don’t give away shares that you may need to live on.",
      blocks: [
        "The exemption is what you can give or leave free of federal gift and estate tax. If you and your spouse are sure to stay below it, you will owe no such tax and don’t need these trusts: skip to [what planning costs](/succession-planning#fit-and-fees). If you may owe it, [the article for founders](/blog/dumbest-mistake-young-founders) shows what giving late can cost.",
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
            note: `26 U.S.C. §§\u00a02001(c), 2010(c), 2503(b); Rev. Proc. 2023-34 (${specifiedTaxYear}) and ${lawNow("annualExclusion")} (${currentTaxYear}); Pub. L. 119-21, which sets no end date and indexes the exemption after 2026.`,
          },
        },
      ],
      sections: [
        {
          id: "grats",
          heading: "GRATs: give away the growth",
          blocks: [
            "You put shares in a grantor retained annuity trust (GRAT) and take back fixed yearly payments. Growth above a rate the IRS publishes each month (26 U.S.C. §\u00a07520) goes to your children, with little use of your exemption.",
            "If there is no such growth, you have lost the fees. If you die within the term, most or all of the trust can count in your estate. Set it up before a buyer names a price.",
          ],
        },
        {
          id: "idgts",
          heading: "IDGTs: sell shares to a trust",
          blocks: [
            "You sell shares to an intentionally defective grantor trust (IDGT) for a note, without income tax on the transfer. Your estate then holds only the note, and later growth is outside it. You pay tax on the trust’s income. The trust can own S corporation shares while you live. By custom, you first give the trust about a tenth of the price.",
            "If the shares grew more slowly than the interest on the note, nothing would pass on and the fees would be lost. The plan also needs an appraisal you can defend.",
            { drawing: "trust-sale" },
          ],
        },
        {
          id: "charitable-strategies",
          heading: "Charitable strategies: give shares, or cash",
          blocks: [
            "C corporation shares can go to a donor-advised fund, an account for later grants, before a sale is practically certain. A [charitable remainder trust](/tax-strategies#charitable-remainder-trusts) pays you first, and a charitable lead trust pays the charity first. S corporation owners often do better giving cash after the sale.",
            `From 2026 a deduction applies only to gifts above ${figureNow("charitableFloor")}. It saves at most ${figureNow("charitableCeiling")} of the gift in the top bracket.`,
          ],
        },
        {
          id: "family-limited-partnerships",
          heading: "Family limited partnerships: keep control",
          blocks: [
            "You manage the partnership and give away limited interests. An appraiser may discount them because they carry no control and are hard to sell. They suit real estate and invested proceeds; a partnership can’t own S corporation shares.",
            "A partnership needs a purpose beyond tax, and separate books. When owners kept using the assets, courts have taxed them in the estate (26 U.S.C. §\u00a02036).",
          ],
        },
      ],
    },
    {
      id: "fit-and-fees",
      heading: "What it costs and who it’s for",
      blocks: [
        "We work best with owners who are at least a year from a sale; within 90 days, most of these choices have expired. For a company worth far less than $10M, a will, a buy-sell agreement and a good CPA cover most of it.",
        "Our planning costs at most $200 per hour, negotiable. As an illustration, forty hours cost at most $8,000. You pay your estate attorney, CPA and appraiser separately. We give no legal or tax advice and sell no insurance. We keep the calendar and check that the documents agree.",
        "Gifts, or a family that keeps the company, leave us less to manage; a sale may leave us more. [Form CRS](/form-crs) describes this conflict.",
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
