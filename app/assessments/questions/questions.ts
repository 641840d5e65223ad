/**
 * The date of the last change to a wording, score or order in this file, stored with every submission. An earlier result keeps its
 * stored score and level. The page shows it with today's wording and says so.
 */
export const questionSetVersion = "2026-11-28";

export type Question = {
  /** The form field, the JSON property and the database column. A new question needs a migration that adds the column. */
  id: `q${number}`;
  /** Two or three words, for tables and exports. */
  topic: string;
  /**
   * Rank of the next move among equally weak answers: beneficiaries come before structure, structure before price, price before
   * documents. Null for a preference, which says nothing about readiness.
   */
  priority: number | null;
  question: string;
  /** Displayed below the question, after “Why we ask.” */
  why: string;
  options: readonly [AnswerOption<1>, AnswerOption<2>, AnswerOption<3>];
};

export type AnswerOption<Score extends 1 | 2 | 3 = 1 | 2 | 3> = {
  /** The value that is sent, stored and exported. */
  value: string;
  label: string;
  score: Score;
  /** Displayed in the table of the result. */
  meaning: string;
  /** The advice for a weak answer: a score of 1 or 2 on a question about readiness. */
  nextMove?: NextMove;
};

export type NextMove = { title: string; text: string };

// Specification section 3 fixes the ids, the values and the scores.
export const questions = [
  {
    id: "q1",
    topic: "Readiness",
    priority: 6,
    question: "If you received a letter of intent next week, how ready would you be?",
    why: "After you sign, you usually deal with one buyer on that buyer’s schedule. Preparing beforehand keeps more of the decisions in your hands.",
    options: [
      {
        value: "panic",
        label: "We’d be scrambling",
        score: 1,
        meaning: "The buyer would control the timing and, often, the terms.",
        nextMove: {
          title: "Rehearse the first two weeks",
          text: "Agree on one page with your attorney: who takes the call, which figures you may share, and who signs the confidentiality agreement.",
        },
      },
      {
        value: "mostly",
        label: "Mostly ready, and we know our gaps",
        score: 2,
        meaning: "You know your gaps. Close them before a letter arrives.",
        nextMove: {
          title: "Close the gaps you know about",
          text: "List them, give each one an owner and a deadline, and start with what a buyer would ask to see first.",
        },
      },
      {
        value: "ready",
        label: "Ready to respond that week",
        score: 3,
        meaning: "You could respond quickly and stay in control of the timing.",
      },
    ],
  },
  {
    id: "q2",
    topic: "Tax plan",
    priority: 2,
    question: "How far along is your tax planning for a sale?",
    why: "Some strategies take years. Others must be in place before you sign anything binding. Few remain after that.",
    options: [
      {
        value: "cpa",
        label: "We’ll leave that to our CPA when we sell",
        score: 1,
        meaning: "A tax return only reports a sale. By then, most options have expired.",
        nextMove: {
          title: "Ask your CPA three things",
          text: "What is your basis? What is your holding period? Do any of your shares qualify as small business stock (QSBS)? Ask before year end, not at filing time.",
        },
      },
      {
        value: "talked",
        label: "We’ve talked about it, but nothing is in place",
        score: 2,
        meaning: "You know the options. They save tax only once they are in place.",
        nextMove: {
          title: "Have your CPA model the sale",
          text: "Ask for two versions, a sale of shares and a sale of assets, and compare the dates and what you keep. Then decide what you have to sign, and by when.",
        },
      },
      {
        value: "structured",
        label: "We’ve modeled it and the structure is in place",
        score: 3,
        meaning: "Your structure is in place. Review it each year as the law changes.",
      },
    ],
  },
  {
    id: "q3",
    topic: "Succession",
    priority: 4,
    question: "If you stepped away for a year, who would run the company?",
    why: "Buyers pay less for a company that depends on its owner. A written succession plan costs little and shows that yours doesn’t.",
    options: [
      {
        value: "noclue",
        label: "I don’t know yet",
        score: 1,
        meaning: "A buyer would depend on you and might tie part of the price to your staying.",
        nextMove: {
          title: "Name who runs the company without you",
          text: "List everything that only you do. Beside each item, write who will take it over and by when. Start with your largest customer and your bank.",
        },
      },
      {
        value: "discussed",
        label: "We’ve discussed it, but nothing is written down",
        score: 2,
        meaning: "Buyers give little credit for a plan that isn’t written down.",
        nextMove: {
          title: "Put the succession on paper",
          text: "Two pages are enough: who takes which role, who may sign, and what happens in the first ninety days. Have the people named in it read it and agree.",
        },
      },
      {
        value: "documented",
        label: "It’s documented, and everyone involved has agreed",
        score: 3,
        meaning: "You can show buyers that the company runs without you.",
      },
    ],
  },
  {
    id: "q4",
    topic: "Who benefits",
    priority: 1,
    question: "Have you decided who will benefit from the proceeds?",
    why: "Your attorney needs this answer to set up gifts and trusts, and several work best before a price has been agreed.",
    options: [
      {
        value: "havent",
        label: "I haven’t decided",
        score: 1,
        meaning: "Your attorney can’t draft trusts without names and amounts.",
        nextMove: {
          title: "Decide who the money is for",
          text: "Write one page: what you need each year, what goes to family, and what goes to others. Your attorney drafts every trust from that page.",
        },
      },
      {
        value: "family",
        label: "My family, in general terms",
        score: 2,
        meaning: "The direction is clear. Add amounts so your attorney can draft.",
        nextMove: {
          title: "Decide who gets how much",
          text: "For each person or cause, decide how much, when, and whether outright or in trust. That tells you which documents you need and which you don’t.",
        },
      },
      {
        value: "mapped",
        label: "Yes: names, amounts and reasons are written down",
        score: 3,
        meaning: "Your attorney can draft from it, and you can update it as life changes.",
      },
    ],
  },
  {
    id: "q5",
    topic: "Valuation",
    priority: 3,
    question: "How do you know what your company is worth?",
    why: "A valuation tells you whether a sale would support your life afterward, and gives you a benchmark for any offer.",
    options: [
      {
        value: "guessed",
        label: "A guess, or what a similar company sold for",
        score: 1,
        meaning: "A guess can’t tell you whether an offer is fair.",
        nextMove: {
          title: "Have the company valued as a buyer would",
          text: "A valuation looks at three to five years of financials and gives you a range with reasons. It shows how far today’s value is from the price you need.",
        },
      },
      {
        value: "estimate",
        label: "An estimate from a rule of thumb or an advisor",
        score: 2,
        meaning: "Good enough for planning, not for negotiating.",
        nextMove: {
          title: "Turn the estimate into a valuation",
          text: "Get a formal valuation from a qualified appraiser, less than twelve months old when you need it. It supports your asking price and the value of any gift.",
        },
      },
      {
        value: "formal",
        label: "A formal valuation from the past 12 months",
        score: 3,
        meaning: "You know the value and the reasons, so you can judge an offer.",
      },
    ],
  },
  {
    id: "q6",
    topic: "Buyer materials",
    priority: 5,
    question: "What could you give a serious buyer this month?",
    why: "Late or inconsistent documents look like risk, and buyers pay less for risk.",
    options: [
      {
        value: "piece",
        label: "We’d have to piece it together",
        score: 1,
        meaning: "The buyer could find problems before you do, and each one is a reason to reopen the price.",
        nextMove: {
          title: "Prepare three years of clean financials",
          text: "Prepare monthly statements that tie to the tax returns, with the owner’s personal expenses removed and explained.",
        },
      },
      {
        value: "good",
        label: "Good financials, but contracts are scattered",
        score: 2,
        meaning: "Your numbers would hold up. Contracts, leases and ownership records would slow you down.",
        nextMove: {
          title: "Finish the data room",
          text: "Collect customer and supplier contracts, leases, ownership records and employment agreements. Mark each one that requires consent to a change of ownership.",
        },
      },
      {
        value: "ready",
        label: "A complete, current data room",
        score: 3,
        meaning: "You could answer a buyer’s list in days, with few surprises left to find.",
      },
    ],
  },
  {
    id: "q7",
    topic: "Biggest worry",
    priority: null,
    question: "What concerns you most about a sale?",
    why: "There is no wrong answer. It tells us where to start. Your result also shows your score without this question.",
    options: [
      {
        value: "taxes",
        label: "How much I’ll pay in taxes",
        score: 1,
        meaning: "We’d start with what you keep, then look for the structure and timing that fit.",
      },
      {
        value: "family",
        label: "How it will affect my family",
        score: 2,
        meaning: "We’d start with what each person needs, then fit the structure and the tax plan to it.",
      },
      {
        value: "legacy",
        label: "What will happen to the company and its people",
        score: 3,
        meaning: "We’d start with what must be preserved, then look for the buyer and terms that fit.",
      },
    ],
  },
] as const satisfies readonly Question[];

type Questions = (typeof questions)[number];

export type QuestionId = Questions["id"];

export const questionIds: readonly QuestionId[] = questions.map(({ id }) => id);

/** One chosen option value per question. */
export type Answers = { [Q in Questions as Q["id"]]: Q["options"][number]["value"] };

/** Answers as they were stored. One to an earlier set of questions can be empty, or no option today. */
export type StoredAnswers = Readonly<Partial<Record<QuestionId, string>>>;

/** Invented answers, for the example of a result. */
export const exampleAnswers: Answers = {
  q1: "mostly",
  q2: "talked",
  q3: "noclue",
  q4: "mapped",
  q5: "guessed",
  q6: "good",
  q7: "taxes",
};
