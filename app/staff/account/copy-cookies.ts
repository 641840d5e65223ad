/** A request without its body, with the cookies that an answer sets in place of those it came with. */
export function withCookiesOf(request: Request, answer: Headers): Request {
  const cookies = new Map(pairsIn(request.headers.get("cookie")?.split(";") ?? []));
  for (const [name, value] of pairsIn(answer.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? ""))) {
    cookies.set(name, value);
  }
  const headers = new Headers(request.headers);
  headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
  return new Request(request.url, { headers });
}

function pairsIn(cookies: readonly string[]): [name: string, value: string][] {
  return cookies.map((cookie) => {
    const [name = "", ...value] = cookie.trim().split("=");
    return [name, value.join("=")];
  });
}
