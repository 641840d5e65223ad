import * as z from "zod/mini";
import { eventSignupSchema } from "#app/events/signup/event-signup.schema.ts";

/** What a person can change of a sign-up; read as the sign-up itself. */
export const seatDetailsSchema = z.omit(eventSignupSchema, { email: true });

export type SeatDetails = z.infer<typeof seatDetailsSchema>;
export type SeatDetailsField = keyof SeatDetails;
