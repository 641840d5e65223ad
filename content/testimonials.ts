/** What a client has allowed us to print, with what has to stand beside it. */
export type Testimonial = {
  quote: string;
  author: string;
  business: string;
  location: string;
  /** A client on the day it is printed: a former client is not one (17 CFR 275.206(4)-1(e)). */
  isClient: boolean;
  /** A sentence: whether anything was paid for it, and what. */
  compensation: string;
  /** A sentence: which interest the author has in saying it. */
  conflict: string;
};

/** None yet (specification section 1). */
export const testimonials: readonly Testimonial[] = [];
