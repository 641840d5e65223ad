/** Emails refer to their subject by UUID, but audit events have numbers. This encodes the number as a UUID. */
export function formatAuditEventReference(id: number): string {
  return `${prefix}${id.toString(16).padStart(12, "0")}`;
}

/** @returns undefined if the UUID refers to another kind of row */
export function parseAuditEventReference(about: string): number | undefined {
  return about.startsWith(prefix) ? Number.parseInt(about.slice(prefix.length), 16) : undefined;
}

const prefix = "00000000-0000-0000-0000-";
