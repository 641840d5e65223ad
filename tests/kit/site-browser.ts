import type { testApp } from "./app.ts";

/** A browser with cookies at the site of a test. */
export function createSiteBrowser(site: ReturnType<typeof testApp>, cookie = "") {
  const cookies = new Map(
    cookie
      .split("; ")
      .filter(Boolean)
      .map((pair): [string, string] => {
        const end = pair.indexOf("=");
        return [pair.slice(0, end), pair.slice(end + 1)];
      }),
  );
  const header = (): string => [...cookies].map((pair) => pair.join("=")).join("; ");
  const keepCookies = (response: Response): Response => {
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (set.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    cookies,
    get: async (path: string): Promise<Response> =>
      keepCookies(await site.request(path, { headers: { cookie: header() } })),
    post: async (path: string, fields: Record<string, string>): Promise<Response> =>
      keepCookies(await site.postForm(path, fields, { cookie: header() })),
    /** Another browser with copies of the cookies, such as an attacker’s. */
    copy: () => createSiteBrowser(site, header()),
  };
}
