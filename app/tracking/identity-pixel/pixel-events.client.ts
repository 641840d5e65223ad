/** The events of specification section 7. */
export type PixelEvent = "visitor" | "lead";

const toldKey = "identity-pixel-visitor";
const leadKey = "identity-pixel-lead";

/** What the service has not heard in this browser session: that there is a visitor, once, and each lead. */
export function news(): PixelEvent[] {
  return [...(hasKept(toldKey) ? [] : ["visitor" as const]), ...(hasKept(leadKey) ? ["lead" as const] : [])];
}

/** A form was taken. It stays in this browser until the service may hear of it. */
export function noteLead(): void {
  storage()?.setItem(leadKey, "1");
}

export function noteTold(event: PixelEvent): void {
  if (event === "visitor") storage()?.setItem(toldKey, "1");
  else storage()?.removeItem(leadKey);
}

function hasKept(key: string): boolean {
  return storage()?.getItem(key) === "1";
}

/** Null where the browser keeps nothing. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
