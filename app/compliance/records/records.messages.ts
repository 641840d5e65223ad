import type { PromoterKind, RegulatoryDocument } from "#app/data/schema/regulatory-records.ts";

export type { PromoterKind, RegulatoryDocument };

export const documentNames: Record<RegulatoryDocument, string> = {
  "form-crs": "Form CRS",
  "form-adv-part-2a": "Form ADV Part 2A",
  "form-adv-part-2b": "Form ADV Part 2B",
  "privacy-policy": "Privacy policy",
};

export const promoterKindNames: Record<PromoterKind, string> = {
  testimonial: "Testimonial",
  promoter: "Promoter",
};
