import { z } from "zod";

/** The schema of `content/practice.ts`, with a description of each field for authors. */

const text = z.string().trim().min(1, "must not be empty");
const httpsUrl = z.url({ protocol: /^https$/, error: "must be a full https:// address" });
const isoDate = z.iso.date("must be a date like 1994-06-01");

const reviewCount = z.int().min(0);

/** A prefilled email that a button opens in the visitor's mail program. */
const mailRequest = z.strictObject({
  label: text.describe("The label of the button."),
  subject: text.describe("The prefilled subject line."),
  body: text.describe("A short greeting and request, in the visitor's words."),
});

/** The limits of the portrait. A photograph of this size takes up to 60 kB as a JPEG or WebP file. */
export const portraitLimits = { maxBytes: 60_000, minWidth: 480, maxWidth: 1200, ratio: 4 / 5 } as const;

const portraitSchema = z.strictObject({
  file: z
    .string()
    .regex(/^[a-z0-9-]+\.(?:jpg|webp)$/, "must be the name of a .jpg or .webp file in content/portrait/")
    .describe("A file in content/portrait/."),
  width: z
    .int()
    .min(portraitLimits.minWidth, `must be at least ${portraitLimits.minWidth} pixels`)
    .max(portraitLimits.maxWidth, `must be at most ${portraitLimits.maxWidth} pixels`)
    .describe("The width of the file in pixels."),
  height: z.int().positive().describe("The height of the file in pixels: five fourths of the width."),
  alt: text.min(15, "must describe the picture").describe("What the picture shows, for screen readers."),
});

export type Portrait = z.infer<typeof portraitSchema>;

const advisorSchema = z
  .strictObject({
    name: text.describe("The lead advisor’s name with credentials, as it is signed."),
    fullName: text.describe("The name without credentials."),
    role: text.describe("The title below the name."),
    fiduciarySince: isoDate.describe(
      "First day of practice as a fiduciary; the number of years on the pages is counted from it.",
    ),
    crdNumber: text.describe("The advisor’s number in the Central Registration Depository."),
    credential: z
      .strictObject({
        mark: text.describe("The letters after the name."),
        name: text.describe("The full name of the certification."),
        issuer: text.describe("The organization that grants it."),
        verifyUrl: httpsUrl.describe("Where anyone can verify it."),
      })
      .describe("The certification that the advisor holds."),
    note: z
      .strictObject({
        opening: text.describe("The first sentences, in larger type."),
        paragraphs: z.array(text).min(1, "must contain a paragraph"),
      })
      .describe("A note on the home page, in the first person. The advisor approves it before publication."),
    letter: z
      .strictObject({
        opening: text.describe("The first sentences, in larger type."),
        paragraphs: z.array(text).min(1, "must contain a paragraph"),
      })
      .describe("A letter on the page about the firm, in the first person, approved like the note."),
    milestones: z
      .array(
        z.strictObject({
          year: z.int("must be a year"),
          text: text.describe("What happened, as Form ADV Part 2B reports it."),
        }),
      )
      .min(2, "must contain two milestones")
      .describe("The career in years, oldest first. Each year is marked in the drawing of the rings."),
    portrait: portraitSchema
      .optional()
      .describe("A photograph of the advisor. Without it, pages display the signed note alone."),
  })
  .refine(({ name, fullName, credential }) => name === `${fullName}, ${credential.mark}`, {
    path: ["name"],
    error: "must be the full name, a comma and the mark of the certification",
  })
  .refine(({ fiduciarySince, milestones }) => milestones[0]?.year === Number(fiduciarySince.slice(0, 4)), {
    path: ["milestones"],
    error: "must start with the year of fiduciarySince",
  });

