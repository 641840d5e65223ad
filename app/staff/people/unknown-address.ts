import { pages } from "#app/pages/registry.ts";

const parameter = { name: "found", value: "none" } as const;

/** The list after a search for an address that no form has. The URL does not contain the address. */
export const unknownAddressPath = `${pages.people.path}?${parameter.name}=${parameter.value}`;

/** Whether a URL is that of `unknownAddressPath`. */
export function isAddressUnknown(params: URLSearchParams): boolean {
  return params.get(parameter.name) === parameter.value;
}
