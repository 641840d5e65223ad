import type { FaqGroup } from "./document-schema.ts";
import { practice } from "./practice.ts";
import { dated, estimates } from "./tax-facts.ts";
import { released } from "./release/release.ts";

const servicePage = `/${practice.servicePageSlug}`;

/**
 * The nine groups of the FAQ page (specification section 2; the ninth is ours). The twelve `structured` questions are sent to search
 * engines, so their texts contain no links.
 */
export const faqGroups: readonly FaqGroup[] = released("faqGroups", [
  {
    id: "timing-readiness",
    title: "Timing & Readiness",
    questions: [
      {
        id: "when-to-start",
        question: "When should I start planning if I want to sell one day?",
        seoSnippet: `Start ${estimates.planningYears} before you want to exit. The sale itself typically takes ${estimates.saleMonths}, and most of what determines price and tax must be in place before it begins.`,
        answer:
          "That means reliable books, managers who can run the company without you, and shares held long enough. Some tax provisions require holding periods of several years. With one year left, you can usually still get a formal valuation, consider a charitable trust and put your team on one calendar. Your CPA can tell you which deadlines have passed.",
        link: {
          path: "/blog/when-to-start-exit-planning",
          label: "When to start exit planning: the five-year timeline",
        },
        metaDescription: `When to start exit planning: ${estimates.planningYears} before you want to leave, because much of what decides price and tax takes years to build.`,
        cta: "Tell us the year you have in mind, and we will map the deadlines.",
        structured: true,
      },
      {
        id: "how-long-a-sale-takes",
        question: "How long does it take to sell a company?",
        seoSnippet: `By our estimate, ${estimates.saleMonths} from the decision to the closing is typical; a well-prepared company can take closer to six. That takes clean books and a known buyer.`,
        answer:
          "Preparing the material and approaching buyers takes most of the time. From a signed letter of intent to the closing, allow three to six months as an estimate. Restated financials cause the longest delays, followed by late consents from landlords, lenders or large customers. Many buyers also ask you to stay for a year or more.",
        link: { path: `${servicePage}#process`, label: "The five phases of exit planning" },
        metaDescription: `Selling a company typically takes ${estimates.saleMonths} from decision to closing; a well-prepared company can take closer to six. What slows a sale down.`,
        cta: "In 30 minutes, we can identify what you could finish ahead of time.",
        structured: true,
      },
      {
        id: "ready-to-sell",
        question: "How do I know whether my company and I are ready to sell?",
        seoSnippet:
          "You are close to ready when the company can run for a month without you and its books hold up to outside questions. You also need to know what the proceeds have to pay for.",
        answer:
          "Our Pre-LOI Assessment asks about these things in seven questions and takes three minutes. It gives a score out of 21: ten or fewer is “Early Stage”, 17 or more “Exit Ready”. The scale is our own and does not predict price. A low score is useful if you have time, because gaps in the books or in management take years to close.",
        link: { path: "/pre-loi-assessment", label: "Take the Pre-LOI Assessment" },
        metaDescription:
          "Signs that a company and its owner are ready for a sale, and the Pre-LOI Assessment: seven questions, three minutes and a score out of 21.",
        cta: "Bring your score, and we will start with your weakest answer.",
        structured: true,
      },
    ],
  },
  {
    id: "valuation-price",
    title: "Valuation & Price",
    questions: [
      {
        id: "company-worth",
        question: "What is my company worth?",
        seoSnippet:
          "It is worth what an informed buyer will pay for the earnings that continue without you. That is usually a multiple of adjusted EBITDA, less debt, and it rests on three to five years of financials.",
        answer:
          "An appraiser first sets your own pay at a market wage and takes out one-time items. As an illustration, $3M of adjusted EBITDA at a multiple of six gives $18M before debt, and each $100,000 of cost wrongly left in takes $600,000 off. Multiples change with industry, size and year, so another owner’s sale is a poor guide. A formal valuation comes from an independent appraiser; we review it with you the way a buyer would.",
        link: { path: "/business-valuation", label: "How a business is valued" },
        metaDescription:
          "How a private company is valued: adjusted EBITDA times a multiple, less debt, from three to five years of financials, with a worked illustration.",
        cta: "Bring last year’s financials, or just the question.",
        structured: true,
      },
      {
        id: "lowest-price",
        question: "What is the lowest price I can accept?",
        seoSnippet:
          "It is the price that, after tax, debt and deal costs, leaves enough for everything you need. Work it out before the first offer, so that you compare offers with your own figure.",
        answer:
          "We start with your spending, gifts and obligations year by year. From them we calculate the capital that supports them on cautious assumptions, and then the price. As an illustration, an owner who needs $9M invested, and expects tax, debt and costs to take 30% of the price, must sell for about $12.9M. If a realistic valuation falls short, you want to know years ahead.",
        link: {
          path: "/business-valuation#wealth-planning",
          label: "From the price to what you need, in a worked table",
        },
        metaDescription:
          "How an owner works out the lowest acceptable sale price: from the spending the proceeds must cover, back through tax, debt and costs. With an illustration.",
        cta: "On the call, we can estimate your lowest acceptable price from a few round numbers.",
      },
    ],
  },
  {
    id: "preparation-due-diligence",
    title: "Preparing the Business & Due Diligence",
    questions: [
      {
        id: "worth-more",
        question: "What makes a company worth more to a buyer?",
        seoSnippet:
          "Buyers pay more for earnings that are well documented and don’t depend on you. Both usually take two to three years to build. Start with reviewed books, a broader customer base and a second in command.",
        answer:
          "Close the books monthly and have them reviewed or audited. Take private expenses out of the company. Depend less on any customer above 10 percent of sales. Give a second in command real authority and let customers notice. Check that leases and large contracts can pass to a buyer. None of this guarantees a higher price, but it removes findings that a buyer’s accountants would use to argue the price down.",
        link: {
          path: "/blog/business-owners-screw-up-selling",
          label: "Ten mistakes that cost sellers money",
        },
        metaDescription:
          "What buyers look for in a company: audited or reviewed books, no dominant customer, a second in command and contracts that pass to a new owner.",
        cta: "Ask us which three improvements to make first.",
        structured: true,
      },
      {
        id: "due-diligence",
        question: "What will a buyer ask to see in due diligence?",
        seoSnippet:
          "Expect to hand over three to five years of financial statements and tax returns, customer and supplier contracts, payroll records, leases and licenses. Buyers also ask about litigation and want proof of who owns every share.",
        answer:
          "The review commonly runs 60 to 90 days after the letter of intent, during which you usually can’t talk to other buyers. Gather the file before you sign. A quality-of-earnings report ordered by you, from a firm that does not audit you, shows what the buyer’s accountants will find while you can still fix it. These reports are expensive; ask your CPA whether your size warrants one.",
        link: { path: "/blog/why-plan-before-loi", label: "Why plan before the letter of intent" },
        metaDescription:
          "The documents a buyer asks for in due diligence, how long the review commonly lasts, and why the file belongs together before the letter of intent.",
        cta: "We can go through the list together and flag what is missing.",
        structured: true,
      },
    ],
  },
  {
    id: "buyers-deal-structure",
    title: "Finding Buyers & Structuring the Deal",
    questions: [
      {
        id: "right-buyer",
        question: "How do I find the right buyer for my company?",
        seoSnippet:
          "Most owners find a buyer through an investment banker or M&A advisor who approaches several at the same time. Before you hire one, decide what matters to you besides money.",
        answer:
          "We do not broker deals, and no part of a banker’s fee reaches us. A competitor may pay more because it can cut duplicate costs, including jobs. A private-equity fund commonly wants you to keep a stake and stay. A family office may hold longer and move more slowly. Your managers know the company and will need financing. We help you write down your requirements, interview bankers and compare each offer by what it leaves after tax.",
        link: {
          path: `${servicePage}#fit-and-fees`,
          label: "What we do, and what your banker does",
        },
        metaDescription:
          "Who finds a buyer for a company, what competitors, private-equity funds, family offices and managers each want, and what to settle before a banker is hired.",
        cta: "Talk to us before you sign a banker’s engagement letter.",
        structured: true,
      },
      {
        id: "paid-at-closing",
        question: "How much of the price will I be paid at closing?",
        seoSnippet:
          "Often less than the headline number. Part of the price may be held in escrow, paid over time, tied to later results or left in the buyer’s company. Compare offers by their cash at closing.",
        answer:
          "As an illustration, a $20M offer with $2M in escrow and $6M in an earn-out pays $12M at closing, before debt, tax and costs. A note is only as good as the buyer’s credit, and an earn-out depends on decisions you no longer make. Payment over several years can also spread the tax on the gain, if your CPA confirms that it qualifies. Estimate the worst case for each part in dollars before the letter of intent.",
        link: { path: "/tax-strategies", label: "Four tax strategies compared" },
        metaDescription:
          "Why the cash at closing is often less than the offer: escrow, notes, earn-outs and rollover, with an illustration of a $20M offer that pays $12M at closing.",
        cta: "If you have an offer, we can review its terms with you.",
      },
    ],
  },
  {
    id: "confidentiality-legacy",
    title: "Confidentiality & Legacy",
    questions: [
      {
        id: "confidential-sale",
        question: "How do I keep the sale of my company confidential?",
        seoSnippet:
          "Tell few people, in a fixed order, and tell outsiders only after they have signed a confidentiality agreement. Buyers first see a short summary without the company’s name.",
        answer:
          "The name, the customers and the payroll follow in stages, to fewer buyers each time. A competitor sees the sensitive parts last, or only through its attorneys. Inside, your controller and one or two managers usually have to know, and a written stay bonus gives them a reason to remain. Planning years ahead draws little attention, because it looks like good management.",
        link: { path: `${servicePage}#pitfalls`, label: "Common mistakes in a sale" },
        metaDescription:
          "How owners keep the sale of a company confidential: who is told and when, unnamed summaries, staged disclosure, stay bonuses and a prepared answer.",
        cta: "An advisor takes your call and keeps it within the firm.",
        structured: true,
      },
      {
        id: "protect-people",
        question: "How do I protect my people and our name once the company isn’t mine?",
        seoSnippet:
          "Write the protection into the contract while buyers still compete, because informal promises do not bind the next owner. Decide beforehand what each term is worth to you, because it may cost you something in price.",
        answer:
          "A contract can hold severance and employment terms for named people, notice before a location is moved, a period during which the name stays, or a bonus pool paid from your proceeds. Such terms commonly last one to three years. The choice of buyer often protects more than a clause can. Managers or an ESOP may keep more of what you built, often in exchange for slower payment.",
        link: { path: "/succession-planning", label: "Four succession options compared" },
        metaDescription:
          "What a sale contract can do for employees and the company’s name, how long such terms commonly last, and why the choice of buyer often does more.",
        cta: "Tell us who you want to protect, and we will list questions for your attorney.",
      },
    ],
  },
  {
    id: "taxes-wealth",
    title: "Taxes & Personal Wealth",
    questions: [
      {
        id: "tax-on-a-sale",
        question: "How much tax will I pay when I sell my business?",
        seoSnippet: `Most owners at the top federal rates pay ${dated("combinedTopRate")} of their long-term gain, net investment income tax included. An owner active in an S corporation often pays ${dated("capitalGainsTopRate")}. Basis, deal structure, state and entity type matter too.`,
        answer: `The tax falls on the gain, so your basis comes off the price first. A C corporation that sells its assets pays its own tax first, ${dated("corporateRate")}. With yours on the rest, the two total close to forty percent at top rates with no remaining basis. Earlier depreciation can be taxed as ordinary income, and many states add a tax. Your CPA calculates it; we make sure that happens while you can still change the result.`,
        link: { path: "/tax-strategies", label: "How a sale is taxed, with four strategies compared" },
        metaDescription: `The top federal rate on long-term gain from a business sale is ${dated("combinedTopRate")}. Basis, deal form and state change the bill.`,
        cta: "We can tell you which tax questions to ask your CPA this year.",
        structured: true,
      },
    ],
  },
  {
    id: "advisors",
    title: "The Right Advisors",
    questions: [
      {
        id: "which-advisors",
        question: "Which advisors do I need to sell my company?",
        seoSnippet:
          "You need a CPA who knows transactions, a deal attorney, an estate attorney and usually an investment banker. You also need one person who keeps them on the same plan; that role is ours.",
        answer:
          "We don’t replace the others, broker deals or give legal or tax advice. If your CPA and attorney have served you for years, keep them. Ask each how many sales of your size they have closed in the last five; a specialist can join for the sale. For a company worth well under $10M, a good CPA and a deal attorney are usually enough.",
        link: { path: "/about", label: "About your advisor" },
        metaDescription:
          "The advisors an owner needs for a sale: transaction CPA, deal attorney, estate attorney, usually a banker, and one person who keeps a single plan.",
        cta: "Tell us who advises you today, and we will tell you who is missing.",
        structured: true,
      },
    ],
  },
  {
    id: "emotional-succession",
    title: "Emotional & Succession Considerations",
    questions: [
      {
        id: "sell-or-pass-on",
        question: "Should I sell, or pass the company to my children or managers?",
        seoSnippet:
          "It depends on how much cash you need at closing, who is able to run the company and who wants to. An outside buyer usually pays the most, and soonest; managers, an ESOP or children often mean slower payment.",
        answer: `Managers know the business but often pay part of the price from its later profits. An ESOP may pay no more than fair market value and suits steady cash flow. Children can be given shares or buy them; the federal gift and estate exemption is ${dated("giftExemption")}. Talk to everyone separately before an attorney drafts anything.`,
        link: {
          path: "/succession-planning",
          label: "Four succession options compared",
        },
        metaDescription:
          "How to choose between a third-party sale, a management buyout, an ESOP and a family transfer: cash needed at closing, ability to lead, and will.",
        cta: "You can call before you have told anyone in the family.",
        structured: true,
      },
      {
        id: "regret",
        question: "What if I regret selling?",
        seoSnippet:
          "Some owners do, so test the decision before you sign. Take a month away without your phone; it shows how you and your managers cope. Write down what you would do all week after the sale.",
        answer:
          "Picture an ordinary week in the second year after the sale, and name the conditions under which you would not sell at all. Share both with your spouse or partner. After the closing, set the tax aside and make few large decisions in the first year. If you decide to keep the company, you will own one that runs better.",
        link: { path: `${servicePage}#post-sale-strategy`, label: "Planning after the sale" },
        metaDescription:
          "How an owner can test the decision to sell before signing: a month away, a picture of the second year, and written conditions for not selling.",
        cta: "You don’t have to have decided anything to call.",
      },
    ],
  },
  {
    id: "fees-fiduciary-standard",
    title: "Fees & Fiduciary Standard",
    questions: [
      {
        id: "fees",
        question: "What do you charge, and does anyone else pay you?",
        seoSnippet:
          "You pay 1% to 2% of managed assets a year, and at most $200 per hour, negotiable, for planning and consulting. Our fees come only from our clients: we take no commissions and sell no products.",
        answer:
          "As an illustration, 30 hours of planning before a sale cost at most $6,000, and $5M managed afterward costs $70,000 a year under today’s schedule, which is 1.4%. The custodian gives us software and a service desk without charge. It is the only benefit we receive from anyone but clients, and it is a conflict of interest. The custodian or broker that executes your trades, and a fund or insurance company whose product you hold, may charge you commissions or sales loads. Those are paid to them, and we receive no part. The first call is free.",
        link: { path: "/form-crs", label: "Fees and conflicts in our Form CRS" },
        metaDescription:
          "What exit planning and wealth advice cost here: 1% to 2% of managed assets a year, planning at most $200 per hour, no commissions and no products.",
        cta: "Ask for your cost in dollars before you decide.",
        structured: true,
      },
      {
        id: "fiduciary",
        question: "What does your fiduciary duty mean for me?",
        seoSnippet:
          "It means the law requires us to act in your best interest in all of our advice, for as long as we advise you. The duty does not remove every conflict.",
        answer: `${practice.advisoryLlc} is a registered investment adviser and owes you that duty under the Investment Advisers Act of 1940. Our lead advisor has worked as a fiduciary since ${practice.advisor.fiduciarySince.slice(0, 4)}. Our fee grows with the assets we manage, so we benefit if you sell and invest the proceeds with us; ask us about it. [Form CRS](/form-crs) describes this and answers “Yes” under disciplinary history; read it before you call.`,
        link: { path: "/blog/fiduciary-vs-broker", label: "How fiduciaries and brokers differ" },
        metaDescription:
          "What a fiduciary duty means for a business owner, which law it comes from, and the conflict of interest that an asset-based fee still leaves.",
        cta: "Ask us the hardest question you have about our conflicts.",
      },
    ],
  },
]);
