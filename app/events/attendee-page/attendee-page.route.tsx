import { data, redirect } from "react-router";
import { type PageServices, servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import { parseForm, readForm } from "#app/platform/form.ts";
import type { Route } from "./+types/attendee-page.route";
import { placeIntents } from "./attendee-page.messages.ts";
import { EventPlace } from "./attendee-page.tsx";
import { seatDetailsSchema } from "./seat-details.schema.ts";
import type { PlaceFormState } from "./seat-details-form.tsx";
import { attendeePath, savedParameter } from "./attendee-path.ts";
import { isOpen, getSeatStatus } from "./seat-status.ts";
import { changeSeatDetails, findSeat, cancelSeat } from "./find-seat.server.ts";

export const handle = { scripts: "none", shared: false } satisfies PageHandle;

/** Whoever has the address may look. Looking changes nothing: mail scanners and previews open links too. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { place, standing } = await getPlace(servicesOf(context), params.key);
  const isSaved = new URL(request.url).searchParams.has(savedParameter);
  return { place, standing, isSaved: isSaved && isOpen(standing) };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const services = servicesOf(context);
  const form = await readForm(request);
  const { place, standing } = await getPlace(services, params.key);
  const intent = form.get("intent");
  if (intent === placeIntents.giveUp) {
    // Whatever came of it, the page says how things stand now.
    await cancelSeat(services, place.key);
    return redirect(attendeePath(place.key), 303);
  }
  if (intent !== placeIntents.save) throw new AppError("invalid", "the form of a place without its intent");
  const details = parseForm(seatDetailsSchema, form);
  if (!details.ok) {
    return data<PlaceFormState>({ values: details.values, errors: details.fieldErrors }, { status: 400 });
  }
  const isChanged = isOpen(standing) && (await changeSeatDetails(services, place.key, details.value));
  return redirect(attendeePath(place.key) + (isChanged ? `?${savedParameter}` : ""), 303);
}

async function getPlace({ db, clock }: Pick<PageServices, "db" | "clock">, key: string) {
  const place = await findSeat(db, { key });
  if (place === undefined) throw new AppError("not-found", "no place at this address");
  return { place, standing: getSeatStatus(place, clock.now()) };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.eventPlace, matches),
  // The address is a secret: what the page leads to must not learn it.
  { name: "referrer", content: "origin" },
];

export default function EventPlaceRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <EventPlace {...loaderData} refused={actionData} />;
}
