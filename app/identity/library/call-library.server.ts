import type { Visitor } from "./visitor.ts";
import { basePath, type BetterAuth, clientAddressHeader } from "./better-auth.server.ts";

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

/**
 * Returns a request's headers with its session cookie in the library's current format. The library accepts neither previous names nor
 * previous secrets.
 */
export async function withCurrentSessionCookie(auth: BetterAuth, headers: Headers): Promise<Headers> {
  const current = new Headers(headers);
  const token = await auth.api.readSessionToken({ headers });
  if (token === undefined) return current;
  const signed = await auth.api.signSessionCookie({ body: { token, maxAge: 60 }, returnHeaders: true });
  const pairs = signed.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  // The library reads the first of several cookies with the same name.
  current.set("cookie", [...pairs, headers.get("cookie")].join("; "));
  return current;
}
