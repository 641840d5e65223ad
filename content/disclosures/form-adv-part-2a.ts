import type { RegulatoryDocument } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import { estimates } from "#content/tax-facts.ts";
import { released } from "#content/release/release.ts";

const { adviser, advisor, advisoryLlc, firmName, postalAddress } = practice;

const date = "2026-03-31";
const lastAnnualUpdate = "2025-03-31";

/** The firm brochure: every item of the form in the form's order, under the form's own headings. */
export const formAdvPart2a: RegulatoryDocument = released("formAdvPart2a", {
  title: "Firm Brochure",
  description: `Form ADV Part 2A of ${advisoryLlc}: services, fees, conflicts, custody and disciplinary information, in the form’s 18 items.`,
  subtitle: "Form ADV Part 2A",
  date,
  opening: [],
  sections: [
    {
      id: "item-1",
      heading: "Item 1 Cover Page",
      blocks: [
        `**${advisoryLlc}**, also doing business as ${firmName}`,
        `${postalAddress.street}, ${postalAddress.city}, ${postalAddress.state} ${postalAddress.postalCode}. Telephone [${practice.phone.display}](tel:${practice.phone.dial}). Email [${practice.email}](mailto:${practice.email}). Website [${practice.website}](/). CRD number ${adviser.crdNumber}.`,
        `Brochure dated ${printed(date)}.`,
        `This brochure provides information about the qualifications and business practices of ${advisoryLlc}. If you have any questions about the contents of this brochure, please contact us at [${practice.phone.display}](tel:${practice.phone.dial}) or [${practice.email}](mailto:${practice.email}). The information in this brochure has not been approved or verified by the United States Securities and Exchange Commission or by any state securities authority.`,
        `Additional information about ${advisoryLlc} also is available on the SEC’s website at [www.adviserinfo.sec.gov](https://adviserinfo.sec.gov).`,
        `${advisoryLlc} is a registered investment adviser. Registration does not imply a certain level of skill or training.`,
      ],
    },
    {
      id: "item-2",
      heading: "Item 2 Material Changes",
      blocks: [
        `This brochure is our annual update. There have been no material changes since the last one, dated ${printed(lastAnnualUpdate)}.`,
        "When there are, our clients receive a summary of them, or the brochure, within 120 days after our fiscal year ends. You can ask for the current brochure at any time, free of charge.",
      ],
    },
    {
      id: "item-3",
      heading: "Item 3 Table of Contents",
      blocks: ["The table of contents lists each item by its heading, in the form’s order."],
    },
    {
      id: "item-4",
      heading: "Item 4 Advisory Business",
      blocks: [
        `${advisoryLlc} (“we”) was organized in ${adviser.organized} and is registered with the SEC. Our principal owner is our founder and lead advisor, ${advisor.name}, a fiduciary since ${advisor.fiduciarySince.slice(0, 4)}. [Form ADV Part 2B](/form-adv-part-2b) describes the lead advisor’s education and experience.`,
      ],
      sections: [
        {
          id: "item-4-services",
          heading: "Services we offer",
          blocks: [
            `**Exit planning and consulting.** For owners who intend to sell or hand over a company. We establish where you stand, study what the company may be worth, put the tax, estate and sale decisions on one calendar, keep it until a buyer appears, and stay through the sale and the year after. Preparing an exit takes ${estimates.planningYears}, by our estimate. Where a formal appraisal is needed, an independent appraiser issues it.`,
            "**Financial planning.** Cash flow, retirement, charitable gifts and the estate.",
            "**Portfolio management.** Continuous management of the securities accounts that you place under our advisory agreement.",
            "We work with your CPA, attorney and banker and do not replace them. We give no legal or tax advice, do not broker the sale of companies and receive no fee that depends on a sale. You decide whether to act on a recommendation.",
          ],
        },
        {
          id: "item-4-tailoring",
          heading: "How we tailor advice",
          blocks: [
            "Before we manage an account we record in writing what the money is for, when you need it, what you owe, and how large a loss you can bear. You may exclude particular securities or kinds of securities; if that would keep us from managing the account sensibly, we tell you first.",
            "We do not take part in any wrap fee program.",
          ],
        },
        {
          id: "item-4-assets",
          heading: "Assets we manage",
          blocks: [
            `On ${printed(adviser.assetsManagedOn)} we managed ${adviser.assetsManaged} of client assets, all of it on a discretionary basis and none of it on a non-discretionary basis. Companies whose sale we help plan are not included.`,
          ],
        },
      ],
    },
    {
      id: "item-5",
      heading: "Item 5 Fees and Compensation",
      blocks: [
        "Our fees come only from our clients. [Item 12](/form-adv-part-2a/text#item-12) describes what the custodian gives us. The charges of other firms are listed separately below.",
      ],
      sections: [
        {
          id: "item-5-advisory-fee",
          heading: "Advisory fee for managed assets",
          blocks: [
            "The fee is between 1% and 2% of managed assets a year. Each rate applies only to the portion of your assets in its row. We add the accounts of a household together.",
            {
              table: {
                caption: "Annual advisory fee by portion of managed assets",
                columns: ["Portion of managed assets", "Annual rate", "Fee if the portion is full"],
                rows: [
                  ["First $500,000", "2%", "$10,000"],
                  ["Next $1,500,000, up to $2 million", "1.5%", "$22,500"],
                  ["Next $3,000,000, up to $5 million", "1.25%", "$37,500"],
                  ["Above $5 million", "1%", "1% of the excess"],
                ],
                note: "Illustration, assuming that the value stays at $8 million all year: $10,000 + $22,500 + $37,500 + $30,000 = $100,000, or 1.25%.",
              },
            },
            "The fee is negotiable, so similar accounts may pay different fees. Comparable advice may cost less elsewhere.",
            "We charge one quarter of the annual fee after each quarter ends, on the market value that the custodian reports for its last day, cash included. A partial quarter is charged by the day. With your written authorization the custodian deducts the fee from your account; if you prefer, we send an invoice. Either of us may end the agreement at any time by written notice, and you then owe the fee through that day. We charge nothing in advance, so no refund arises.",
          ],
        },
        {
          id: "item-5-planning-fee",
          heading: "Planning and consulting fee",
          blocks: [
            "Exit planning, financial planning and consulting cost at most $200 per hour. The rate is negotiable. You receive a written estimate of the hours first, and we ask before exceeding it. We invoice each month for hours worked; if you end the agreement, you owe only those. The first call, 30 minutes with an advisor, is free.",
          ],
        },
        {
          id: "item-5-custodian",
          heading: "What the custodian charges",
          blocks: [
            "The custodian takes these charges from your account. We receive no part of them.",
            {
              table: {
                caption: "Custodian’s account charges",
                columns: ["Charge", "Amount", "Paid to"],
                rows: [
                  ["Annual account fee", "$10.00 per account", "Custodian"],
                  ["Postage", "$10.00 per transaction", "Custodian"],
                ],
                note: "The custodian may also charge for wires, transfers and closing an account. The schedule that it gives you governs.",
              },
            },
          ],
        },
        {
          id: "item-5-commissions",
          heading: "Brokerage commissions, sales loads and fund expenses",
          blocks: [
            "You will incur brokerage and other transaction costs. **Brokerage commissions** and mark-ups on trades are charged by the broker-dealer that executes the trade, which is usually your custodian. [Item 12](/form-adv-part-2a/text#item-12) describes our brokerage practices.",
            "**Sales loads**, surrender charges and distribution fees belong to products of fund and insurance companies, such as an annuity that you bought before you came to us. They go to that company or to the broker that sold you the product. We choose share classes without a load, and compare a product’s exit charge with the cost of keeping it.",
            "**Operating expenses** of mutual funds and exchange-traded funds go to the fund company. They reduce the fund’s return, and you bear them in addition to our fee.",
            "None of these is paid to us, in whole or in part. Neither we nor any of our people accept commissions, sales loads, distribution fees or any other compensation for the sale of securities, insurance or other investment products. [Form CRS](/form-crs) says this in shorter form.",
          ],
        },
        {
          id: "item-5-conflicts",
          heading: "Conflicts that our fees create",
          blocks: [
            {
              list: [
                "**A sale turns a company into assets we could manage.** We have a reason to prefer that you sell, and soon. We show you the alternative of keeping the company, and nothing obliges you to place the proceeds with us.",
                "**Some uses of money reduce our fee:** repaying debt, gifts, real estate. Where they are among your choices, we tell you so.",
                "**Moving a retirement account to our management raises our fee.** We compare it with leaving the account where it is, and give you our reasons in writing. The [privacy and disclosure page](/privacy-policy) holds our fiduciary acknowledgement.",
                "**Hourly work rewards hours.** The written estimate is there to limit them.",
                "**The fee is charged on cash as well.** When yields are low, it can exceed what the cash earns.",
              ],
            },
          ],
        },
      ],
    },
    {
      id: "item-6",
      heading: "Item 6 Performance-Based Fees and Side-By-Side Management",
      blocks: [
        "Not applicable. We charge no performance-based fees, and none of our people manages an account that pays one.",
      ],
    },
    {
      id: "item-7",
      heading: "Item 7 Types of Clients",
      blocks: [
        "Our clients are individuals and families, most of them owners or former owners of private companies, and their trusts, estates, charities, retirement accounts and companies. Exit planning is for owners of companies worth about $10 million or more. It is not for owners who must sign within 90 days or whose company is worth far less.",
      ],
      sections: [
        {
          id: "item-7-account-size",
          heading: "Account size",
          blocks: [
            "We generally ask for at least $500,000 of managed assets per household, and may accept less, for example from an owner whose sale lies ahead. Below $500,000 the whole account pays the highest rate in [Item 5](/form-adv-part-2a/text#item-5), and the custodian’s fixed charges weigh more. Planning and consulting have no minimum.",
          ],
        },
      ],
    },
    {
      id: "item-8",
      heading: "Item 8 Methods of Analysis, Investment Strategies and Risk of Loss",
      blocks: [
        "Investing in securities involves risk of loss that you should be prepared to bear. No method of analysis removes it.",
      ],
      sections: [
        {
          id: "item-8-methods",
          heading: "Methods and strategies",
          blocks: [
            "We start from your cash flow: what you spend, what you owe, the tax that will fall due, and when. Money needed within a few years goes into money market funds, Treasury securities and high-quality bonds of matching maturity. The rest is spread over domestic and foreign stocks and bonds, mainly through mutual funds and exchange-traded funds, held for the long term and rebalanced toward a written target.",
            "We compare funds by cost, holdings, tax efficiency and trading volume, and bonds by issuer, maturity and call terms, from prospectuses, filings and published research. We do not trade often, use margin, sell short or use options.",
          ],
        },
        {
          id: "item-8-risks",
          heading: "Material risks",
          blocks: [
            {
              list: [
                "**Market.** Stocks can lose a large part of their value and take years to recover, and diversification does not help when most fall together. Foreign investments add currency and liquidity risk.",
                "**Bonds and cash.** Bonds lose value when rates rise or an issuer fails to pay. Inflation reduces what bonds and cash can buy.",
                "**Funds.** An exchange-traded fund may trade below the value of its holdings; a mutual fund may distribute taxable gains in a year of loss.",
                "**Concentration.** Your company may be most of what you own. After a sale, retained shares, buyer stock, seller notes and earn-outs leave you exposed to one business, often without a way to sell.",
                "**Liquidity.** Private holdings, and some bonds in bad markets, cannot be sold promptly at a fair price.",
                "**Planning.** Plans rest on assumptions about value, timing, spending and returns. Any of them can prove wrong. A sale can fail, and a buyer may pay less than our estimate of value.",
                "**Tax law.** A law can change after a strategy has begun. Your CPA should confirm the treatment first.",
                "**A small firm.** Much of our advice depends on one person. The [privacy and disclosure page](/privacy-policy) describes our business continuity plan.",
              ],
            },
          ],
        },
      ],
    },
    {
      id: "item-9",
      heading: "Item 9 Disciplinary Information",
      blocks: [
        `In 2013 our lead advisor, ${advisor.name}, consented to an order of a state securities regulator without admitting or denying its findings. The order concerned incomplete records of client-account reviews at a prior firm. The sanction was $10,000.`,
        "The form presumes events of this kind to be material for ten years. That period has passed; we disclose the order because it concerns the person who leads our advice, and [Form CRS](/form-crs) answers “Yes” under disciplinary history. [Item 13](/form-adv-part-2a/text#item-13) describes how we record reviews.",
        "There is no other legal or disciplinary event that is material to your evaluation of our firm or of the integrity of its management.",
      ],
    },
    {
      id: "item-10",
      heading: "Item 10 Other Financial Industry Activities and Affiliations",
      blocks: [
        "Neither we nor our management persons are registered, or have an application pending to register, as a broker-dealer, futures commission merchant, commodity pool operator or commodity trading advisor, or as a representative or associated person of one.",
        "We have no related person that is a broker-dealer, fund or other pooled vehicle, other adviser or financial planner, futures firm, bank, trust company, accounting or law firm, insurance company or agency, pension consultant, real estate or business broker, or sponsor of partnerships, so neither we nor our management persons have a relationship or arrangement with one that is material to our business or to you.",
        "We often suggest attorneys, CPAs, appraisers, investment bankers or other advisers, and neither pay nor receive anything for it. They may mention us to their own clients, which gives us a reason to favor them. We name more than one where we can; you choose, engage and pay them yourself.",
      ],
    },
    {
      id: "item-11",
      heading:
        "Item 11 Code of Ethics, Participation or Interest in Client Transactions and Personal Trading",
      blocks: [],
      sections: [
        {
          id: "item-11-code",
          heading: "Code of ethics",
          blocks: [
            "Our code of ethics, adopted under SEC rule 204A-1, requires our people to put clients’ interests first, obey the securities laws, keep what clients tell us confidential, report their own holdings and trades, and report violations to the chief compliance officer. We will provide a copy to any client or prospective client on request.",
          ],
        },
        {
          id: "item-11-interest",
          heading: "Interest in client transactions",
          blocks: [
            "We do not recommend securities in which we or a related person has a material financial interest. We make no principal or agency cross trades with clients and do not invest in their companies.",
          ],
        },
        {
          id: "item-11-trading",
          heading: "Personal trading",
          blocks: [
            "Our people may own securities that we recommend to you, and may trade them at or near the same time. That is a conflict: a person could try to profit from your trade. No one may trade ahead of a client. On a day when clients trade the same security, other than an open-end mutual fund, a personal order joins the aggregated order or waits until theirs is filled.",
            `Initial public offerings and private offerings need approval in advance. ${practice.complianceOfficer.name}, chief compliance officer, reviews holdings each year and trades each quarter; the lead advisor reviews the officer’s own.`,
            "Planning a sale can give us material nonpublic information, for example about a listed company that may be the buyer. Neither we nor our people then trade or recommend that security, even where this is to your disadvantage.",
          ],
        },
      ],
    },
    {
      id: "item-12",
      heading: "Item 12 Brokerage Practices",
      blocks: [
        "We ask portfolio clients to hold their accounts with an independent broker-dealer that acts as qualified custodian and is named in the advisory agreement. We choose it for safety of assets, execution, total cost to you and reporting, and compare it with others once a year. Not all advisers ask this of their clients. Because we do, we may be unable to achieve most favorable execution of your transactions, and this may cost you more: the custodian’s commissions may be higher than another broker’s. Your account agreement is with the custodian.",
      ],
      sections: [
        {
          id: "item-12-soft-dollars",
          heading: "Research and other soft-dollar benefits",
          blocks: [
            "We direct no trades in exchange for research or products. The custodian gives us, as it gives other advisers, trading and reporting software and a service desk without charge. They serve all managed accounts. They save us money, so we have a reason to keep recommending it, and do not depend on the number of trades or on commissions.",
          ],
        },
        {
          id: "item-12-referrals",
          heading: "Brokerage for client referrals",
          blocks: ["We receive no client referrals from broker-dealers."],
        },
        {
          id: "item-12-directed",
          heading: "Directed brokerage",
          blocks: [
            "You may direct us in writing to use another broker. We may then be unable to achieve most favorable execution of your transactions, and this may cost you more: your orders may be left out of aggregated trades.",
          ],
        },
        {
          id: "item-12-aggregation",
          heading: "Aggregated orders",
          blocks: [
            "When several accounts trade the same security on the same day, we combine the orders where practical. Each account receives the average price and bears its own transaction charges; a partial fill is divided in proportion. Orders not combined may cost more.",
          ],
        },
      ],
    },
    {
      id: "item-13",
      heading: "Item 13 Review of Accounts",
      blocks: [
        "**Periodic reviews.** The lead advisor reviews each managed account at least once a quarter against its written target, restrictions and cash needs, and meets you at least once a year to review the plan behind it. Each review is recorded with its date, scope and outcome, and the chief compliance officer checks each quarter that the records are complete. Plans are reviewed on the dates agreed with you.",
        "**Other reviews.** A letter of intent, a large deposit or withdrawal, a change in your family or health, in tax law or in markets prompts a further review. Please tell us when your circumstances change.",
        "**Reports.** Each quarter you receive a written report of holdings, values, transactions and the fee charged. The custodian’s statements come separately.",
      ],
    },
    {
      id: "item-14",
      heading: "Item 14 Client Referrals and Other Compensation",
      blocks: [
        "Apart from the custodian’s services described in [Item 12](/form-adv-part-2a/text#item-12), no one who is not a client gives us an economic benefit, such as a sales award or prize, for advising you.",
        "**Referrals.** Neither we nor any related person compensates anyone, directly or indirectly, for client referrals, and we have no agreement with anyone to exchange them.",
        `**Reviews and ratings.** We pay nobody, client or not, for a testimonial, an endorsement or a review. We do pay ${practice.reviews.provider}, a service unrelated to us, a yearly fee for the page on which it keeps reviews of us. Our website shows reviews from that page, and the rating made of them. The fee does not depend on what reviewers write, on the rating, or on whether a reader becomes a client. It is still a conflict: a service that we pay may have a reason to show us in a good light.`,
      ],
    },
    {
      id: "item-15",
      heading: "Item 15 Custody",
      blocks: [
        "The qualified custodian holds your money and securities. Under SEC rules we are deemed to have custody of accounts from which the custodian deducts our fee on our instruction. We do not otherwise hold client assets and do not serve as trustee of client trusts.",
        "The custodian sends account statements to you directly, at least quarterly. Please review them carefully and compare them with our reports, which can differ slightly because of pricing and settlement dates. If one does not arrive or agree, call the custodian and us.",
      ],
    },
    {
      id: "item-16",
      heading: "Item 16 Investment Discretion",
      blocks: [
        "We manage accounts with discretion: we decide which securities to buy and sell, in what amount and when, without asking you before each trade. You grant this authority beforehand in the advisory agreement and a limited power of attorney on the custodian’s form. It does not let us withdraw money, except for our fee.",
        "You may limit the authority in writing, for example by excluding securities or keeping a holding in place, and may change or revoke it at any time. In planning and consulting we have no discretion.",
      ],
    },
    {
      id: "item-17",
      heading: "Item 17 Voting Client Securities",
      blocks: [
        "We do not have, and will not accept, authority to vote client securities. Proxies and other solicitations reach you from the custodian or the transfer agent. You may call us with questions about a particular solicitation.",
      ],
    },
    {
      id: "item-18",
      heading: "Item 18 Financial Information",
      blocks: [
        "**Prepayment.** We neither require nor solicit prepayment of more than $1,200 in fees per client, six months or more in advance, so no balance sheet is included.",
        "**Financial condition.** We know of no financial condition that is reasonably likely to impair our ability to meet our contractual commitments to you.",
        "**Bankruptcy.** We have not been the subject of a bankruptcy petition at any time during the past ten years.",
      ],
    },
  ],
});

/** @example printed("2026-03-31") // "March 31, 2026" */
function printed(day: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}
