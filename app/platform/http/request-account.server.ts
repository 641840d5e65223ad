import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<{ accountId?: string }>();

/** Runs the handler of one request. @returns the signed-in account, if the handler looked it up */
export async function withRequestAccount(work: () => Promise<void>): Promise<string | undefined> {
  const request: { accountId?: string } = {};
  await current.run(request, work);
  return request.accountId;
}

/** Records the current request's signed-in account for the request log. */
export function noteRequestAccount(accountId: string): void {
  const request = current.getStore();
  if (request !== undefined) request.accountId = accountId;
}
