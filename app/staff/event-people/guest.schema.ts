import * as z from "zod/mini";
import { eventSignupSchema } from "#app/events/signup/event-signup.schema.ts";

/** A guest whom staff add to an event. */
export const guestSchema = z.pick(eventSignupSchema, { name: true, email: true, phone: true });

export type GuestField = "name" | "email" | "phone";

export const guestFields = ["name", "email", "phone"] as const satisfies readonly GuestField[];
