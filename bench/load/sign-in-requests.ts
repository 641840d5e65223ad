import { visitorAddress } from "./post-request.ts";

/** A whole request that tries an e-mail and a password, as the form of `/auth` sends it. */
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

/** A whole request for a public page. */
export function pageRequest(port: number, path: string): string {
  return [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, "Accept-Encoding: br", "", ""].join("\r\n");
}
