import type { Practice } from "./schemas/practice-schema.ts";
import { released } from "./release/release.ts";

/**
 * The facts about the firm, each stated once. Everything here is fictional (the phone numbers are reserved for fiction, and the addresses
 * end in example.com). Replace it with the firm's own facts and set `sample` to false.
 */
export const practice: Practice = released("practice", {
  sample: true,
  firmName: "Pinnacle Wealth Advisory",
  firmNameLines: ["Pinnacle", "Wealth Advisory"],
  advisoryLlc: "Pinnacle Advisory, LLC",
  advisor: {
    name: "Eleanor Whitfield, CIMA®",
    fullName: "Eleanor Whitfield",
    role: "Founder and lead advisor",
    fiduciarySince: "1994-06-01",
    crdNumber: "0000000",
    credential: {
      mark: "CIMA®",
      name: "Certified Investment Management Analyst®",
      issuer: "Investments & Wealth Institute",
      verifyUrl: "https://investmentsandwealth.org/",
    },
    note: {
      opening:
        "Most owners sell one company in their lives. The buyer across the table may close ten deals a year. I started this firm to even that out.",
      paragraphs: [
        "If you run a $20 million company, you already have a CPA and a lawyer you trust. What is usually missing is one person who asks the questions early enough, keeps everyone on one calendar and earns no commission. That is my job.",
        "When you book a call, you talk to an advisor, not a call center. If we are not the right firm for you, I will tell you and suggest who might be.",
      ],
    },
    letter: {
      opening:
        "Owners usually come to me with a price in mind. I start with a different number: what you will spend each year once the company no longer pays for it.",
      paragraphs: [
        "That number sets the lowest price you can accept. It also shows whether you should sell now, spend two years making the company worth more, or keep it. Any of the three can be the right answer.",
        "From there the work is practical. We read your tax returns, your shareholder agreement and your leases. We list the decisions that have deadlines and who is responsible for each. Your CPA tests the tax, your attorney drafts the documents, and I keep the calendar and call when something is due.",
        "I don’t find buyers, draft contracts or prepare returns. When an offer arrives, I show you what it leaves after tax, debt and conditions. If that is not enough, saying no is easier, because you set your lowest price long before.",
      ],
    },
    milestones: [
      {
        year: 1994,
        text: "Begins advising individuals and families at an investment adviser, as a fiduciary from the start.",
      },
      {
        year: 2009,
        text: "Founds Pinnacle Advisory, LLC to advise owners before, during and after a sale.",
      },
      {
        year: 2013,
        text: "Consents to a state regulator’s order and a $10,000 sanction over incomplete records of account reviews at a prior firm. [What happened](/about#conflicts-and-record)",
      },
    ],
  },
  topics: [
    "Exit planning",
    "Business valuation",
    "Taxation of business sales",
    "Succession planning",
    "Estate planning",
    "Investment management after a sale",
  ],
  complianceOfficer: { name: "Daniel Okafor", role: "Chief compliance officer" },
  adviser: {
    crdNumber: "000000",
    organized: "2009",
    assetsManaged: "$412 million",
    assetsManagedOn: "2025-12-31",
  },
  phone: { display: "(512) 555-0142", dial: "+15125550142" },
  email: "office@example.com",
  website: "www.example.com",
  postalAddress: {
    street: "600 Example Street, Suite 210",
    city: "Austin",
    state: "TX",
    stateName: "Texas",
    postalCode: "78701",
  },
  schedulingUrl: "https://schedule.example.com/pinnacle/30min",
  servicePageSlug: "exit-planning",
  reviews: {
    provider: "Example Reviews",
    pageUrl: "https://reviews.example.com/pinnacle",
    widgetUrl: "https://reviews.example.com/widget/pinnacle",
    loadAtOnce: false,
  },
  rating: {
    stars: 4.9,
    count: 37,
    byStars: { five: 35, four: 1, three: 1, two: 0, one: 0 },
    from: "2024-11-01",
    until: "2026-10-31",
    asOf: "2026-11-02",
    provider: "Example Reviews",
    payment: "We pay the service an annual fee for our page; the fee does not depend on ratings.",
  },
  timeZone: "America/Chicago",
  mailRequests: {
    sevenSteps: {
      label: "Pinnacle's 7 Steps",
      subject: "Pinnacle's 7 Steps",
      body: "Hello,\n\nPlease send me Pinnacle's 7 Steps.\n\nThank you.",
    },
    valuation: {
      label: "Ask about a valuation",
      subject: "Business Valuation Inquiry",
      body: "Hello,\n\nI would like to talk about what my company is worth.\n\nThank you.",
    },
    exitPlanning: {
      label: "Email us instead",
      subject: "Exit Planning Inquiry",
      body: "Hello,\n\nI own a company and am thinking about its sale.\n\nThank you.",
    },
    taxPlanning: {
      label: "Ask about tax planning",
      subject: "Tax Planning Inquiry",
      body: "Hello,\n\nI would like to know which tax strategies are still open to me.\n\nThank you.",
    },
    successionPlanning: {
      label: "Ask about succession",
      subject: "Succession Planning Inquiry",
      body: "Hello,\n\nI would like to talk about succession planning for my company.\n\nThank you.",
    },
  },
});
