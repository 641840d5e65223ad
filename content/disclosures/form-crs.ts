import type { RegulatoryDocument } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import { released } from "#content/release/release.ts";

const { adviser, advisoryLlc, firmName, phone, postalAddress } = practice;

/**
 * The relationship summary: the items of the SEC's instructions to Form CRS in their order. The headings, the conversation
 * starters, the sentence on Investor.gov/CRS, the standard of conduct and the sentences on fees are the instructions' own
 * words: never edit them. On paper it may not exceed two pages (General Instruction 1.C), and it may hold nothing that the
 * instructions do not ask for or permit (1.B): a sentence that is added has to take another's place.
 */
export const formCrs: RegulatoryDocument = released("formCrs", {
  title: "Client Relationship Summary",
  description: `Form CRS of ${advisoryLlc}: services, fees, conflicts of interest and disciplinary history, under the SEC’s headings.`,
  subtitle: "Form CRS (Form ADV Part 3)",
  date: "2026-03-31",
  leaflet: true,
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
        "**Monitoring.** As part of our standard service, we monitor managed accounts continuously and review each at least once a quarter. We do not monitor other investments.",
        "**Investment authority.** We manage accounts with discretion: under the agreement you sign, we buy and sell without asking you before each trade. You may limit this authority in writing, and revoke it at any time. In planning and consulting, you make the final decision.",
        "**Limited investment offerings.** We have no proprietary products. We use mainly mutual funds, exchange-traded funds, bonds and money market funds.",
        "**Account size.** We generally ask for at least $500,000 of managed assets per household, and may accept less; a smaller account costs proportionally more. Planning and consulting have no minimum.",
        "**More detail:** Form ADV Part 2A, [Item 4](/form-adv-part-2a/text#item-4) (services), [Item 7](/form-adv-part-2a/text#item-7) (clients) and [Item 16](/form-adv-part-2a/text#item-16) (discretion).",
        {
          callout:
            "**Ask us:**\n“Given my financial situation, should I choose an investment advisory service? Why or why not?”\n“How will you choose investments to recommend to me?”\n“What is your relevant experience, including your licenses, education and other qualifications? What do these qualifications mean?”",
        },
      ],
    },
    {
      id: "fees",
      heading: "What fees will I pay?",
      blocks: [
        "**Advisory fee.** For managed assets, advisory fees are generally 1% to 2% annually. They are negotiable, and the rate falls as the account grows. We charge them after each quarter ends, on the account’s value, cash included. The more assets there are in your account, the more you will pay us, so we have an incentive to encourage you to add to it.",
        "**Planning and consulting fee.** It is capped at $200 per hour and is negotiable. We invoice monthly for hours worked, after a written estimate. Hourly work gives us an incentive to spend more hours.",
        "**Other fees and costs.** We never receive brokerage commissions or sales loads. The custodian, an independent broker-dealer that holds your account, may charge commissions on trades, and account and postage fees. A fund or insurance company may charge a sales load, surrender charge or distribution fee on a product that you hold, such as a variable annuity. Funds deduct their operating expenses from their returns. You pay all of these in addition to our fees. They go to those firms. We and our people receive no part of them.",
        "**You will pay fees and costs whether you make or lose money on your investments. Fees and costs will reduce any amount of money you make on your investments over time. Please make sure you understand what fees and costs you are paying.**",
        "**More detail:** Form ADV Part 2A, [Item 5](/form-adv-part-2a/text#item-5), and the custodian’s [account fees](/privacy-policy#account-fees).",
        {
          callout:
            "**Ask us:**\n“Help me understand how these fees and costs might affect my investments. If I give you $10,000 to invest, how much will go to fees and costs, and how much will be invested for me?”",
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
            "**The sale of your company** can give us assets to manage. We have an incentive to prefer that you sell, and soon, and that you place the proceeds with us rather than repay debt, make gifts or buy real estate.",
            "**Retirement accounts.** Our fee rises if you move a workplace plan or an IRA to our management, so we have an incentive to recommend it.",
            "**The custodian** gives us software and a service desk without charge, which gives us an incentive to keep recommending it.",
          ],
        },
        "Our firm makes money only from the fees above.",
        "**More detail:** Form ADV Part 2A, [Items 5](/form-adv-part-2a/text#item-5), [10](/form-adv-part-2a/text#item-10), [11](/form-adv-part-2a/text#item-11), [12](/form-adv-part-2a/text#item-12) and [14](/form-adv-part-2a/text#item-14).",
        {
          callout:
            "**Ask us:**\n“How might your conflicts of interest affect me, and how will you address them?”",
        },
      ],
    },
    {
      id: "how-our-people-are-paid",
      heading: "How do your financial professionals make money?",
      blocks: [
        "Our financial professionals receive a salary. The lead advisor, our principal owner, also receives the firm’s profit, which rises with the assets we manage and the hours we bill, and so has the same incentives as the firm. No one here receives commissions, or pay that depends on the product recommended or the sale of your company.",
      ],
    },
    {
      id: "disciplinary-history",
      heading: "Do you or your financial professionals have legal or disciplinary history?",
      blocks: [
        // Do not add to this answer: the SEC staff permits no additional text (Item 4). Parts 2A and 2B describe the event.
        "**Yes.**",
        "Visit [Investor.gov/CRS](https://www.investor.gov/CRS) for a free and simple search tool to research us and our financial professionals.",
        {
          callout:
            "**Ask us:**\n“As a financial professional, do you have any disciplinary history? For what type of conduct?”",
        },
      ],
    },
    {
      id: "additional-information",
      heading: "Additional information",
      blocks: [
        `**For more about our services,** see [Form ADV Part 2A](/form-adv-part-2a) and [Form ADV Part 2B](/form-adv-part-2b). **For up-to-date information or a free copy of this relationship summary,** call [${phone.display}](tel:${phone.dial}) or write to [${practice.email}](mailto:${practice.email}). ${advisoryLlc}, ${postalAddress.street}, ${postalAddress.city}, ${postalAddress.state} ${postalAddress.postalCode}. CRD number ${adviser.crdNumber}.`,
        {
          callout:
            "**Ask us:**\n“Who is my primary contact person? Is he or she a representative of an investment adviser or a broker-dealer? Who can I talk to if I have concerns about how this person is treating me?”",
        },
      ],
    },
  ],
});
