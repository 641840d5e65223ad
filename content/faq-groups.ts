import type { FaqGroup } from "./document-schema.ts";
import { practice } from "./practice.ts";
import { dated, estimates } from "./tax-facts.ts";

const servicePage = `/${practice.servicePageSlug}`;

/**
 * The nine groups of the FAQ page (specification section 2; the ninth is ours). The twelve `structured` questions are sent to search
 * engines, so their answers and snippets contain no links.
 */
export const faqGroups: readonly FaqGroup[] = [
  {
    id: "timing-readiness",
    title: "Timing & Readiness",
    questions: [
      {
        question: "When should I start planning if I want to sell one day?",
        answer: `Start ${estimates.planningYears} before you want to be gone. The sale itself typically takes ${estimates.saleMonths}, and most of what decides price and tax has to exist before it begins: books a buyer believes, managers who can run the company without you, shares held long enough. Some tax provisions count their holding periods in years, and no one can buy those years back. With one year left, a formal valuation, a charitable trust and a team on one calendar may still be possible. The list is shorter then, and your CPA can tell you which entries are closed.`,
        link: {
          path: "/blog/when-to-start-exit-planning",
          label: "When to start exit planning: the five-year timeline",
        },
        metaDescription: `When to start exit planning: ${estimates.planningYears} before you want to leave, because much of what decides price and tax takes years to build.`,
        seoSnippet: `Start exit planning ${estimates.planningYears} before you want to be gone, because the sale alone typically takes ${estimates.saleMonths}. Clean books, managers who can replace you and long tax holding periods must be in place before it begins.`,
        cta: "Tell us the year you have in mind, and we will count back from it together.",
        structured: true,
      },
      {
        question: "How long does it take to sell a company?",
        answer: `From the decision to the closing, ${estimates.saleMonths} is typical; a well-prepared company can be nearer six, if its books are in order and the right buyer is already known. Preparing the material and approaching buyers takes the larger part. From a signed letter of intent to the closing, allow two to four months as an estimate. Accounts that have to be redone cost the most time, followed by late consents from landlords, lenders or large customers. Many buyers also ask you to stay for a year or more. If you must sign within 90 days, a deal lawyer will help you more than we can.`,
        link: { path: `${servicePage}#process`, label: "The five steps of exit planning, with their dates" },
        metaDescription: `Selling a company typically takes ${estimates.saleMonths} from decision to closing; a well-prepared company can be nearer six. What slows a sale down.`,
        seoSnippet: `Selling a company typically takes ${estimates.saleMonths} from the decision to the closing; a well-prepared one can be nearer six. Accounts that must be redone and late consents from landlords, lenders or large customers are common causes of delay.`,
        cta: "In half an hour we can mark which parts of your own sale could be done ahead of time.",
        structured: true,
      },
      {
        question: "How do I know whether my company and I are ready to sell?",
        answer:
          "You are close to ready when the company can run for a month without you, its books stand up to a stranger’s questions, and you know what the proceeds must pay for. Our readiness assessment asks about these things in seven questions and takes three minutes. It gives a score out of 21: ten or fewer is “Early Stage”, 17 or more “Exit Ready”. The scale is our own, and it says nothing about price. A low score is most useful early, since gaps in the books or in management take years to close.",
        link: { path: "/pre-loi-assessment", label: "Take the readiness assessment" },
        metaDescription:
          "Signs that a company and its owner are ready for a sale, and a seven-question readiness assessment that takes three minutes and scores out of 21.",
        seoSnippet:
          "You are close to ready when the company runs for a month without you, its books stand up to a stranger’s questions, and you know what the proceeds must pay for. A seven-question assessment shows in three minutes which of these is missing.",
        cta: "Whatever your score, the call can begin with your weakest answer.",
        structured: true,
      },
    ],
  },
  {
    id: "valuation-price",
    title: "Valuation & Price",
    questions: [
      {
        question: "What is my company worth?",
        answer:
          "It is worth what an informed buyer will pay for the earnings that go on without you, usually a multiple of adjusted EBITDA, less debt. The work begins with three to five years of financials, with your own pay set at a market wage and one-time items taken out. As an illustration, $3M of adjusted EBITDA at a multiple of six gives $18M before debt, and each $100,000 of cost wrongly left in takes $600,000 off. Multiples change with industry, size and year, so a friend’s sale tells you little. A formal valuation comes from an independent appraiser; we read it with you the way a buyer would.",
        link: { path: "/business-valuation", label: "How a business valuation is read" },
        metaDescription:
          "How a private company is valued: adjusted EBITDA times a multiple, less debt, from three to five years of financials, with a worked illustration.",
        seoSnippet:
          "A private company is usually valued at a multiple of adjusted EBITDA, less debt, drawn from three to five years of financials. As an illustration, $3M at a multiple of six gives $18M before debt.",
        cta: "Bring last year’s figures if you have them at hand, or only the question.",
        structured: true,
      },
      {
        question: "What is the lowest price I can accept?",
        answer:
          "It is the price whose proceeds, after tax, debt and deal costs, still pay for everything you need them to pay for. We work it out from the far end: your spending, gifts and obligations year by year, then the capital that carries them under cautious assumptions, then the price. As an illustration, an owner who needs $9M invested, and estimates that tax, debt and costs will take three tenths of the price, needs about $12.9M. Settle this before the first offer, because afterward every number is compared with the one on the table. If a realistic valuation lies below it, you want to hear that years early.",
        link: {
          path: "/business-valuation#wealth-planning",
          label: "From the price to enough, in a worked table",
        },
        metaDescription:
          "How an owner works out the lowest acceptable sale price: from the spending the proceeds must cover, back through tax, debt and costs. With an illustration.",
        seoSnippet:
          "The lowest price you can accept is the one whose proceeds, after tax, debt and deal costs, pay for all you need them to pay for. Work it out before the first offer, from your spending backward.",
        cta: "On the call we can sketch your own floor from a few round numbers.",
      },
    ],
  },
  {
    id: "preparation-due-diligence",
    title: "Preparing the Business & Due Diligence",
    questions: [
      {
        question: "What makes a company worth more to a buyer?",
        answer:
          "Earnings that are easy to believe and that depend little on you; both usually take two to three years to build. Close the books monthly and have them reviewed or audited. Take private expenses out of the company. Depend less on any customer above a tenth of sales. Give a second in command real authority and let customers notice. Check that leases and large contracts can pass to a buyer. None of this guarantees a higher price, and no one should tell you that it does. It can remove findings that a buyer’s accountants would otherwise use to argue the price down.",
        link: { path: "/blog/business-owners-screw-up-selling", label: "Ten moves that spoil a sale" },
        metaDescription:
          "What buyers look for in a company: audited or reviewed books, no dominant customer, a second in command and contracts that pass to a new owner.",
        seoSnippet:
          "Buyers pay for earnings that are easy to believe and depend little on the owner, which usually takes two to three years to build. Start with reviewed books, a broader customer base and a second in command with real authority.",
        cta: "If you want to know which repair to make first, ask us to rank three with you.",
        structured: true,
      },
      {
        question: "What will a buyer ask to see in due diligence?",
        answer:
          "Expect to hand over three to five years of financial statements and tax returns, customer and supplier contracts, payroll and benefit records, leases, licenses, any litigation, and proof of who owns every share. The review commonly runs 60 to 90 days after the letter of intent, and during it you are usually bound not to talk to other buyers. So gather the file before you sign one. A quality-of-earnings report ordered by you, from a firm that does not audit you, shows what the buyer’s accountants will find while you can still put it right. It costs real money; ask your CPA whether your size warrants one.",
        link: { path: "/blog/why-plan-before-loi", label: "Why plan before the letter of intent" },
        metaDescription:
          "The documents a buyer asks for in due diligence, how long the review commonly lasts, and why the file belongs together before the letter of intent.",
        seoSnippet:
          "Buyers ask for three to five years of financials and tax returns, contracts, payroll records, leases, licenses, litigation and ownership records. The review commonly runs 60 to 90 days after the letter of intent, so gather the file before you sign it.",
        cta: "We can go through the list with you and mark what is likely to be missing.",
        structured: true,
      },
    ],
  },
  {
    id: "buyers-deal-structure",
    title: "Finding Buyers & Structuring the Deal",
    questions: [
      {
        question: "How do I find the right buyer for my company?",
        answer:
          "Usually through an investment banker or M&A advisor who approaches several at once; we do not broker deals, and no part of a banker’s fee reaches us. First decide what the buyer must offer besides money. A competitor may pay for combined earnings and then combine the staff. A private-equity fund commonly wants you to keep a stake and stay. A family office may hold longer and move more slowly. Your managers know the company and will need financing. We help you write those requirements down, question the bankers you are considering, and compare each offer by what it leaves after tax.",
        link: {
          path: `${servicePage}#fit-and-fees`,
          label: "What we do in a sale, and what stays with your banker",
        },
        metaDescription:
          "Who finds a buyer for a company, what competitors, private-equity funds, family offices and managers each want, and what to settle before a banker is hired.",
        seoSnippet:
          "Most owners of larger private companies find a buyer through an investment banker or M&A advisor who approaches several at once. Before hiring one, decide what a buyer must offer besides money, since competitors, funds and managers want different things.",
        cta: "Talk to us before you sign a banker’s engagement letter, while its terms are still open.",
        structured: true,
      },
      {
        question: "How much of the price will I be paid at closing?",
        answer:
          "Often less than the headline number: part of it may be held in escrow, paid over time, tied to later results or left in the buyer’s company. As an illustration, a $20M offer with one tenth in escrow and three tenths in an earn-out pays $12M at closing, before debt, tax and costs. A note is as good as the buyer’s credit, and an earn-out depends on decisions that you no longer make. Payment over several years can also spread the tax on the gain, if your CPA confirms that it qualifies. Put a dollar figure on each part’s worst case before the letter of intent.",
        link: { path: "/tax-strategies", label: "Installment sales and three other tax strategies" },
        metaDescription:
          "Why the cash at closing is often less than the offer: escrow, notes, earn-outs and rollover, with an illustration of a $20M offer that pays $12M at closing.",
        seoSnippet:
          "Cash at closing is often less than the headline price, because part may sit in escrow, a note, an earn-out or the buyer’s own shares. As an illustration, a $20M offer with one tenth in escrow and three tenths in an earn-out pays $12M at closing.",
        cta: "If an offer is already in front of you, we can read its terms part by part with you.",
      },
    ],
  },
  {
    id: "confidentiality-legacy",
    title: "Confidentiality & Legacy",
    questions: [
      {
        question: "How do I keep the sale of my company confidential?",
        answer:
          "Tell few people, in a fixed order, and outsiders only once they have signed a confidentiality agreement. A banker first shows buyers a short summary without the company’s name. The name, the customers and the payroll follow in stages, to fewer buyers each time; a competitor sees the sensitive parts last, or only through its lawyers. Inside, your controller and one or two managers usually have to know, and a written stay bonus gives them a reason to remain. Secrets leak all the same, so write your short answer for staff and customers beforehand. Planning years ahead draws little attention: it looks like good management.",
        link: { path: `${servicePage}#pitfalls`, label: "Where good companies sell badly" },
        metaDescription:
          "How owners keep the sale of a company confidential: who is told and when, unnamed summaries, staged disclosure, stay bonuses and a prepared answer.",
        seoSnippet:
          "Tell few people, in a fixed order, and outsiders only under a signed confidentiality agreement. Buyers first see a summary without the company’s name, and sensitive details follow in stages to fewer buyers each time.",
        cta: "The call is confidential, and an advisor takes it.",
        structured: true,
      },
      {
        question: "How do I protect my people and our name once the company isn’t mine?",
        answer:
          "Write the protection into the contract while buyers still compete, because a promise made over dinner does not bind the next owner. A contract can hold severance and employment terms for named people, notice before a location is moved, a period during which the name stays, or a bonus pool paid from your proceeds. Such terms commonly last one to three years and may cost you something in price, so decide beforehand what each is worth to you. The choice of buyer often protects more than a clause can: managers or an ESOP may keep more of what you built, often for slower payment.",
        link: { path: "/succession-planning", label: "Family, managers, an ESOP or a third party" },
        metaDescription:
          "What a sale contract can do for employees and the company’s name, how long such terms commonly last, and why the choice of buyer often does more.",
        seoSnippet:
          "Put protections for your people and the company’s name into the contract while buyers still compete. Such terms commonly last one to three years and may cost something in price, so decide beforehand what each is worth to you.",
        cta: "Start with the names of the people you would want to look after, and we will take it from there.",
      },
    ],
  },
  {
    id: "taxes-wealth",
    title: "Taxes & Personal Wealth",
    questions: [
      {
        question: "How much tax will I pay when I sell my business?",
        answer: `At the top federal rate, ${dated("combinedTopRate")} of your long-term gain, net investment income tax included; the tax falls on the gain, so your basis comes off the price first. An active owner of an S corporation may owe less. A C corporation that sells its assets pays its own tax first, ${dated("corporateRate")}; with yours on the rest, the two come close to forty percent at top rates if no basis is left. Earlier depreciation can be taxed as ordinary income, and many states add a tax. Your CPA computes it; our part is to have it done while the result can still change.`,
        link: { path: "/tax-strategies", label: "How a sale is taxed, and what can be done early" },
        metaDescription: `The top federal rate on long-term gain from a business sale is ${dated("combinedTopRate")}. Basis, deal form and state change the bill.`,
        seoSnippet: `The top federal rate on long-term gain from the sale of a business is ${dated("combinedTopRate")}, net investment income tax included. What you pay depends on your basis, the form of the deal, your state and whether the company is a C or an S corporation.`,
        cta: "An advisor can tell you which tax questions to put to your CPA this year.",
        structured: true,
      },
    ],
  },
  {
    id: "advisors",
    title: "The Right Advisors",
    questions: [
      {
        question: "Which advisors do I need to sell my company?",
        answer:
          "You need a CPA who knows transactions, an attorney who closes sales for a living, an estate attorney, usually an investment banker, and one person who keeps them on the same plan. That last role is ours. We replace none of the others, broker no deals and give no legal or tax advice. If your CPA and attorney have served you for years, keep them, and ask each how many sales of your size they have closed in the last five; a specialist can join for this one. If your company is worth far below $10M, a good CPA and a deal lawyer will usually do without us.",
        link: { path: "/about", label: "Who would advise you here" },
        metaDescription:
          "The advisors an owner needs for a sale: transaction CPA, deal attorney, estate attorney, usually a banker, and one person who keeps a single plan.",
        seoSnippet:
          "An owner who sells needs a transaction CPA, a deal attorney, an estate attorney, usually an investment banker, and one person who keeps them all on one plan. Keep the advisors you trust and ask each how many sales of your size they have closed.",
        cta: "Tell us who already advises you, and we will say which seat, if any, is empty.",
        structured: true,
      },
    ],
  },
  {
    id: "emotional-succession",
    title: "Emotional & Succession Considerations",
    questions: [
      {
        question: "Should I sell, or pass the company to my children or managers?",
        answer: `It depends on how much cash you need at closing, who is able to run the company and who wants to. A third party usually pays most and soonest. Managers know the business but often pay part of the price later, from its profits. An ESOP may pay no more than fair market value and suits steady cash flow. Children can be given shares or buy them; the federal gift and estate exemption is ${dated("giftExemption")}. The difficult conversation is often with the children who do not work there. Ask everyone separately, before an attorney drafts anything.`,
        link: {
          path: "/succession-planning",
          label: "Four ways to hand over a company, with the costs of each",
        },
        metaDescription:
          "How to choose between a third-party sale, a management buyout, an ESOP and a family transfer: cash needed at closing, ability to lead, and will.",
        seoSnippet:
          "The choice depends on how much cash you need at closing, who is able to run the company and who wants to. A third party usually pays most and soonest; managers, an ESOP or children often mean slower payment or a lower price.",
        cta: "You need not have told anyone in the family before you talk to us.",
        structured: true,
      },
      {
        question: "What if I regret selling?",
        answer:
          "You may, and the time to find out is before you sign, while you can still decide to keep the company. Take a month away without the telephone; it tests you as much as your managers. Write down what an ordinary week would hold in the second year after the sale, and the conditions under which you would not sell at all. Read both to the person you live with. After the closing, set the tax aside and make few large decisions in the first year. If all this ends in a decision to keep the company, the work was still worth doing.",
        link: { path: `${servicePage}#post-sale-strategy`, label: "What the money has to do after the sale" },
        metaDescription:
          "How an owner can test the decision to sell before signing: a month away, a picture of the second year, and written conditions for not selling.",
        seoSnippet:
          "Regret is possible, so test the decision before you sign: take a month away and write down what an ordinary week would hold in the second year after the sale. Deciding to keep the company is a good result too.",
        cta: "You can call without having decided anything.",
      },
    ],
  },
  {
    id: "fees-fiduciary-standard",
    title: "Fees & Fiduciary Standard",
    questions: [
      {
        question: "What do you charge, and does anyone else pay you?",
        answer:
          "You pay 1% to 2% of managed assets a year, and at most $200 per hour, negotiable, for planning and consulting. Our fees come only from our clients; the custodian also gives us software and a service desk without charge, which is a conflict. As an illustration, thirty hours of planning before a sale cost at most $6,000, and $5M managed afterward costs $70,000 a year by today’s schedule, which is 1.4%. We take no commissions and sell no products. The custodian or broker that executes your trades, and a fund or insurance company whose product you hold, may charge you commissions or sales loads. Those are paid to them, and we receive no part. The first call is free.",
        link: { path: "/form-crs", label: "Fees and conflicts in our Form CRS" },
        metaDescription:
          "What exit planning and wealth advice cost here: 1% to 2% of managed assets a year, planning at most $200 per hour, no commissions and no products.",
        seoSnippet:
          "The advisory fee is 1% to 2% of managed assets a year, and planning and consulting cost at most $200 per hour, negotiable. Our fees come only from our clients: we take no commissions and sell no products.",
        cta: "Ask for your own cost in dollars, and you will have it before you decide.",
        structured: true,
      },
      {
        question: "What does it mean for me that you are a fiduciary?",
        answer: `It means that the law binds us to put your interest first in all our advice, for as long as we advise you. ${practice.advisoryLlc} is a registered investment adviser and owes you that duty under the Investment Advisers Act of 1940; our lead advisor has worked as a fiduciary since ${practice.advisor.fiduciarySince.slice(0, 4)}. The duty does not remove every conflict. Our fee grows with the assets we manage, so we gain if you sell and invest the proceeds with us, and you should ask about that. [Form CRS](/form-crs) sets it out and answers “Yes” under disciplinary history; read it before you call.`,
        link: { path: "/blog/fiduciary-vs-broker", label: "How fiduciaries and brokers differ" },
        metaDescription:
          "What a fiduciary duty means for a business owner, which law it comes from, and the conflict of interest that an asset-based fee still leaves.",
        seoSnippet:
          "A fiduciary is bound by law to put your interest first in all its advice, for as long as it advises you. The duty does not remove every conflict: a fee on managed assets still grows with what you invest.",
        cta: "Put the hardest question about our conflicts to the advisor who takes your call.",
      },
    ],
  },
];
