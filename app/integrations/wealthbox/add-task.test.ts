import { expect, test } from "vitest";
import { addTask, reviewTexts } from "./sync-person.server.ts";
import { createWealthboxClient, type WealthboxRequest } from "./wealthbox-client.server.ts";

/** Wealthbox with the task of a next step, which an earlier attempt of the delivery has created. */
function createWealthbox() {
  const sent: string[] = [];
  const client = createWealthboxClient(({ method, path }: WealthboxRequest) => {
    sent.push(method);
    const isOpen = path.includes("completed=false");
    const tasks = isOpen ? [{ id: 7, name: "Call", description: "Reference: delivery" }] : [];
    const body = JSON.stringify(method === "POST" ? { id: 8 } : { tasks });
    return Promise.resolve({ ok: true, status: 200, retryAfterSeconds: undefined, body, isComplete: true });
  });
  return { client, sent };
}

test.each([
  ["is found by a retry", "Call", 7, ["GET"]],
  ["is not taken for another one of the delivery", reviewTexts.merged, 8, ["GET", "GET", "POST"]],
])("a task %s", async (_, name, id, requests) => {
  const { client, sent } = createWealthbox();
  const added = await addTask({ client, reference: "delivery", isRetry: true }, [1], { name, dueOn: null });
  expect(added).toEqual({ ok: true, value: id });
  expect(sent).toEqual(requests);
});
