import { redirect } from "react-router";
import * as z from "zod/mini";
import type { Route } from "./+types/find-person.route";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { contactMessages } from "#app/intake/form/contact.messages.ts";
import { email as emailField } from "#app/intake/form/contact.schema.ts";
import { findLead } from "#app/people/profile/find-people.server.ts";
import { recordViewOfPerson } from "#app/people/profile/record-view-of-person.server.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { personPath } from "#app/staff/paths/person-path.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { unknownAddressPath } from "./unknown-address.ts";

/** The search in the header accepts only posts. */
export async function loader({ context, request }: Route.LoaderArgs) {
  await requireStaff(servicesOf(context), request, canViewLeads);
  return redirect(pages.people.path);
}

const addressSchema = z.object({ search: emailField(contactMessages.emailMissing) });
const wordsSchema = z.object({
  search: z.string().check(z.trim(), z.minLength(1), z.maxLength(maximumLength.email)),
});

/** Opens the person with a typed email address, or lists the people that match. An email address never becomes part of a URL. */
export async function action({ context, request }: Route.ActionArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { db, persons } = servicesOf(context);
  const form = await readForm(request);
  const address = parseForm(addressSchema, form);
  const leadId = address.ok ? await findLead(db, address.value.search) : undefined;
  if (address.ok && leadId !== undefined) {
    const { clientAddress } = factsOf(context);
    await recordViewOfPerson({ db, persons }, address.value.search, {
      actor: staff,
      sessionId,
      clientAddress,
    });
    return redirect(personPath(leadId), 303);
  }
  if (address.ok) return redirect(unknownAddressPath, 303);
  const words = parseForm(wordsSchema, form);
  if (!words.ok) return redirect(pages.people.path, 303);
  return redirect(`${pages.people.path}?${new URLSearchParams(words.value).toString()}`, 303);
}
