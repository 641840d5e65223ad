import * as z from "zod/mini";
import { eventSignupSchema } from "#app/events/signup/event-signup.schema.ts";

/** The details that a person can change, validated as in the sign-up form. */
export const seatDetailsSchema = z.omit(eventSignupSchema, { email: true });

export type SeatDetails = z.infer<typeof seatDetailsSchema>;
export type SeatDetailsField = keyof SeatDetails;
