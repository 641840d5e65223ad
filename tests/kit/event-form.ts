import { anEvent } from "./an-event.ts";
import type { testApp } from "./app.ts";
import { asStaff } from "./as-staff.ts";

/** The fields of the form; the keys of `hosts` are separated by spaces. */
export type EventFormFields = Readonly<Record<string, string>>;

/** Sends the form of an event over HTTP. */
export function eventForm(site: ReturnType<typeof testApp>) {
  const { cookieOf, page } = asStaff(site);

  async function addEvent(overrides: Parameters<typeof anEvent>[0] = {}): Promise<string> {
    const event = site.db.insertInto("events").values(anEvent(overrides)).returning("id");
    return (await event.executeTakeFirstOrThrow()).id;
  }

  function post(path: string, cookie: string, { hosts = "", ...others }: EventFormFields): Promise<Response> {
    const body = new URLSearchParams(others);
    for (const host of hosts.split(" ").filter((key) => key !== "")) body.append("hosts", host);
    return site.request(path, {
      method: "POST",
      headers: {
        cookie,
        origin: "http://localhost:3000",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: body.toString(),
    });
  }

  const events = () => site.db.selectFrom("events").selectAll().orderBy("createdAt").execute();

  return { addEvent, cookieOf, post, page, events };
}

/** @returns the value of a single-line field */
export function getValue(html: string, name: string): string | undefined {
  const tag = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0];
  return tag === undefined ? undefined : (/ value="([^"]*)"/.exec(tag)?.[1] ?? "");
}
