/**
 * The date of the last change to a wording, score or order in this file, stored with every submission. An earlier result keeps its
 * stored score and level. The page shows it with today's wording and says so.
 */
export const questionSetVersion = "2026-11-23";

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
    question: "If a letter of intent arrived next week, how ready would you be?",
    why: "Once you sign a letter of intent, you usually deal with one buyer, on that buyer’s schedule. What you prepare beforehand stays under your control.",
    options: [
      {
        value: "panic",
        label: "We would be scrambling",
        score: 1,
        meaning: "The buyer would set the pace, and the pace tends to set the terms.",
        nextMove: {
          title: "Rehearse the first two weeks",
          text: "Agree on one page with your attorney: who takes the call, which figures you may share, and who signs the confidentiality agreement.",
        },
      },
      {
        value: "mostly",
        label: "Mostly ready; we know where the gaps are",
        score: 2,
        meaning: "You know the gaps. Close them before a letter arrives, and the schedule stays yours.",
        nextMove: {
          title: "Close the gaps you know about",
          text: "List them, give each one an owner and a deadline, and start with what a buyer would ask to see first.",
        },
      },
      {
        value: "ready",
        label: "Ready; we could answer a buyer that same week",
        score: 3,
        meaning: "You could answer from your files and stay in control of the schedule.",
      },
    ],
  },
  {
    id: "q2",
    topic: "Tax plan",
    priority: 2,
    question: "How far along is your tax planning for a sale?",
    why: "Some tax choices take years to set up. Others only have to be made before anything is binding. After that, few are left.",
    options: [
      {
        value: "cpa",
        label: "We’ll leave that to our CPA when the time comes",
        score: 1,
        meaning: "A tax return reports a sale that has already happened. By then, most choices are gone.",
        nextMove: {
          title: "Ask your CPA three things",
          text: "What is your basis? What is your holding period? Do any of your shares qualify as small business stock (QSBS)? Ask before year end, not at filing time.",
        },
      },
      {
        value: "talked",
        label: "We have talked about it; nothing is in place",
        score: 2,
        meaning: "You know the options. Only a structure that is in place before the deal changes the tax.",
        nextMove: {
          title: "Turn the talk into a model",
          text: "Have the sale modeled twice, as a sale of shares and as a sale of assets, and compare the dates and what you keep. Then decide what you have to sign, and by when.",
        },
      },
      {
        value: "structured",
        label: "It is modeled, and the structure is in place",
        score: 3,
        meaning: "Your structure is in place before the deal. Review it whenever the law changes.",
      },
    ],
  },
  {
    id: "q3",
    topic: "Succession",
    priority: 4,
    question: "If you stepped away for a year, who would run the company?",
    why: "Buyers pay less for a company that depends on its owner. A written plan that the people in it have read costs less than anything else on this list.",
    options: [
      {
        value: "noclue",
        label: "I don’t know yet",
        score: 1,
        meaning: "A buyer would be buying you, and would tie part of the price to your staying on.",
        nextMove: {
          title: "Name who runs it without you",
          text: "List everything that only you do. Beside each item, write who will take it over and by when. Start with your largest customer and your bank.",
        },
      },
      {
        value: "discussed",
        label: "We have discussed it; nothing is written down",
        score: 2,
        meaning: "Until it is written down, a buyer has to assume that there is no plan.",
        nextMove: {
          title: "Put the succession on paper",
          text: "Two pages are enough: who takes which role, who may sign, and what happens in the first ninety days. Have the people named in it read it and agree.",
        },
      },
      {
        value: "documented",
        label: "It is documented, and the people named in it know",
        score: 3,
        meaning: "You can show that the company runs without you.",
      },
    ],
  },
  {
    id: "q4",
    topic: "Who benefits",
    priority: 1,
    question: "Have you decided who the proceeds are for?",
    why: "This answer shapes your gifts and trusts, and several of them work best before a price is agreed. That is why it comes before any structure.",
    options: [
      {
        value: "havent",
        label: "I haven’t decided",
        score: 1,
        meaning: "A trust or gift can’t be drafted until there are names and amounts.",
        nextMove: {
          title: "Decide who the money is for",
          text: "Write one page: what you need each year, what goes to family, and what goes to others. Your attorney drafts every trust from that page.",
        },
      },
      {
        value: "family",
        label: "Family, in broad terms",
        score: 2,
        meaning: "The direction is clear, but documents need amounts.",
        nextMove: {
          title: "Put an amount beside each name",
          text: "For each person or cause, decide how much, when, and whether outright or in trust. That tells you which documents you need and which you don’t.",
        },
      },
      {
        value: "mapped",
        label: "It is mapped out: names, amounts and reasons",
        score: 3,
        meaning: "Your attorney can draft from it, and you can revise it when life changes.",
      },
    ],
  },
  {
    id: "q5",
    topic: "Valuation",
    priority: 3,
    question: "How do you know what the company is worth?",
    why: "The number tells you whether a sale would pay for the life you want. You can judge an offer only if you had your own number first.",
    options: [
      {
        value: "guessed",
        label: "It’s a guess, or what a company like ours sold for",
        score: 1,
        meaning: "A guess can’t tell a fair offer from a flattering one.",
        nextMove: {
          title: "Have the company valued as a buyer would",
          text: "A valuation looks at three to five years of financials and gives you a range with reasons. It shows how far today’s value is from the price you need.",
        },
      },
      {
        value: "estimate",
        label: "An estimate, by a rule of thumb or from an advisor",
        score: 2,
        meaning: "It is good enough to plan with, but too soft to negotiate with.",
        nextMove: {
          title: "Turn the estimate into a valuation",
          text: "Get a formal valuation from a qualified appraiser, less than twelve months old when you need it. It backs up the price you hold out for and the value of any gift.",
        },
      },
      {
        value: "formal",
        label: "A formal valuation, less than twelve months old",
        score: 3,
        meaning: "You know the number and the reasons behind it, so you can judge an offer on its merits.",
      },
    ],
  },
  {
    id: "q6",
    topic: "Buyer materials",
    priority: 5,
    question: "What could you give a serious buyer this month?",
    why: "You can predict most of what a buyer will ask for. If it arrives late or doesn’t tie out, the buyer sees risk and lowers the price.",
    options: [
      {
        value: "piece",
        label: "We would have to piece it together",
        score: 1,
        meaning: "The buyer could find problems before you do, and each one is a reason to reopen the price.",
        nextMove: {
          title: "Start with three clean years",
          text: "Prepare monthly statements that tie to the tax returns, with the owner’s personal expenses removed and explained. Everything else builds on them.",
        },
      },
      {
        value: "good",
        label: "Good financials; the contracts are scattered",
        score: 2,
        meaning: "Your numbers would hold up. Contracts, leases and ownership records would slow you down.",
        nextMove: {
          title: "Finish the data room",
          text: "Collect customer and supplier contracts, leases, ownership records and employment agreements. Mark each one that requires consent to a change of ownership.",
        },
      },
      {
        value: "ready",
        label: "A complete data room, kept current",
        score: 3,
        meaning: "You could answer a buyer’s list in days, with few surprises left to find.",
      },
    ],
  },
  {
    id: "q7",
    topic: "Biggest worry",
    priority: null,
    question: "When you think about a sale, what worries you most?",
    why: "No answer is better than another; yours tells us where to begin. It counts toward your score, so your result also shows the score without it.",
    options: [
      {
        value: "taxes",
        label: "How much of it goes to taxes",
        score: 1,
        meaning: "We would start with what you keep, and work back to the structure and its timing.",
      },
      {
        value: "family",
        label: "What it does to my family",
        score: 2,
        meaning:
          "We would start with what each person needs, and fit the structure and the tax plan to that.",
      },
      {
        value: "legacy",
        label: "What becomes of the company and its people",
        score: 3,
        meaning:
          "We would start with what must stay in place after the sale, and look for a buyer and terms that fit.",
      },
    ],
  },
] as const satisfies readonly Question[];

type Questions = (typeof questions)[number];

export type QuestionId = Questions["id"];

export const questionIds: readonly QuestionId[] = questions.map(({ id }) => id);

/** One chosen option value per question. */
export type Answers = { [Q in Questions as Q["id"]]: Q["options"][number]["value"] };
