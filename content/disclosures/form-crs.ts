import type { RegulatoryDocument } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";

const { adviser, advisoryLlc, complianceOfficer, firmName, phone, postalAddress } = practice;

/**
 * The relationship summary: the items of the SEC's instructions to Form CRS in their order. The headings, the conversation
 * starters, the sentence on Investor.gov/CRS, the standard of conduct and the sentences on fees are the instructions' own
 * words: never edit them. The filed version may not exceed two pages.
 */
export const formCrs: RegulatoryDocument = {
  title: "Client Relationship Summary",
  description: `Form CRS of ${advisoryLlc}: services, fees, conflicts of interest and disciplinary history, under the SEC’s headings.`,
  subtitle: "Form CRS (Form ADV Part 3)",
  date: "2026-03-31",
  opening: [],
  sections: [
    {
      id: "introduction",
      heading: "Introduction",
      blocks: [
        `${advisoryLlc}, which also does business as ${firmName} (“we”), is registered with the Securities and Exchange Commission (SEC) as an investment adviser. Brokerage and investment advisory services and fees differ, and it is important for you to understand the differences.`,
        "Free and simple tools are available to research firms and financial professionals at [Investor.gov/CRS](https://www.investor.gov/CRS), which also provides educational materials about broker-dealers, investment advisers, and investing.",
      ],
    },
    {
      id: "services",
      heading: "What investment services and advice can you provide me?",
      blocks: [
        "We offer investment advisory services to retail investors, most of whom own or have sold a private company: portfolio management, financial planning, and exit planning and consulting. We give no legal or tax advice and do not broker the sale of companies.",
        "**Monitoring.** We watch managed accounts continuously as part of our standard service, and review each at least once a quarter. We meet you at least once a year. Plans are reviewed on the dates agreed with you.",
        "**Investment authority.** We manage accounts with discretion: we decide what to buy and sell without asking you before each trade. You grant this authority in the advisory agreement, may limit it in writing, and may revoke it at any time. In planning and consulting we have no discretion, and you make the final decision.",
        "**Limited investment offerings.** We have no products of our own. We use mainly mutual funds, exchange-traded funds, bonds and money market funds. Other firms may offer a wider choice.",
        "**Account size.** We generally ask for at least $500,000 of managed assets per household and may accept less. Below $500,000 the whole account pays our highest rate, and fixed charges weigh more, so a small account costs proportionally more. Planning and consulting have no minimum.",
        "More is in our [Form ADV Part 2A](/form-adv-part-2a/text), [Item 4](/form-adv-part-2a/text#item-4) (services), [Item 7](/form-adv-part-2a/text#item-7) (types of clients) and [Item 16](/form-adv-part-2a/text#item-16) (discretion).",
        {
          callout:
            "**Ask us:** “Given my financial situation, should I choose an investment advisory service? Why or why not?” “How will you choose investments to recommend to me?” “What is your relevant experience, including your licenses, education and other qualifications? What do these qualifications mean?”",
        },
      ],
    },
    {
      id: "fees",
      heading: "What fees will I pay?",
      blocks: [
        "**Advisory fee.** For managed assets, advisory fees are generally 1% to 2% annually. The rate falls as the account grows. We charge the fee after each quarter ends, on the value of the account, cash included. It is negotiable. The more assets there are in your account, the more you pay us, so we have an incentive to encourage you to add to it.",
        "**Planning and consulting fee.** Exit planning, financial planning and consulting are charged by the hour. The fee is capped at $200 per hour and is negotiable. We invoice each month for hours worked, after a written estimate. An hourly fee gives us an incentive to spend more hours.",
        "**Brokerage commissions and sales loads are never ours.** The custodian, an independent broker-dealer that holds your account, may charge commissions or other costs when it executes trades, and fees for keeping the account and for postage. A fund or insurance company may charge a sales load, a surrender charge or distribution fees on a product that you hold, and part of these may go to the broker that sold it to you. Mutual funds and exchange-traded funds also deduct their operating expenses from their returns. You pay all of these in addition to our fees. They go to those firms. We and our people receive no part of them, and we are not affiliated with any broker-dealer, fund company or insurance company.",
        "**You will pay fees and costs whether you make or lose money on your investments. Fees and costs will reduce any amount of money you make on your investments over time. Please make sure you understand what fees and costs you are paying.**",
        "Rates, billing and an example in dollars are in Form ADV Part 2A, [Item 5](/form-adv-part-2a/text#item-5). The custodian’s account charges are listed under [account fees](/privacy-policy#account-fees).",
        {
          callout:
            "**Ask us:** “Help me understand how these fees and costs might affect my investments. If I give you $10,000 to invest, how much will go to fees and costs, and how much will be invested for me?”",
        },
      ],
    },
    {
      id: "obligations-and-conflicts",
      heading:
        "What are your legal obligations to me when acting as my investment adviser? How else does your firm make money and what conflicts of interest do you have?",
      blocks: [
        "**When we act as your investment adviser, we have to act in your best interest and not put our interest ahead of yours. At the same time, the way we make money creates some conflicts with your interests. You should understand and ask us about these conflicts because they can affect the investment advice we provide you. Here are some examples to help you understand what this means.**",
        {
          list: [
            "**The sale of your company.** A sale turns a company into assets that we could manage for a fee. We have a reason to prefer that you sell, and soon, and that you place the proceeds with us rather than repay debt, make gifts or buy real estate.",
            "**Retirement accounts.** If you move a workplace plan or an IRA to our management, our fee rises.",
            "**The custodian’s services.** The custodian gives us software and a service desk without charge, as it does for other advisers. That saves us money, and so gives us a reason to keep recommending it.",
          ],
        },
        "Our firm makes money in no other way. We have no proprietary products, receive no payments from third parties, share no revenue with product providers, and do not trade with you for our own account.",
        {
          callout:
            "**Ask us:** “How might your conflicts of interest affect me, and how will you address them?”",
        },
        "Our conflicts, and what we do about each, are in Form ADV Part 2A, [Items 5](/form-adv-part-2a/text#item-5), [10](/form-adv-part-2a/text#item-10), [11](/form-adv-part-2a/text#item-11), [12](/form-adv-part-2a/text#item-12) and [14](/form-adv-part-2a/text#item-14).",
      ],
    },
    {
      id: "how-our-people-are-paid",
      heading: "How do your financial professionals make money?",
      blocks: [
        "Our financial professionals receive a salary. The lead advisor, who is our principal owner, also receives the firm’s profit, which rises with the assets we manage and the hours we bill. The lead advisor therefore has the same incentives as the firm. No one here receives commissions, payment that depends on the product recommended, or payment that depends on a sale of your company.",
      ],
    },
    {
      id: "disciplinary-history",
      heading: "Do you or your financial professionals have legal or disciplinary history?",
      blocks: [
        "**Yes.** In 2013 our lead advisor consented, without admitting or denying the findings, to an order of a state securities regulator. The sanction was $10,000, for incomplete records of client-account reviews at a prior firm. See Form ADV Part 2A, [Item 9](/form-adv-part-2a/text#item-9).",
        "Visit [Investor.gov/CRS](https://www.investor.gov/CRS) for a free and simple search tool to research us and our financial professionals.",
        {
          callout:
            "**Ask us:** “As a financial professional, do you have any disciplinary history? For what type of conduct?”",
        },
      ],
    },
    {
      id: "additional-information",
      heading: "Additional information",
      blocks: [
        `More about our advisory services is in [Form ADV Part 2A](/form-adv-part-2a), the brochure, and [Form ADV Part 2B](/form-adv-part-2b), the brochure supplement. For up-to-date information and a free copy of this relationship summary, call ${phone.display}.`,
        `${advisoryLlc}, ${postalAddress.street}, ${postalAddress.city}, ${postalAddress.state} ${postalAddress.postalCode}. Telephone ${phone.display}. E-mail ${practice.email}. CRD number ${adviser.crdNumber}. Concerns about a person here may be taken to ${complianceOfficer.name}, chief compliance officer, at the same number.`,
        {
          callout:
            "**Ask us:** “Who is my primary contact person? Is he or she a representative of an investment adviser or a broker-dealer? Who can I talk to if I have concerns about how this person is treating me?”",
        },
      ],
    },
  ],
};
