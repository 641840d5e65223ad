/** Letters name the row that they are about by a UUID, and rows of the audit log are numbered: this is the one as the other. */
export function aboutAuditEvent(id: number): string {
  return `${prefix}${id.toString(16).padStart(12, "0")}`;
}

/** @returns undefined where the UUID is of another kind of row */
export function auditEventOf(about: string): number | undefined {
  return about.startsWith(prefix) ? Number.parseInt(about.slice(prefix.length), 16) : undefined;
}

const prefix = "00000000-0000-0000-0000-";
