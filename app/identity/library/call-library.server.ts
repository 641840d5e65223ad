import type { Visitor } from "#app/identity/identity.server.ts";
import { basePath, clientAddressHeader } from "./better-auth.server.ts";

/** A request of ours to the library, as if the visitor's browser had sent it: with its cookies, and the address that we found. */
export function libraryRequest(siteUrl: string, visitor: Visitor, path: string, body: unknown): Request {
  const headers = new Headers({
    "content-type": "application/json",
    // The caller's own origin was checked at the door.
    origin: siteUrl,
    [clientAddressHeader]: visitor.clientAddress,
  });
  for (const name of ["cookie", "user-agent"]) {
    const value = visitor.request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Request(`${siteUrl}${basePath}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** The cookies that an answer of the library sets. */
export function cookiesOf(headers: Headers): Headers {
  const cookies = new Headers();
  for (const cookie of headers.getSetCookie()) cookies.append("set-cookie", cookie);
  return cookies;
}
