import { expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const site = testApp();

test("a new lead is announced on the stream without personal data", async () => {
  const { cookie } = await signedIn(site.db, { role: "examiner" });
  const response = await listen(cookie);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  const events = readEvents(response);
  expect((await events.next()).value).toBe("event: ready\ndata:ready\n\n");
  await storedLeads(site.db).storeAssessment({ name: "Thomas Avery" });
  expect((await events.next()).value).toBe("event: leads\ndata:leads\n\n");
  await events.return(undefined);
});

test("an open stream does not extend the session", async () => {
  const { cookie } = await signedIn(site.db, { role: "staff", usedMinutesAgo: 30 });
  const lastUse = () => site.db.selectFrom("staffSessions").select("lastUsedAt").executeTakeFirstOrThrow();
  const before = await lastUse();
  await (await listen(cookie)).body?.cancel();
  expect(await lastUse()).toEqual(before);
});

test("a session has at most ten open streams, independently of other sessions", async () => {
  const { cookie, accountId } = await signedIn(site.db, { role: "staff" });
  const open: Response[] = [];
  for (let times = 0; times < 10; times += 1) open.push(await listen(cookie));
  expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  const refused = await listen(cookie);
  expect([refused.status, await refused.json()]).toMatchObject([429, { error: { kind: "too-many" } }]);
  open.push(await listen((await anotherSession(site.db, accountId)).cookie));
  expect(open.at(-1)?.status).toBe(200);
  await open.shift()?.body?.cancel();
  open.push(await listen(cookie));
  expect(open.at(-1)?.status).toBe(200);
  for (const { body } of open) await body?.cancel();
});

test("an account has at most forty open streams in all its sessions", async () => {
  const { accountId } = await signedIn(site.db, { role: "staff" });
  const open: Response[] = [];
  for (let sessions = 0; sessions < 5; sessions += 1) {
    const { cookie } = await anotherSession(site.db, accountId);
    for (let times = 0; times < 9; times += 1) open.push(await listen(cookie));
  }
  expect(open.filter(({ status }) => status === 200)).toHaveLength(40);
  const colleague = await listen((await signedIn(site.db, { role: "staff" })).cookie);
  expect(colleague.status).toBe(200);
  for (const { body } of [...open, colleague]) await body?.cancel();
});

function listen(cookie: string): Promise<Response> {
  return site.request("/api/stream", { headers: { cookie } });
}

async function* readEvents({ body }: Response): AsyncGenerator<string> {
  if (body === null) throw new Error("There is no stream.");
  let text = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      yield text.slice(0, end + 2);
      text = text.slice(end + 2);
    }
  }
}
