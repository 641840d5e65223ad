import { visitorAddress } from "./post-request.ts";

/** A complete request that posts the sign-in form with an email and a password. */
export function signInRequest(
  port: number,
  number: number,
  credentials: { email: string; password: string },
): string {
  const body = new URLSearchParams({ intent: "sign-in", ...credentials }).toString();
  return [
    "POST /auth HTTP/1.1",
    `Host: localhost:${port}`,
    `Origin: http://localhost:${port}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Forwarded-For: ${visitorAddress(number)}`,
    "",
    body,
  ].join("\r\n");
}

/** A complete request for a public page. */
export function pageRequest(port: number, path: string): string {
  return [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, "Accept-Encoding: br", "", ""].join("\r\n");
}