export const practiceSchema = z.strictObject({
  sample: z
    .boolean()
    .describe("True while the firm is a sample, which notices and the startup output mention."),
  firmName: text.describe("The name that clients know, which is also the home link in the header."),
  firmNameLines: z.array(text).min(1).max(2).describe("The name beside the mark, in one or two lines."),
  advisoryLlc: text.describe("The registered investment adviser through which advice is offered."),
  advisor: advisorSchema,
  topics: z.array(text).min(3).describe("The subjects of the firm’s work, for search engines."),
  complianceOfficer: z
    .strictObject({ name: text, role: text })
    .describe("Who supervises the advisors; named in Form ADV Part 2B."),
  adviser: z
    .strictObject({
      crdNumber: text.describe("The LLC's number in the Central Registration Depository."),
      organized: z.string().regex(/^\d{4}$/, "must be a year"),
      assetsManaged: text.describe("Regulatory assets under management, as printed."),
      assetsManagedOn: isoDate.describe("The date of that figure."),
    })
    .describe("The registered investment adviser, as its filings describe it."),
  phone: z.strictObject({
    display: text.describe("As printed, such as (512) 555-0142."),
    dial: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, "must be in international form, e.g. +15125550142")
      .describe("In dialing format, such as +15125550142."),
  }),
  email: z.email("must be an email address").describe("The address that visitors write to."),
  website: text.describe(
    "The site’s address as the filings print it (Form ADV Part 1A, Item 1.I), e.g. www.example.com. Where a server answers is a setting of its own.",
  ),
  postalAddress: z
    .strictObject({
      street: text.describe("Street and suite."),
      city: text.describe("City."),
      state: z.string().length(2, "must be the two-letter state code"),
      stateName: text.describe("The state in words, as a sentence names it."),
      postalCode: z.string().regex(/^\d{5}(-\d{4})?$/, "must be a ZIP code"),
    })
    .describe("The office. Every email contains it, as the law requires."),
  schedulingUrl: httpsUrl.describe("The external page where a 30-minute call is booked."),
  servicePageSlug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens")
    .describe("The address of the main service page, without the slash."),
  reviews: z
    .strictObject({
      provider: text.describe("The independent service that keeps the reviews."),
      pageUrl: httpsUrl.describe("The practice's page there."),
      widgetUrl: httpsUrl.describe("The URL of the frame. Messages are accepted only from its origin."),
      loadAtOnce: z.boolean().describe("True loads the frame with the page instead of after a click."),
    })
    .describe("The review widget of /reviews."),
  rating: z
    .strictObject({
      stars: z.number().min(1).max(5).describe("The mean, of five."),
      count: z.int().positive().describe("The number of reviews in the mean."),
      byStars: z
        .strictObject({
          five: reviewCount,
          four: reviewCount,
          three: reviewCount,
          two: reviewCount,
          one: reviewCount,
        })
        .optional()
        .describe("How many reviews have each number of stars, if the provider publishes it."),
      from: isoDate.describe("First day of the period in which they were written."),
      until: isoDate.describe("Last day of the period."),
      asOf: isoDate.describe("The date of the figure."),
      provider: text.describe("The provider of the rating."),
      payment: text.describe("What was paid for it, and by whom, in one sentence."),
    })
    .refine(
      ({ count, byStars }) => byStars === undefined || countReviews(byStars) === count,
      "must have as many reviews by stars as in total",
    )
    .refine(
      ({ stars, byStars }) => byStars === undefined || meanOf(byStars) === stars,
      "must have the mean of the reviews by stars, rounded to a tenth",
    )
    .optional()
    .describe(
      "The rating behind the stars on the pages. Without it, no stars are displayed (17 CFR 275.206(4)-1(c)).",
    ),
  timeZone: z
    .string()
    .refine(isTimeZone, "must be an IANA time zone, e.g. America/Chicago")
    .describe("The firm’s time zone, for months, dates and events."),
  mailRequests: z.strictObject({
    sevenSteps: mailRequest.describe(
      "Asks for the practice’s seven steps: in the hero and in the closing band.",
    ),
    valuation: mailRequest,
    exitPlanning: mailRequest,
    taxPlanning: mailRequest,
    successionPlanning: mailRequest,
  }),
});

export type Practice = z.infer<typeof practiceSchema>;

type ReviewsByStars = Readonly<Record<"five" | "four" | "three" | "two" | "one", number>>;

function countReviews({ five, four, three, two, one }: ReviewsByStars): number {
  return five + four + three + two + one;
}

/** Rounded to a tenth. */
function meanOf(byStars: ReviewsByStars): number {
  const { five, four, three, two, one } = byStars;
  const sum = 5 * five + 4 * four + 3 * three + 2 * two + one;
  return Math.round((10 * sum) / countReviews(byStars)) / 10;
}

function isTimeZone(value: string): boolean {
  return Intl.supportedValuesOf("timeZone").includes(value);
}
