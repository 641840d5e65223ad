import { z } from "zod";

/**
 * The schemas of the content files, with a description of each field for authors. `checkContent` in
 * `content/validation/check-content.ts` validates the files; the build fails if a file is invalid.
 */

const text = z.string().trim().min(1, "must not be empty");
const httpsUrl = z.url({ protocol: /^https$/, error: "must be a full https:// address" });

const path = z
  .string()
  .regex(/^\/[a-z0-9/-]*$/, "must be a path of this site, e.g. /tax-strategies")
  .describe("A page of this site.")
  .meta({ fixed: true });

const sitePage = z.strictObject({ path, label: text.describe("The link text.") });

const menuLink = sitePage.extend({
  featured: z.literal(true).optional().describe("Whether the entry is highlighted."),
});

export const menuSchema = z.array(
  z.strictObject({
    label: text.optional().describe("The name of the group; a single link has none."),
    links: z
      .union([z.literal("articles"), z.array(menuLink).min(1, "must hold a link")])
      .describe("“articles” stands for all files in content/articles, in their order."),
  }),
);

export type MenuLink = z.infer<typeof menuLink>;

export type MenuGroup = z.infer<typeof menuSchema>[number];

export const footerGroupsSchema = z.array(
  z.strictObject({
    label: text.describe("The heading of the group."),
    links: z.array(sitePage).min(1, "must contain a link"),
  }),
);

export type FooterGroup = z.infer<typeof footerGroupsSchema>[number];

export const disclosuresSchema = z.array(text).min(1, "must not be empty");

export const servicesSchema = z
  .array(
    z.strictObject({
      title: text.describe("Heading of the card."),
      text: text.describe("One or two sentences."),
      path,
      about: text.describe("Completes “Learn More about …” for screen readers."),
    }),
  )
  .length(6, "must be six cards (specification section 1)");

export type ServiceCard = z.infer<typeof servicesSchema>[number];

export const homeFaqsSchema = z
  .array(
    z.strictObject({
      question: text,
      answer: text.describe("One paragraph."),
      link: z
        .strictObject({
          path,
          about: text.describe("Completes “Read more about …” for screen readers."),
        })
        .optional()
        .describe("A page with more details."),
    }),
  )
  .length(5, "must be five questions (specification section 1)");

export type FaqItem = z.infer<typeof homeFaqsSchema>[number];

/** A testimonial that a client has permitted us to print, with its required disclosures. */
const testimonialSchema = z.strictObject({
  quote: text.describe("The client’s words, unchanged."),
  author: text.describe("The name that the client permits us to print."),
  business: text,
  location: text,
  isClient: z
    .boolean()
    .describe(
      "Whether the author is a client on the day of printing; former clients do not count (17 CFR 275.206(4)-1(e)).",
    ),
  compensation: text.describe("A sentence about compensation for the testimonial."),
  conflict: text.describe("A sentence about the author's conflicts of interest."),
});

export const testimonialsSchema = z.array(testimonialSchema);

export type Testimonial = z.infer<typeof testimonialSchema>;

/** Why to read a page next, by its path. */
export const reasonsToReadSchema = z.record(path, text);

export const taxRateSchema = z.strictObject({
  percent: z.number().positive("must be above 0").max(100, "must be at most 100"),
  year: z.int("must be a year").describe("The tax year that the figure belongs to."),
  source: text.describe("The section of the law, with a description."),
});

export type TaxRate = z.infer<typeof taxRateSchema>;

/** The lines of a heading. The page displays a numeral before them. */
const headingLines = z.array(text).min(1, "must hold a line");

const titledText = z.strictObject({ title: text, text });

