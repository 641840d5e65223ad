import { mostExports } from "#app/staff/data-table/export-limits.ts";

/** Who may begin an export beside those that are under way. */
export type ExportPlaces = {
  /** @returns what gives the place back, however often it is called; undefined where all are taken */
  take(sessionId: string): (() => void) | undefined;
};

export function exportPlaces(): ExportPlaces {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(sessionId) {
      const ofSession = taken.get(sessionId) ?? 0;
      if (ofSession >= mostExports.ofSession || all >= mostExports.ofProcess) return undefined;
      taken.set(sessionId, ofSession + 1);
      all += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
        const left = (taken.get(sessionId) ?? 1) - 1;
        if (left > 0) taken.set(sessionId, left);
        else taken.delete(sessionId);
      };
    },
  };
}
