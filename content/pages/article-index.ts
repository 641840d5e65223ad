import type { ArticleIndexPage } from "#content/document-schema.ts";
import { compareStructures, computePrice, inMillions } from "#content/manufacturer-sale.ts";
import { sevenSteps } from "./seven-steps.ts";
import { released } from "#content/release/release.ts";

/** The copy of `/blog` besides the articles themselves. */
export const articleIndex: ArticleIndexPage = released("articleIndex", {
  note: "Six articles, one worked case and one guide",
  headline: "Articles for owners planning a sale",
  lead: "Read one before you talk to anyone, including us. Each takes five to seven minutes and shows its figures, their year and their source.",
  newest: "Start here",
  read: "Read the article",
  guides: {
    heading: "Worked examples and guides",
    note: "Pages you can print for your CPA",
    items: [
      {
        path: "/manufacturer-sale",
        title: "Selling a $20 Million S\u00a0Corporation Manufacturer",
        summary:
          "Asset or stock sale, F\u00a0reorganization, 338(h)\u2060(10), recapture, real estate and rollover equity, with the arithmetic shown.",
        kind: "Hypothetical case",
        figure: {
          shown: inMillions(compareStructures()[0].cash),
          meaning: `of the $${computePrice().headline / 1_000_000}M reaches the owner in a stock sale (illustration)`,
        },
      },
      {
        path: "/seven-steps",
        title: "Pinnacle’s 7 Steps",
        summary:
          "The seven decisions an owner makes on the way to a sale, in order, with what you have at the end of each.",
        kind: "Guide",
        figure: {
          shown: `${-Math.min(...sevenSteps.steps.items.map(({ from }) => from))} years`,
          meaning: "from the first decision to the closing",
        },
      },
    ],
  },
  more: { heading: "More articles", feed: "Subscribe by RSS" },
  closing: { heading: "Would you rather talk?", note: "Thirty minutes with an advisor, at no charge." },
});
