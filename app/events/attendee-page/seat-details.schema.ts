import * as z from "zod/mini";
import { eventSignupSchema } from "#app/events/signup/event-signup.schema.ts";

/** What a person can change of a sign-up; read as the sign-up itself. */
export const placeDetailsSchema = z.omit(eventSignupSchema, { email: true });

export type PlaceDetails = z.infer<typeof placeDetailsSchema>;
export type PlaceDetailsField = keyof PlaceDetails;