export const homePageSchema = z.strictObject({
  hero: z.strictObject({
    headline: headingLines.describe("The headline, one entry per line."),
    forWhom: text.describe("In the margin: the service and its audience."),
    lead: text.describe("One sentence on what we do."),
    buttonNote: text.describe("The time that each button takes, up to the link."),
    buttonLink: sitePage.describe("Ends that sentence."),
    ringLabels: z.strictObject({
      bark: text.describe("Names the outermost ring."),
      fifth: text.describe("Names the first of the five green rings."),
    }),
  }),
  facts: z
    .array(
      z.strictObject({
        title: text.describe("“{years}” stands for the years of practice."),
        path: z.string().startsWith("/").optional().describe("The page that the title links to."),
        text,
        link: sitePage.optional().describe("The link at the end of the text."),
      }),
    )
    .length(4, "must be four facts")
    .describe("The band of facts below the hero."),
  values: z.strictObject({
    heading: headingLines,
    note: text.describe("In the margin: whom this suits."),
    items: z.array(titledText).min(1, "must hold a proposition"),
  }),
  manufacturerSale: z.strictObject({
    numeral: text.describe("The price, before the heading."),
    heading: headingLines.describe("Follows the price."),
    label: text.describe("Says that the example is hypothetical."),
    assumptions: text.describe("In the margin: the assumptions of the figures, with year and source."),
    conclusion: text.describe("Below the drawing: the result in words."),
    link: sitePage,
  }),
  advisorNote: z
    .strictObject({ heading: headingLines, note: text.describe("In the margin: the advisor’s career.") })
    .describe("Around the advisor’s signed note, which is in practice.ts."),
  stories: z.strictObject({
    heading: headingLines,
    note: text.describe("In the margin."),
    text: text.describe("Which testimonials and ratings appear here."),
  }),
  services: z.strictObject({ heading: headingLines }),
  questions: z.strictObject({
    heading: headingLines,
    links: z.array(sitePage).min(1).describe("In the margin. “{questions}” stands for their number."),
  }),
  closing: z.strictObject({
    heading: headingLines.describe("Follows the number of minutes."),
    note: text.describe("In the margin: what happens on the call."),
  }),
});

export type HomePage = z.infer<typeof homePageSchema>;

/** The copy of the sign-up page for one state of the event. {capacity}, {seatsLeft} and {seats} (“seat” or “seats”) are filled in. */
const eventStateSchema = z.strictObject({
  lead: text.describe("One or two sentences about the event."),
  card: z.strictObject({
    title: text.describe("Above the form: the result of submitting it."),
    text: text.describe("Below that title."),
  }),
  promise: text.describe(
    "Below the button: what arrives and when, and that one can unsubscribe at any time.",
  ),
  closing: text.describe(
    "The heading of the last section. If an event is upcoming or live, it follows a number of seats, or the capacity if none is left.",
  ),
  toForm: text.describe("The link in the last band that leads to the form."),
});

const laterSchema = z.strictObject({ when: text, what: text });

