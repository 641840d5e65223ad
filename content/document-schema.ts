import { z } from "zod";

/**
 * The schema of text pages: service pages, the page about the advisor, and regulatory documents. Texts can contain `[words](/path)` for
 * links and `**words**` for bold, and no other markup.
 */

/** Published values of the field stay as they are. */
const fixed = { fixed: true };

const text = z.string().trim().min(1, "must not be empty");

const anchor = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lowercase words joined by hyphens")
  .describe("The part of the URL after #. It never changes after publication.")
  .meta(fixed);

export const tableSchema = z
  .strictObject({
    caption: text.describe("What the table shows. Hypothetical figures are labeled as an illustration."),
    columns: z.array(text).min(2, "must name at least two columns"),
    rows: z.array(z.array(text)).min(1, "must contain a row"),
    note: text.optional().describe("Assumptions and sources, displayed below the table."),
    isCompact: z
      .literal(true)
      .optional()
      .describe("Phones also display its columns side by side. For short figures only."),
    isComparison: z
      .literal(true)
      .optional()
      .describe("The columns are alternatives. Phones display one below the other. At most eight rows."),
  })
  .refine(({ columns, rows }) => rows.every((row) => row.length === columns.length), {
    path: ["rows"],
    error: "must have one cell per column",
  })
  .refine(
    ({ isComparison, columns, rows }) => isComparison !== true || (columns.length <= 5 && rows.length <= 8),
    {
      path: ["rows"],
      error: "must be at most eight, and the columns at most five, in a table whose columns are alternatives",
    },
  );

export type DataTable = z.infer<typeof tableSchema>;

const titled = z.strictObject({ title: text, text });

const plainBlocks = [
  text,
  z.strictObject({ list: z.array(text).min(2).describe("A bulleted list.") }),
  z.strictObject({ numbered: z.array(text).min(2).describe("A numbered list.") }),
  z.strictObject({
    terms: z.array(titled).min(2).describe("Terms, each with its explanation beside it."),
  }),
  z.strictObject({ table: tableSchema }),
  z.strictObject({
    callout: text.describe("A highlighted paragraph. Each of its lines is displayed on a line of its own."),
  }),
  z.strictObject({
    lines: z.array(text).min(1).describe("Blank lines to fill in on paper, with these labels below."),
  }),
  z.strictObject({ cards: z.array(titled).min(2).describe("Short points in a grid.") }),
  z.strictObject({
    steps: z
      .array(titled.extend({ when: text.optional().describe("Its date or duration.") }))
      .min(2)
      .describe("Steps in chronological order."),
    isNumbered: z.literal(false).optional().describe("Their titles are periods, which need no numbers."),
  }),
  z.strictObject({
    options: z
      .array(
        titled.extend({
          benefits: z.array(text).min(2),
          considerations: z.array(text).min(2),
        }),
      )
      .min(2)
      .describe("Options, each with benefits and considerations."),
  }),
  z.strictObject({
    drawing: z
      .enum([
        "advisor-letter",
        "career",
        "fees",
        "planning-timeline",
        "price-range",
        "price-to-proceeds",
        "proceeds",
        "entity-types",
        "sale",
        "stock-sale",
        // Used by releases published before December 2026.
        "strategy-comparison",
        "structures",
        "succession-routes",
        "tax-due-charitable-trust",
        "tax-due-installment-sale",
        "tax-due-opportunity-zone",
        "tax-due-qsbs",
        "trust-sale",
      ])
      .describe("A part that the site composes from other content, such as a figure drawn from numbers."),
  }),
] as const;

/** The blocks below a heading. A plain string is a paragraph. */
export const blockSchema = z.union([
  ...plainBlocks,
  z.strictObject({
    fold: z
      .strictObject({
        summary: text.describe("The line that opens it. A table with this caption displays no other."),
        blocks: z.array(z.union(plainBlocks)).min(1),
      })
      .describe("Details that stay closed until a reader opens them. Paper has them open."),
  }),
]);

export type Block = z.infer<typeof blockSchema>;

/** A heading one level below that of its section. */
const partSchema = z.strictObject({ id: anchor, heading: text, blocks: z.array(blockSchema).min(1) });

