/** A minimal browser without scripting that keeps cookies, submits forms and follows redirects. */
export type PlainBrowser = {
  open(path: string): Promise<OpenPage>;
  /** Submits the form of a page with its hidden fields. */
  send(page: OpenPage, fields: Readonly<Record<string, string>>): Promise<OpenPage>;
};

export type OpenPage = { path: string; status: number; headers: Headers; html: string };

/** @param site the URL of the server, without a trailing slash */
export function openPlainBrowser(site: string): PlainBrowser {
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
      ask(page.path, {
        method: "POST",
        body: new URLSearchParams({ ...readHiddenFields(page.html), ...fields }),
      }),
  };
}

/** The hidden fields of a form. The honeypot is not among them, because it is a text field outside the visible area. */
function readHiddenFields(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden" [^>]*>/g)].map(([input]) => [
      /name="([^"]*)"/.exec(input)?.[1] ?? "",
      /value="([^"]*)"/.exec(input)?.[1] ?? "",
    ]),
  );
}
