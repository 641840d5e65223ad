import { practice } from "./practice.ts";
import type { FaqItem } from "./schema.ts";

const firstYear = practice.advisor.fiduciarySince.slice(0, 4);

/** The five questions on the home page (specification section 1). */
export const homeFaqs: readonly FaqItem[] = [
  {
    question: "When should I start exit planning?",
    answer:
      "Three to five years before you want to be gone. The sale itself typically takes 12 to 18 months; a well-prepared company can be nearer six. One tax exclusion needs shares held for more than five years, and no one can buy those years back.",
    link: { path: "/blog/when-to-start-exit-planning", about: "when to start" },
  },
  {
    question: "Will you work with my current CPA and lawyer?",
    answer:
      "Yes. They know your company, and we don’t replace them. We write one plan with dates on it; each of them owns a part, and we keep the calendar.",
  },
  {
    question: "How are you different from a typical wealth advisor?",
    answer:
      "We begin before there is money to manage. Clients pay our fees; we take no commissions and sell no products. As fiduciaries we must put your interest first for as long as we advise you, not only when we recommend an investment.",
    link: { path: "/blog/fiduciary-vs-broker", about: "fiduciaries and brokers" },
  },
  {
    question: "What is your background with family businesses?",
    answer: `Our lead advisor has worked as a fiduciary since ${firstYear}, with owners who handed a company to their children, to their managers or to an ESOP, and with owners who sold it. The hard part is seldom the paper: it is who decides, who is paid, and who hears it first.`,
    link: { path: "/succession-planning", about: "succession planning" },
  },
  {
    question: "What if I’m not ready to sell?",
    answer:
      "Then you have what this work needs most: time. The checklist shows in three minutes where you stand, and it is useful even if you never sell.",
    link: { path: "/pre-loi-assessment", about: "the Pre-LOI checklist" },
  },
];
