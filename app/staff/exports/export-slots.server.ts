import { maxExports } from "#app/staff/export-button/export-limits.ts";

/** Limits the exports that run at the same time. */
export type ExportSlots = {
  /** @returns a function that releases the slot and can be called repeatedly, or undefined if no slot is free */
  take(sessionId: string): (() => void) | undefined;
};

export function createExportSlots(): ExportSlots {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(sessionId) {
      const perSession = taken.get(sessionId) ?? 0;
      if (perSession >= maxExports.perSession || total >= maxExports.perProcess) return undefined;
      taken.set(sessionId, perSession + 1);
      total += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        total -= 1;
        const remaining = (taken.get(sessionId) ?? 1) - 1;
        if (remaining > 0) taken.set(sessionId, remaining);
        else taken.delete(sessionId);
      };
    },
  };
}
