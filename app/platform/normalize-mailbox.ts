const dotlessDomains = new Set(["gmail.com", "googlemail.com"]);

/**
 * Normalizes an address to its mailbox for rate limits, because many addresses deliver to one mailbox. Removes a `+tag`, and dots for
 * Gmail, whose two domains are equivalent.
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