export const liveEventWordsSchema = z.strictObject({
  sample: z
    .strictObject({ title: text, topics: z.array(text).min(1), joinUrl: httpsUrl })
    .describe("The event that a fresh installation of the sample practice starts with."),
  hosts: z
    .array(
      z.strictObject({
        key: z
          .string()
          .regex(/^[a-z0-9-]+$/, "must be lower-case words joined by hyphens")
          .describe("The key that events refer to. Never change it.")
          .meta({ fixed: true }),
        name: text,
        role: text,
        biography: text.describe("One or two sentences. {years} is computed from practice.ts."),
        quote: text
          .optional()
          .describe("One sentence in the first person. The host approves it before publication."),
        link: sitePage.optional().describe("A page of the site about the host."),
        ties: text
          .optional()
          .describe(
            "For a guest: whether they are a client, what anyone is paid, and conflicts (17 CFR 275.206(4)-1).",
          ),
      }),
    )
    .min(1)
    .describe("The people who can host an event."),
  page: z.strictObject({
    untitled: text.describe("The page’s heading while no event is scheduled."),
    length: text.describe("The duration; {minutes} is filled in."),
    where: text.describe("Where the event takes place, and where the link to it is."),
    recording: text.optional().describe("Whether people can watch the event later."),
    cost: text.describe("What the event costs, and what the firm does with the contact details."),
    seatsLeft: text.describe("Above the form; {seatsLeft} and {seats} are filled in."),
    allSeatsLeft: text.describe(
      "The closing heading until the first seat is taken; {capacity} is filled in.",
    ),
    moreFields: text.describe("Opens the optional fields of the form."),
    otherDates: z
      .strictObject({
        heading: text,
        seatsLeft: text.describe("{seatsLeft} and {seats} are filled in."),
        full: text.describe("Shown instead of the number of seats when none is left."),
      })
      .describe("Links to the other events that are open."),
    closed: z
      .strictObject({
        reasons: z.strictObject({ canceled: text, over: text, full: text }),
        next: text.describe("Follows the reason if another event is open."),
      })
      .describe("On the page of an event that is not open."),
    benefits: z.strictObject({
      heading: text,
      note: text.describe("In the margin: how to use the examples."),
      items: z.array(titledText).length(3, "must be three cards (specification section 2)"),
    }),
    hosts: z
      .strictObject({
        one: text,
        two: text,
        many: text,
        sample: text.describe("Below the advisor’s words, while practice.ts is a sample."),
      })
      .describe("The heading above the hosts, by their number."),
    elsewhere: z
      .strictObject({ before: text, link: sitePage, after: text })
      .describe("In the margin of the last section: an article with the same subject."),
    states: z.strictObject({
      upcoming: eventStateSchema.describe("Seats are left."),
      full: eventStateSchema.describe("All seats are taken; the form adds people to the waiting list."),
      live: eventStateSchema.describe("It has begun, and seats are left."),
      liveFull: eventStateSchema.describe(
        "It has begun, and no seat is left; the form requests notice of the next date.",
      ),
      past: eventStateSchema.describe("The last event is over; the form requests notice of the next date."),
      none: eventStateSchema.describe("There has been no event; the form requests notice of the next date."),
    }),
  }),
  confirmation: z
    .strictObject({
      note: text.describe("In the margin, for people who have a seat."),
      kind: text.describe("Above the title of the event."),
      where: text,
      calendar: z.strictObject({
        heading: text,
        file: text,
        google: text,
        outlook: text,
        details: text.describe("In the calendar entry. It never contains the join link."),
      }),
      next: z
        .strictObject({
          heading: text,
          wrongAddress: z.strictObject({ before: text, link: sitePage, after: text }),
          seat: z.array(laterSchema).min(1, "must contain a step"),
          waiting: z.array(laterSchema).min(1, "must contain a step"),
          "next-date": z.array(laterSchema).min(1, "must contain a step"),
        })
        .describe("The next steps, by outcome of the sign-up. {email} and {phone} become links."),
      share: z.strictObject({
        heading: text,
        note: text,
        email: text,
        linkedIn: text,
        device: text.describe("Opens the sharing menu of the device."),
        linkLabel: text,
        copy: text,
        copied: text,
        subject: text.describe("Of the email; {title} is filled in."),
        body: text.describe(
          "Of the email; {minutes}, {date}, {time} and {summary} are filled in, and the link follows.",
        ),
        summary: text.describe("The {summary} of an event without its own."),
      }),
      article: z.strictObject({ heading: text, note: text, link: sitePage, text }),
      assessment: z.strictObject({ heading: text, note: text, text, link: sitePage }),
    })
    .describe("The pages that confirm a sign-up."),
  badge: z
    .strictObject({
      label: text.describe("Precedes the date and time."),
      upcoming: text.describe("The link text while seats are left."),
      full: text,
      live: text,
    })
    .describe("Announces the event in articles whose front matter says promotesEvent."),
  slip: z
    .strictObject({ label: text })
    .describe("Announces the event in the margin of the list of articles."),
  band: z
    .strictObject({
      heading: text.describe("{title} is the event's title."),
      length: text.describe("{minutes} is the event's length."),
      seats: text.describe("The number of seats. {seatsLeft} and {capacity} are filled in."),
      allSeats: text.describe("Replaces it before the first sign-up."),
      noSeats: text.describe("Replaces it when no seat is left."),
      buttons: z.strictObject({ upcoming: text, full: text, live: text }),
      none: z.strictObject({ heading: text, text, button: text }).describe("When no event is scheduled."),
    })
    .describe("Announces the event on the home page."),
});

export type LiveEventWords = z.infer<typeof liveEventWordsSchema>;
