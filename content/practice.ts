import type { Practice } from "./schema.ts";

/**
 * The facts about the firm, each stated once. Everything here is fictional (the phone numbers are reserved for fiction, and the addresses
 * end in example.com). Replace it with the firm's own facts and set `sample` to false.
 */
export const practice: Practice = {
  sample: true,
  firmName: "Pinnacle Wealth Advisory",
  firmNameLines: ["Pinnacle", "Wealth Advisory"],
  advisoryLlc: "Pinnacle Advisory, LLC",
  advisor: {
    name: "Eleanor Whitfield, CIMA®",
    role: "Founder and lead advisor",
    fiduciarySince: "1994-06-01",
    crdNumber: "0000000",
  },
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
    from: "2024-11-01",
    until: "2026-10-31",
    asOf: "2026-11-02",
    provider: "Example Reviews",
    payment:
      "We pay the provider a yearly fee for its page about us; the fee does not depend on what is written.",
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
      label: "Write to us first",
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
      body: "Hello,\n\nI would like to talk about who follows me in my company.\n\nThank you.",
    },
  },
};
