/** A file of an export. Its name has forward slashes. */
export type ExportFile = { name: string; content: Buffer };
