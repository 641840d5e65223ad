/**
 * The date of the last change to a wording, score or order in this file, stored with every submission. An earlier result keeps its
 * stored score and level. The page shows it with today's wording and says so.
 */
export const questionSetVersion = "2025-07-01";

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

// spec §3: seven questions, three options each, with exactly these values; their scores are 1, 2, 3 in listed order.
export const questions = [
  {
    id: "q1",
    topic: "Readiness",
    priority: 6,
    question: "If a letter of intent arrived next week, how ready would you be?",
    why: "Once a letter is signed you usually deal with one buyer, on that buyer’s calendar. What is ready beforehand remains yours to decide.",
    options: [
      {
        value: "panic",
        label: "We would be scrambling",
        score: 1,
        meaning: "The buyer would set the pace, and terms tend to follow the pace.",
        nextMove: {
          title: "Rehearse the first two weeks",
          text: "One page, agreed with your attorney: who takes the call, which figures may leave the building, and who signs the confidentiality agreement.",
        },
      },
      {
        value: "mostly",
        label: "Mostly ready; we know where the gaps are",
        score: 2,
        meaning: "The gaps are known. Closing them before a letter keeps the calendar yours.",
        nextMove: {
          title: "Close the gaps you know",
          text: "List them, give each one a name and a date, and begin with whatever a buyer would ask to see first.",
        },
      },
      {
        value: "ready",
        label: "Ready; we could answer a buyer that same week",
        score: 3,
        meaning: "You could answer from the file, and keep the calendar in your own hands.",
      },
    ],
  },
  {
    id: "q2",
    topic: "Tax plan",
    priority: 2,
    question: "How far has your planning for the tax on a sale come?",
    why: "Some choices take years. Others have only to be made before anything is binding. Few are left after that.",
    options: [
      {
        value: "cpa",
        label: "That is for our CPA, when the time comes",
        score: 1,
        meaning: "A return reports a sale that has already happened. By then most choices have passed.",
        nextMove: {
          title: "Ask your CPA three things",
          text: "Your basis, your holding period, and whether any of your shares qualify as small business stock (QSBS). Ask before year end, not at filing time.",
        },
      },
      {
        value: "talked",
        label: "We have talked about it; nothing is in place",
        score: 2,
        meaning: "The options are known. Only a structure that stands before the deal changes the tax.",
        nextMove: {
          title: "Turn the talk into a model",
          text: "Have the sale modeled twice, as a sale of shares and as a sale of assets, with dates and what you keep side by side. Then decide what has to be signed, and by when.",
        },
      },
      {
        value: "structured",
        label: "It is modeled, and the structure is in place",
        score: 3,
        meaning: "The structure stands ahead of the deal. It has to be kept in step with the law.",
      },
    ],
  },
  {
    id: "q3",
    topic: "Succession",
    priority: 4,
    question: "If you stepped away for a year, who would run the company?",
    why: "Buyers pay less for a company that leaves when its owner does. A written plan that has been read by the people in it is the cheapest thing on this list.",
    options: [
      {
        value: "noclue",
        label: "I don’t know yet",
        score: 1,
        meaning: "A buyer would be buying you, and would want you to stay for part of the price.",
        nextMove: {
          title: "Name who runs it without you",
          text: "Beside each thing that only you do, write a name and the date from which that person does it alone. Begin with the largest customer and the bank.",
        },
      },
      {
        value: "discussed",
        label: "We have discussed it; nothing is written down",
        score: 2,
        meaning: "Until it is written down, a buyer has to count it as missing.",
        nextMove: {
          title: "Put the succession on paper",
          text: "Two pages: who takes which role, who may sign, and what happens in the first ninety days. Have the people named in it read it and agree.",
        },
      },
      {
        value: "documented",
        label: "It is documented, and the people named in it know",
        score: 3,
        meaning: "You can show that the company runs without you, instead of saying so.",
      },
    ],
  },
  {
    id: "q4",
    topic: "Who benefits",
    priority: 1,
    question: "Have you decided who the proceeds are for?",
    why: "Gifts and trusts are drawn from this answer, and several of them work best while no price has been agreed. So it comes before any structure.",
    options: [
      {
        value: "havent",
        label: "I haven’t decided",
        score: 1,
        meaning: "Trusts and gifts can’t be drawn until there are names and amounts.",
        nextMove: {
          title: "Decide who it is for",
          text: "Write one page: what you need each year, what goes to family, what goes to anyone else. Every trust is drawn from that page.",
        },
      },
      {
        value: "family",
        label: "Family, in broad terms",
        score: 2,
        meaning: "The direction is clear. Without amounts it can’t become documents.",
        nextMove: {
          title: "Put figures beside the names",
          text: "For each person or cause: how much, when, and outright or in trust. It shows which documents you need, and which you don’t.",
        },
      },
      {
        value: "mapped",
        label: "It is mapped: names, amounts and reasons",
        score: 3,
        meaning: "Your attorney can draw from it, and you can change it when life does.",
      },
    ],
  },
  {
    id: "q5",
    topic: "Valuation",
    priority: 3,
    question: "How do you know what the company is worth?",
    why: "The figure tells you whether a sale pays for the life after it. An offer can be judged only against a number that was there first.",
    options: [
      {
        value: "guessed",
        label: "A guess, or what a company like ours sold for",
        score: 1,
        meaning: "A guess can’t tell a fair offer from a flattering one.",
        nextMove: {
          title: "Have the company valued as a buyer would",
          text: "Three to five years of financials, a range, and the reasons for it. You see how far apart the price you need and the price the company supports today are.",
        },
      },
      {
        value: "estimate",
        label: "An estimate, by a rule of thumb or from an advisor",
        score: 2,
        meaning: "Good enough to plan on, too soft to negotiate with.",
        nextMove: {
          title: "Turn the estimate into a valuation",
          text: "A formal one by a qualified appraiser, less than twelve months old when you need it. It supports the price you can refuse and the value of any gift.",
        },
      },
      {
        value: "formal",
        label: "A formal valuation, less than twelve months old",
        score: 3,
        meaning: "You know the figure and the reasons for it, so an offer can be judged on its merits.",
      },
    ],
  },
  {
    id: "q6",
    topic: "Buyer materials",
    priority: 5,
    question: "What could you hand a serious buyer this month?",
    why: "Most of what a buyer asks for is known in advance. What comes late, or doesn’t tie out, is read as risk, and risk comes off the price.",
    options: [
      {
        value: "piece",
        label: "We would have to piece it together",
        score: 1,
        meaning: "The buyer could find things before you do, and each one is a reason to reopen the price.",
        nextMove: {
          title: "Start with three clean years",
          text: "Monthly statements that tie to the tax returns, with the owner’s own expenses taken out and explained. The rest of the file hangs on them.",
        },
      },
      {
        value: "good",
        label: "Good financials; the contracts are scattered",
        score: 2,
        meaning: "The numbers would hold. Contracts, leases and ownership records would slow you down.",
        nextMove: {
          title: "Finish the data room",
          text: "Customer and supplier contracts, leases, ownership records, employment agreements. Mark every one that needs consent when the company changes hands.",
        },
      },
      {
        value: "ready",
        label: "A complete data room, kept current",
        score: 3,
        meaning: "A buyer’s list is answered in days, and little is left for the other side to find.",
      },
    ],
  },
  {
    id: "q7",
    topic: "What weighs most",
    priority: null,
    question: "When you think about a sale, what weighs most?",
    why: "No answer is better than another; yours tells us where to begin. It counts toward your score, so your result also shows the score without it.",
    options: [
      {
        value: "taxes",
        label: "How much of it goes to taxes",
        score: 1,
        meaning: "We would start from what you keep, and work back to the structure and its dates.",
      },
      {
        value: "family",
        label: "What it does to my family",
        score: 2,
        meaning: "We would start from what each person needs, and let structure and tax follow.",
      },
      {
        value: "legacy",
        label: "What becomes of the company and its people",
        score: 3,
        meaning: "We would start from what must still stand afterwards, and fit buyer and terms to it.",
      },
    ],
  },
] as const satisfies readonly Question[];

type Questions = (typeof questions)[number];

export type QuestionId = Questions["id"];

export const questionIds: readonly QuestionId[] = questions.map(({ id }) => id);

/** One chosen option value per question. */
export type Answers = { [Q in Questions as Q["id"]]: Q["options"][number]["value"] };
