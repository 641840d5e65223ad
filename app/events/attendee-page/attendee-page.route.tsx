import { data, redirect } from "react-router";
import { type PageServices, servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import type { Route } from "./+types/attendee-page.route";
import { attendeeIntents } from "./attendee-page.messages.ts";
import { AttendeePage } from "./attendee-page.tsx";
import { seatDetailsSchema } from "./seat-details.schema.ts";
import type { SeatDetailsFormState } from "./seat-details-form.tsx";
import { attendeePath, savedParameter } from "./attendee-path.ts";
import { isOpen, getSeatStatus } from "./seat-status.ts";
import { changeSeatDetails, findSeat, cancelSeat } from "./find-seat.server.ts";

export const handle = { scripts: "none", shared: false } satisfies PageHandle;

/** The secret URL is the only authorization. Opening it changes nothing, because mail scanners and link previews open it too. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { signup, status } = await loadSignup(servicesOf(context), params.key);
  const isSaved = new URL(request.url).searchParams.has(savedParameter);
  return { signup, status, isSaved: isSaved && isOpen(status) };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const services = servicesOf(context);
  const form = await readForm(request);
  const { signup, status } = await loadSignup(services, params.key);
  const intent = form.get("intent");
  if (intent === attendeeIntents.cancel) {
    // The page displays the status after the cancellation, even if it had no effect.
    await cancelSeat(services, signup.key);
    return redirect(attendeePath(signup.key), 303);
  }
  if (intent !== attendeeIntents.save) throw new AppError("invalid", "The form has an unknown intent.");
  const details = parseForm(seatDetailsSchema, form);
  if (!details.ok) {
    return data<SeatDetailsFormState>(
      { values: details.values, errors: details.fieldErrors },
      { status: 400 },
    );
  }
  const outcome = isOpen(status) ? await changeSeatDetails(services, signup.key, details.value) : "closed";
  if (outcome === "too-many") throw new AppError("too-many", "Too many changes of one sign-up in an hour.");
  return redirect(attendeePath(signup.key) + (outcome === "saved" ? `?${savedParameter}` : ""), 303);
}

async function loadSignup({ db, clock }: Pick<PageServices, "db" | "clock">, key: string) {
  const signup = await findSeat(db, { key });
  if (signup === undefined) throw new AppError("not-found", "No sign-up has this key.");
  return { signup, status: getSeatStatus(signup, clock.now()) };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.attendee, matches),
  // Linked pages must not receive the secret URL.
  { name: "referrer", content: "origin" },
];

export default function AttendeePageRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <AttendeePage {...loaderData} refused={actionData} />;
}
