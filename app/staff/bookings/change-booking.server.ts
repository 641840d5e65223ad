import * as z from "zod/mini";
import { contactMessages } from "#app/intake/form/contact.messages.ts";
import { email as emailField } from "#app/intake/form/contact.schema.ts";
import { assignBooking, dismissBooking } from "#app/people/bookings/assign-booking.server.ts";
import { parseForm } from "#app/platform/http/form.ts";
import { bookingRefusals } from "./bookings.messages.ts";

type Deps = Parameters<typeof assignBooking>[0];

/** The form after a refusal. */
export type BookingDraft = {
  refusal: string;
  /** The booking whose address was rejected. */
  uid?: string;
  email?: string | undefined;
  error?: string | undefined;
};

type BookingChange =
  | { ok: true; done: "assigned" | "dismissed" }
  | { ok: false; status: 409 | 422; draft: BookingDraft };

const assignSchema = z.object({ email: emailField(contactMessages.emailMissing) });

/** Assigns or dismisses a booking, as the form says. */
export async function changeBooking(deps: Deps, form: FormData): Promise<BookingChange> {
  const uid = form.get("uid");
  // PostgreSQL rejects text with a NUL character.
  if (typeof uid !== "string" || !/^[\w-]{1,200}$/.test(uid)) return refuse(422, bookingRefusals.unclear);
  switch (form.get("change")) {
    case "dismiss":
      return (await dismissBooking(deps, uid))
        ? { ok: true, done: "dismissed" }
        : refuse(409, bookingRefusals.gone);
    case "assign":
      return assign(deps, uid, form);
    default:
      return refuse(422, bookingRefusals.unclear);
  }
}

async function assign(deps: Deps, uid: string, form: FormData): Promise<BookingChange> {
  const parsed = parseForm(assignSchema, form);
  if (!parsed.ok) {
    const error = parsed.fieldErrors.email ?? bookingRefusals.unclear;
    return { ok: false, status: 422, draft: { refusal: error, uid, email: parsed.values.email, error } };
  }
  const { email } = parsed.value;
  const result = await assignBooking(deps, uid, email);
  if (result.ok) return { ok: true, done: "assigned" };
  if (result.reason === "gone") return refuse(409, bookingRefusals.gone);
  const error = bookingRefusals.unknown;
  return { ok: false, status: 422, draft: { refusal: error, uid, email, error } };
}

function refuse(status: 409 | 422, refusal: string): BookingChange {
  return { ok: false, status, draft: { refusal } };
}
