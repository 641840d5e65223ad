import { clearUndeliverable } from "#app/email/bounces/clear-undeliverable.server.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { deliverableField } from "./undeliverable-addresses.tsx";

/**
 * Sends email again to the address that the form names, if it is an address of the person. A repeated form changes nothing.
 * @param email any address of the person
 */
export async function resumeEmail(
  deps: Parameters<typeof clearUndeliverable>[0],
  email: string,
  form: FormData,
): Promise<void> {
  const named = form.get(deliverableField);
  const addresses = await listAddresses(deps.db, email);
  const address = addresses.find((each) => each === named);
  if (address !== undefined) await clearUndeliverable(deps, address);
}