/** A heading with its content. There are only two levels, so none can be skipped. */
export const sectionSchema = z.strictObject({
  id: anchor,
  heading: text,
  note: text.optional().describe("In the margin: a date, an assumption or a caution."),
  illustration: z.literal(true).optional().describe("Labels the section as a hypothetical illustration."),
  background: z.literal("bed").optional().describe("Sets the section off with a darker background."),
  blocks: z.array(blockSchema),
  sections: z.array(partSchema).optional(),
  isCardGrid: z.literal(true).optional().describe("Displays its parts as cards in a grid."),
});

export type Section = z.infer<typeof sectionSchema>;

const keyFigureSchema = z.strictObject({
  term: text.describe("Above the figure."),
  figure: text.describe("A figure with its unit, e.g. $20.00M."),
  note: text.describe("What it counts or measures, below it."),
});

export type KeyFigure = z.infer<typeof keyFigureSchema>;

/** A service page, or the page about the advisor. */
export const contentPageSchema = z.strictObject({
  path: z
    .string()
    .regex(/^\/[a-z0-9-]+$/, "must be a path of this site, e.g. /tax-strategies")
    .describe("The page's URL; never changed once published.")
    .meta(fixed),
  subject: z
    .enum(["service", "advisor"])
    .describe("What search engines are told that the page is about.")
    .meta(fixed),
  title: text
    .max(60, "must be at most 60 characters")
    .describe("The title in the browser's tab and in search results, without the firm's name."),
  description: text
    .max(160, "must be at most 160 characters")
    .describe("The text below the title in search results."),
  modified: z.iso.date("must be a date like 2025-01-05").describe("Date of the last substantial change."),
  hero: z.strictObject({
    forWhom: text.describe("In the margin: the subject and the audience."),
    headline: text.describe("The main heading of the page."),
    lead: text.describe("One or two sentences below the heading."),
    figures: z
      .strictObject({
        note: text.optional().describe("Above the figures, e.g. that they are a hypothetical illustration."),
        items: z.array(keyFigureSchema).min(2).max(4),
      })
      .optional()
      .describe("The most important figures of the page, below its button."),
  }),
  sections: z.array(sectionSchema).min(3, "must contain at least three sections"),
  related: z
    .array(z.string().regex(/^\/[a-z0-9/-]*$/, "must be a path of this site, e.g. /tax-strategies"))
    .min(2)
    .max(4)
    .optional()
    .describe("Pages to read next."),
  closing: z.strictObject({
    heading: text,
    text: text.describe("What the reader gets from the call."),
    mailRequest: z
      .enum(["exitPlanning", "valuation", "taxPlanning", "successionPlanning"])
      .optional()
      .describe("The name of a mail request in practice.ts."),
  }),
});

export type ContentPage = z.infer<typeof contentPageSchema>;

/** A regulatory document. */
export const regulatoryDocumentSchema = z.strictObject({
  title: text,
  description: text.max(160, "must be at most 160 characters"),
  subtitle: text.describe("What kind of document this is, in the regulator's words."),
  date: z.iso.date("must be a date like 2026-03-31").describe("Of this version."),
  leaflet: z
    .literal(true)
    .optional()
    .describe(
      "Set small on paper, without contents: two sheets at most (Form CRS, General Instruction 1.C).",
    ),
  opening: z.array(blockSchema).describe("Between the title and the first heading."),
  sections: z.array(sectionSchema).min(1, "must hold a section"),
});

export type RegulatoryDocument = z.infer<typeof regulatoryDocumentSchema>;

