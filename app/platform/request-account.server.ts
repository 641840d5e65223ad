import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<{ accountId?: string }>();

/** Runs the work of one request. @returns the account that the work found signed in, if it asked */
export async function withRequestAccount(work: () => Promise<void>): Promise<string | undefined> {
  const request: { accountId?: string } = {};
  await current.run(request, work);
  return request.accountId;
}

/** Notes for the request log whose session the current request carries. */
export function noteRequestAccount(accountId: string): void {
  const request = current.getStore();
  if (request !== undefined) request.accountId = accountId;
}
