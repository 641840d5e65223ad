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

test("checks at the start, each minute while the tab is visible, and when it becomes visible", async () => {
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

test("reports the end of the session after a second request confirms it and removes its cookie", async () => {
  await watch();
  answer = () => Promise.resolve(new Response("{}", { status: 401 }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toEqual(["INITIAL_SESSION"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(reported).toEqual(["INITIAL_SESSION", "SIGNED_OUT"]);
  expect(asked).toEqual(["/api/session", "/api/session", "/api/session?forget"]);
});

test("reports no end if another tab replaced the cookie during the first request", async () => {
  await watch();
  const answers = [new Response("{}", { status: 401 }), Response.json({ ...session, id: "s2" })];
  answer = () => Promise.resolve(answers.shift() ?? Response.json({ ...session, id: "s2" }));
  await vi.advanceTimersByTimeAsync(60_200);
  expect(reported).toEqual(["INITIAL_SESSION", "TOKEN_REFRESHED"]);
});

test.each([
  ["no response", () => Promise.reject(new TypeError("offline"))],
  ["a server error", () => Promise.resolve(new Response("", { status: 503 }))],
  ["an unexpected response", () => Promise.resolve(new Response("<html>"))],
])("after %s, retries in 200 ms, doubled each time up to 30 s, and reports no end", async (_, failing) => {
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

test("checks after a message from another tab and reports a password recovery there", async () => {
  await watch();
  notifyOtherTabs();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(2);
  notifyOtherTabs("PASSWORD_RECOVERY");
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(3);
  expect(reported).toEqual(["INITIAL_SESSION", "PASSWORD_RECOVERY"]);
});

test("distinguishes a sign-out in another tab from an expired session", async () => {
  const ends: boolean[] = [];
  stop = watchSession({ onEvent: (event, _, isSignOut) => event === "SIGNED_OUT" && ends.push(isSignOut) });
  await vi.advanceTimersByTimeAsync(0);
  answer = () => Promise.resolve(new Response("{}", { status: 401 }));
  notifyOtherTabs("signed-out");
  // The other tab then displays the sign-in screen, which sends a message too.
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

test("notifies the other tabs at its start", async () => {
  const received: unknown[] = [];
  new Channel("session").addEventListener("message", (event) => {
    if (event instanceof MessageEvent) received.push(event.data);
  });
  await watch();
  expect(received).toEqual(["changed"]);
});

test("combines checks requested during a request into one further request", async () => {
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

test("makes no requests and reports no events after it is stopped", async () => {
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

/** Delivers messages synchronously, because Node's `BroadcastChannel` ignores the fake timers. */
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
