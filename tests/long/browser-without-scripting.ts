/** A browser with scripting off, as far as a walk needs one: it keeps cookies, fills in forms and follows where it is led. */
export type PlainBrowser = {
  open(path: string): Promise<OpenPage>;
  /** Sends the form of a page as its button would, with what is hidden in it. */
  send(page: OpenPage, fields: Readonly<Record<string, string>>): Promise<OpenPage>;
};

export type OpenPage = { path: string; status: number; headers: Headers; html: string };

/** @param site the address of the server, without a slash at the end */
export function plainBrowser(site: string): PlainBrowser {
  const cookies = new Map<string, string>();

  async function ask(path: string, init: RequestInit = {}): Promise<OpenPage> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(site + path, {
      ...init,
      redirect: "manual",
      headers: {
        cookie,
        origin: site,
        accept: "text/html",
        "accept-language": "en",
        "sec-fetch-mode": "navigate",
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location !== null) {
      await response.body?.cancel();
      const { pathname, search } = new URL(location, site);
      return ask(pathname + search);
    }
    return { path, status: response.status, headers: response.headers, html: await response.text() };
  }

  return {
    open: (path) => ask(path),
    send: (page, fields) =>
      ask(page.path, { method: "POST", body: new URLSearchParams({ ...hiddenIn(page.html), ...fields }) }),
  };
}

/** What a form sends along unseen; not the trap, which is no hidden field but a field that nobody sees. */
function hiddenIn(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden" [^>]*>/g)].map(([input]) => [
      /name="([^"]*)"/.exec(input)?.[1] ?? "",
      /value="([^"]*)"/.exec(input)?.[1] ?? "",
    ]),
  );
}
