import { describe, expect, test } from "vitest";
import { liveEvent } from "#content/live-event.ts";
import { aLiveEvent } from "#tests/kit/an-event.ts";
import { listBenefits, listHosts } from "./event-copy.ts";

const guest = {
  name: "Dana Ruiz",
  role: "Guest",
  biography: "She prices earn-outs.",
  isGuest: true,
  ties: "Not a client. No one is paid, and we have no agreement to refer clients.",
};

describe("the hosts of an event", () => {
  test("are those of the content that it names, in the order of the content, and then its own", () => {
    const event = aLiveEvent({ hosts: ["bell", "gone", "whitfield"], ownHosts: [guest] });
    expect(listHosts(event).map(({ name }) => name)).toEqual([
      ...liveEvent.hosts.map(({ name }) => name),
      "Dana Ruiz",
    ]);
    expect(listHosts(event).at(-1)).toEqual({
      name: guest.name,
      role: guest.role,
      biography: guest.biography,
      ties: guest.ties,
    });
  });

  test("have the quotes of the content only at an event with the standard summary", () => {
    const quotes = (summary: string | null) => listHosts(aLiveEvent({ summary })).map(({ quote }) => quote);
    expect(quotes(null)).toEqual(liveEvent.hosts.map(({ quote }) => quote));
    expect(quotes("Another subject.")).toEqual(liveEvent.hosts.map(() => undefined));
  });

  test("have no statement if none was entered", () => {
    const [host] = listHosts(aLiveEvent({ hosts: [], ownHosts: [{ ...guest, isGuest: false, ties: null }] }));
    expect(host).not.toHaveProperty("ties");
  });
});

describe("the benefit cards", () => {
  test("are three described topics", () => {
    const event = aLiveEvent({ topics: ["A", "B", "C", "D"], topicDescriptions: ["a", "", "c", "d"] });
    expect(listBenefits(event)).toEqual([
      { title: "A", text: "a" },
      { title: "C", text: "c" },
      { title: "D", text: "d" },
    ]);
  });

  test("are those of the content for any other number of descriptions", () => {
    for (const topicDescriptions of [[], ["a"], ["a", "b"]]) {
      const event = aLiveEvent({ topics: ["A", "B", "C"], topicDescriptions });
      expect(listBenefits(event)).toBe(liveEvent.page.benefits.items);
    }
  });
});
