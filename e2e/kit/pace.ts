import { setTimeout as sleep } from "node:timers/promises";

/** No person fills in a form in less, and one that was faster is asked a question (`app/leads/abuse/form-token.server.ts`). */
const quickestPersonMs = 2_100;

/** Waits as long as a person takes to fill in a form, at the least. To be called between opening a form and sending it. */
export async function atAPersonsPace(): Promise<void> {
  await sleep(quickestPersonMs);
}
