/** The events of specification section 7. */
export type PixelEvent = "visitor" | "lead";

const visitorKey = "identity-pixel-visitor";
const leadKey = "identity-pixel-lead";

/** The unsent events of this browser session: the visitor, once, and a lead. */
export function listUnsent(): PixelEvent[] {
  return [...(isSet(visitorKey) ? [] : ["visitor" as const]), ...(isSet(leadKey) ? ["lead" as const] : [])];
}

/** Stores a lead until it may be sent. */
export function addLead(): void {
  storage()?.setItem(leadKey, "1");
}

export function markSent(event: PixelEvent): void {
  if (event === "visitor") storage()?.setItem(visitorKey, "1");
  else storage()?.removeItem(leadKey);
}

function isSet(key: string): boolean {
  return storage()?.getItem(key) === "1";
}

/** Null if the browser blocks storage. */
function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
