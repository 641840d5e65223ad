import { maxExports } from "./export-limits.ts";
import { tooManyExports } from "./exports.messages.ts";
import { errorTable } from "#app/platform/errors.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { isNavigation } from "#app/staff/shell/is-navigation.ts";

/** Limits the exports of lists and of people that run at the same time. */
export type ExportSlots = {
  /** @returns a function that releases the slot and can be called repeatedly, or undefined if no slot is free */
  take(accountId: string): (() => void) | undefined;
};

export function createExportSlots(): ExportSlots {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(accountId) {
      const perAccount = taken.get(accountId) ?? 0;
      if (perAccount >= maxExports.perAccount || total >= maxExports.perProcess) return undefined;
      taken.set(accountId, perAccount + 1);
      total += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        total -= 1;
        const remaining = (taken.get(accountId) ?? 1) - 1;
        if (remaining > 0) taken.set(accountId, remaining);
        else taken.delete(accountId);
      };
    },
  };
}

/** The response if no slot is free. */
export function refuseExport(request: Request): Response {
  if (!isNavigation(request)) return refuse("too-many");
  return new Response(tooManyExports.description, {
    status: errorTable["too-many"].status,
    headers: { "Content-Type": "text/plain; charset=UTF-8", "Cache-Control": "no-store" },
  });
}
