import { released } from "./release/release.ts";
import type { Testimonial } from "./schema.ts";

/** None yet (specification section 1). */
export const testimonials: readonly Testimonial[] = released("testimonials", []);