const path = z
  .string()
  .regex(/^\/[a-z0-9/#-]*$/, "must be a path of this site, e.g. /tax-strategies")
  .meta(fixed);

export const faqGroupsSchema = z
  .array(
    z.strictObject({
      id: anchor,
      title: text,
      questions: z
        .array(
          z.strictObject({
            id: anchor.describe("The anchor of the answer. Other sites link to it, so never change it."),
            question: text,
            seoSnippet: text
              .max(320, "must be at most 320 characters")
              .describe("The complete answer in about 40 words, displayed first."),
            answer: text.describe("One paragraph of details that follows it. Links are permitted."),
            link: z.strictObject({ path, label: text }).optional().describe("A page with more details."),
            metaDescription: text.max(160, "must be at most 160 characters"),
            cta: text.describe("One sentence before the Get Started link."),
            structured: z
              .literal(true)
              .optional()
              .describe(
                "Whether it is one of the 12 questions in the structured data (specification section 2).",
              ),
          }),
        )
        .min(1),
    }),
  )
  .length(9, "must be nine groups (specification section 2)");

export type FaqGroup = z.infer<typeof faqGroupsSchema>[number];

const figureSchema = z.strictObject({
  shown: text.max(8, "must be at most 8 characters").describe("The figure, e.g. 60–90."),
  meaning: text.describe("What the figure counts or measures, below it."),
});

/** The copy of the list of articles. */
export const articleIndexSchema = z.strictObject({
  note: text.describe("In the margin beside the heading."),
  headline: text,
  lead: text,
  newest: text.describe("In the margin beside the newest article."),
  read: text.describe("The button of the newest article."),
  guides: z.strictObject({
    heading: text,
    note: text.describe("In the margin."),
    items: z.array(
      z.strictObject({
        path,
        title: text,
        summary: text,
        kind: text.describe("What kind of page it is, before its date."),
        figure: figureSchema,
      }),
    ),
  }),
  more: z.strictObject({ heading: text, feed: text.describe("The link to the feed in the margin.") }),
  closing: z.strictObject({ heading: text, note: text }),
});

export type ArticleIndexPage = z.infer<typeof articleIndexSchema>;

/** The front matter of a file in `content/articles/`. */
export const articleSchema = z.strictObject({
  title: text.describe("The headline."),
  alternativeTitle: text.describe("The headline in other words, for search engines."),
  searchTitle: text
    .max(60, "must be at most 60 characters")
    .optional()
    .describe("The title in search results, if it differs from the headline."),
  topic: text
    .max(24, "must be at most 24 characters")
    .describe("One to three words before the date, e.g. Tax."),
  summary: text
    .max(220, "must be at most 220 characters")
    .describe("What the reader learns, in the list of articles."),
  figure: figureSchema.describe("A figure from the text, in the list of articles."),
  menuLabel: text.max(42, "must be at most 42 characters").describe("The label in the header's menu."),
  description: text.max(160, "must be at most 160 characters"),
  published: z.iso.date("must be a date like 2025-01-05"),
  modified: z.iso.date("must be a date like 2025-01-05").describe("Of the last change of substance."),
  dateShown: text.describe("As it is printed, e.g. December 2024 or Jan 5, 2025."),
  readingMinutes: z
    .int()
    .min(3)
    .max(12)
    .optional()
    .describe("Printed where given; about 220 words a minute."),
  keywords: z.array(text).min(3).max(10),
  order: z.int().describe("Place in the menu and the index."),
  related: z.array(path).min(2).max(4).describe("Pages to read next; paths of this site."),
  promotesEvent: z.literal(true).optional().describe("Announces the live event while one is upcoming."),
});

export type ArticleFrontMatter = z.infer<typeof articleSchema>;

const guideHero = z.strictObject({
  note: text.describe("In the margin: what this page is, and for whom."),
  headline: text.describe("The page's one main heading."),
  lead: text.describe("One to three sentences below it."),
});

const guideClosing = z.strictObject({ heading: text, note: text.describe("In the margin.") });

/** The page about the hypothetical sale of a manufacturer. */
export const salePageSchema = z.strictObject({
  hero: guideHero.extend({ label: text.describe("Above the note: that the page is an illustration.") }),
  summary: z.array(keyFigureSchema).length(4).describe("The most important figures, below the lead."),
  sections: z.array(sectionSchema).min(3),
  closing: guideClosing,
});

export type SalePage = z.infer<typeof salePageSchema>;

/** The page about the seven steps. */
export const sevenStepsPageSchema = z.strictObject({
  hero: guideHero.extend({ buttonNote: text.describe("What the email button does.") }),
  timeline: z.strictObject({ heading: text, note: text.describe("In the margin.") }),
  steps: z.strictObject({
    heading: text,
    note: text.describe("In the margin."),
    items: z
      .array(
        z.strictObject({
          title: text,
          when: text,
          from: z.number().describe("Start in years from closing; negative before it."),
          to: z.number().describe("End in years from closing."),
          text,
          result: text.describe("What the owner has at the end of the step."),
          people: text.describe("Who does the work."),
        }),
      )
      .length(7, "must be seven steps"),
  }),
  sections: z.array(sectionSchema).min(1),
  closing: guideClosing,
});

export type SevenStepsPage = z.infer<typeof sevenStepsPageSchema>;
