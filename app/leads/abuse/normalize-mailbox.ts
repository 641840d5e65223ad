const dotlessDomains = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox behind an address, for limits: many addresses deliver to one mailbox. Drops a `+tag`, and for Gmail the dots; Gmail's two
 * domains are one.
 */
export function normalizeMailbox(email: string): string {
  const address = email.trim().normalize("NFKC").toLowerCase();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const local = address.slice(0, Math.max(at, 0));
  const untagged = local.split("+", 1)[0] || local;
  if (!dotlessDomains.has(domain)) return `${untagged}@${domain}`;
  return `${untagged.replaceAll(".", "")}@gmail.com`;
}
