import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notifyOtherTabs, watchSession } from "./session-events.client.ts";
import type { SessionEvent, SessionView } from "./session-events.ts";

let asked: string[] = [];
let answer: () => Promise<Response>;
let reported: SessionEvent[] = [];
let stop: (() => void) | undefined;
let page: EventTarget & { visibilityState: string };

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  reported = [];
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  answer = () => Promise.resolve(Response.json(session));
  vi.stubGlobal("document", page);
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return answer();
  });
});

afterEach(() => {
  stop?.();
  vi.useRealTimers();
  Channel.open.clear();
});

test("asks at the start, each minute while the tab is in front, and when it comes there", async () => {
  await watch();
  expect(reported).toEqual(["INITIAL_SESSION"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(2);
  page.visibilityState = "hidden";
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked).toHaveLength(2);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(3);
});

test("reports that the session is gone once a second answer says so, which also removes its cookie", async () => {
  await watch();
  answer = () => Promise.resolve(new Response("{}", { status: 401 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toEqual(["INITIAL_SESSION"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(reported).toEqual(["INITIAL_SESSION", "SIGNED_OUT"]);
  expect(asked).toEqual(["/api/session", "/api/session", "/api/session?forget"]);
});

test("is not misled by an answer to a cookie that another tab has just replaced", async () => {
  await watch();
  const answers = [new Response("{}", { status: 401 }), Response.json({ ...session, id: "s2" })];
  answer = () => Promise.resolve(answers.shift() ?? Response.json({ ...session, id: "s2" }));
  await vi.advanceTimersByTimeAsync(60_200);
  expect(reported).toEqual(["INITIAL_SESSION", "TOKEN_REFRESHED"]);
});

test.each([
  ["nothing", () => Promise.reject(new TypeError("offline"))],
  ["a fault", () => Promise.resolve(new Response("", { status: 503 }))],
  ["something else", () => Promise.resolve(new Response("<html>"))],
])("takes %s for no end, and asks again after 200 ms, doubled each time up to 30 s", async (_, failing) => {
  await watch();
  answer = failing;
  page.dispatchEvent(new Event("visibilitychange"));
  const moments: number[] = [];
  const start = Date.now();
  for (let seen = asked.length; moments.length < 11;) {
    await vi.advanceTimersByTimeAsync(100);
    if (asked.length > seen) moments.push(Date.now() - start);
    seen = asked.length;
  }
  const waits = moments.map((moment, at) => moment - (moments[at - 1] ?? 0));
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000]);
  expect(reported).toEqual(["INITIAL_SESSION"]);
  answer = () => Promise.resolve(new Response("{}", { status: 401 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toEqual(["INITIAL_SESSION", "SIGNED_OUT"]);
});

test("asks when another tab says that something changed, and passes on what only that tab knows", async () => {
  await watch();
  notifyOtherTabs();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(2);
  notifyOtherTabs("PASSWORD_RECOVERY");
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(3);
  expect(reported).toEqual(["INITIAL_SESSION", "PASSWORD_RECOVERY"]);
});

test("tells an end that another tab asked for from one that came by itself", async () => {
  const ends: boolean[] = [];
  stop = watchSession({ onEvent: (event, _, isAskedFor) => event === "SIGNED_OUT" && ends.push(isAskedFor) });
  await vi.advanceTimersByTimeAsync(0);
  answer = () => Promise.resolve(new Response("{}", { status: 401 }));
  notifyOtherTabs("signed-out");
  // The sign-in screen, in the tab that was left.
  notifyOtherTabs();
  await vi.advanceTimersByTimeAsync(400);
  expect(ends).toEqual([true]);
  answer = () => Promise.resolve(Response.json(session));
  notifyOtherTabs();
  await vi.advanceTimersByTimeAsync(0);
  answer = () => Promise.resolve(new Response("{}", { status: 401 }));
  await vi.advanceTimersByTimeAsync(60_200);
  expect(ends).toEqual([true, false]);
});

test("tells the other tabs of itself at its start: whatever led to it, they have not heard of it", async () => {
  const heard: unknown[] = [];
  new Channel("session").addEventListener("message", (event) => {
    if (event instanceof MessageEvent) heard.push(event.data);
  });
  await watch();
  expect(heard).toEqual(["changed"]);
});

test("asks once more for all that was wanted while an answer was on its way", async () => {
  await watch();
  let finish: (response: Response) => void = () => {};
  answer = () => new Promise((resolve) => (finish = resolve));
  for (let times = 1; times <= 3; times += 1) page.dispatchEvent(new Event("visibilitychange"));
  expect(asked).toHaveLength(2);
  answer = () => Promise.resolve(Response.json(session));
  finish(Response.json(session));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(3);
});

test("asks and reports nothing any more after its end", async () => {
  await watch();
  stop?.();
  page.dispatchEvent(new Event("visibilitychange"));
  notifyOtherTabs();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

async function watch(): Promise<void> {
  stop = watchSession({ onEvent: (event) => reported.push(event) });
  await vi.advanceTimersByTimeAsync(0);
}

const session: SessionView = {
  id: "s1",
  user: { id: "u1", email: "ruth@example.com", name: "Ruth Calloway", role: "staff" },
  expires_at: 1_000_000,
  expires_in: 3_600,
  idle_expires_at: 900_000,
  token_type: "cookie",
  assurance: "aal1",
};

/** As the browser's, at once: Node's own delivers outside of the clock that these tests turn. */
class Channel extends EventTarget {
  static readonly open = new Set<Channel>();
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
    Channel.open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of Channel.open) {
      if (other !== this && other.name === this.name) {
        other.dispatchEvent(new MessageEvent("message", { data }));
      }
    }
  }

  close(): void {
    Channel.open.delete(this);
  }
}
