/** A testimonial that a client has permitted us to print, with its required disclosures. */
export type Testimonial = {
  quote: string;
  author: string;
  business: string;
  location: string;
  /** Whether the author is a client on the day of printing; former clients do not count (17 CFR 275.206(4)-1(e)). */
  isClient: boolean;
  /** A sentence about compensation for the testimonial. */
  compensation: string;
  /** A sentence about the author's conflicts of interest. */
  conflict: string;
};

/** None yet (specification section 1). */
export const testimonials: readonly Testimonial[] = [];
