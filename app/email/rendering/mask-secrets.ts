/** A text as it may be kept: without what only the recipient of a letter may read (`EmailContent.secrets`). */
export function maskSecrets(text: string, secrets: readonly string[] = []): string {
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, "…"), text);
}
