import { practice } from "./practice.ts";
import type { FaqItem } from "./schema.ts";
import { released } from "./release/release.ts";

const firstYear = practice.advisor.fiduciarySince.slice(0, 4);

/** The five questions on the home page (specification section 1). */
export const homeFaqs: readonly FaqItem[] = released("homeFaqs", [
  {
    question: "When should I start exit planning?",
    answer:
      "Start three to five years before you want to exit. The sale itself typically takes 12 to 18 months, and a well-prepared company can sell in about six. Some tax provisions require a five-year holding period, so the earlier you start, the more of them you can use.",
    link: { path: "/blog/when-to-start-exit-planning", about: "when to start" },
  },
  {
    question: "Will you work with my current CPA and lawyer?",
    answer:
      "Yes. They know your company, and we don’t replace them. We write one plan that gives each task a deadline and a person responsible. Your CPA and attorney do their parts, and we keep the calendar.",
  },
  {
    question: "How are you different from a typical wealth advisor?",
    answer:
      "We start years before there is money to manage. Clients pay our fees; we take no commissions and sell no products. As fiduciaries we must act in your best interest in all of our advice, for as long as we advise you.",
    link: { path: "/blog/fiduciary-vs-broker", about: "fiduciaries and brokers" },
  },
  {
    question: "What is your background with family businesses?",
    answer: `${practice.advisor.fullName} has advised individuals and families as a fiduciary since ${firstYear}, and business owners at this firm since ${practice.adviser.organized}. We plan sales as well as transfers to children, managers or an ESOP. The hardest questions are usually about people: who decides, who gets paid and who hears first.`,
    link: { path: "/succession-planning", about: "succession planning" },
  },
  {
    question: "What if I’m not ready to sell?",
    answer:
      "Then you have time, which is what good planning needs most. The Pre-LOI Assessment takes three minutes and shows where to begin. The work also makes the company easier to run if you decide to keep it.",
    link: { path: "/pre-loi-assessment", about: "the Pre-LOI Assessment" },
  },
]);
