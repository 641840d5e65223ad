type Provider = { domains: readonly string[]; ignored: RegExp | null; hasSubdomainAddresses?: boolean };

/** Providers whose published rules go beyond a `+tag`. The first domain stands for all. */
const providers: readonly Provider[] = [
  { domains: ["gmail.com", "googlemail.com"], ignored: /\./g },
  { domains: ["proton.me", "protonmail.com", "protonmail.ch", "pm.me"], ignored: /[._-]/g },
  { domains: ["icloud.com", "me.com", "mac.com"], ignored: null },
  { domains: ["fastmail.com"], ignored: null, hasSubdomainAddresses: true },
  { domains: ["fastmail.fm"], ignored: null, hasSubdomainAddresses: true },
];

/**
 * Normalizes an address to its mailbox for rate limits, because many addresses deliver to one mailbox. Removes a `+tag` everywhere.
 *
 * - Gmail ignores dots, and googlemail.com is gmail.com: https://support.google.com/mail/answer/7436150
 * - Equal names at Proton's domains belong to one account: https://proton.me/support/addresses-and-aliases. It ignores dots, hyphens and
 *   underscores, which it does not document: https://www.sindastra.de/p/1775/protonmail-dots-hyphens-and-underscores quotes its staff.
 * - iCloud accounts from before September 2012 have me.com or mac.com addresses as well: https://support.apple.com/118230
 * - Fastmail delivers anything@name.fastmail.com to name@fastmail.com:
 *   https://www.fastmail.help/hc/en-us/articles/360060591053
 * - Microsoft publishes a rule only for `+tag`, so dots and domains remain significant:
 *   https://learn.microsoft.com/en-us/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online
 * - Yahoo's disposable addresses have a freely chosen base name, so the account cannot be derived from them:
 *   https://help.yahoo.com/help/uk/bt/tutorials/mail/addressguard2.html
 */
export function normalizeMailbox(email: string): string {
  const address = email.trim().normalize("NFKC").toLowerCase();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const local = address.slice(0, Math.max(at, 0));
  for (const { domains, ignored, hasSubdomainAddresses } of providers) {
    const [canonical = domain] = domains;
    if (domains.includes(domain)) {
      const name = removeTag(local);
      return `${(ignored && name.replaceAll(ignored, "")) || name}@${canonical}`;
    }
    if (hasSubdomainAddresses && domain.endsWith(`.${canonical}`)) {
      return `${removeTag(domain.slice(0, -canonical.length - 1))}@${canonical}`;
    }
  }
  return `${removeTag(local)}@${domain}`;
}

/** The domains whose addresses can deliver to the mailbox of an address. Omits subdomains of Fastmail, because each belongs to one name. */
export function listMailboxDomains(email: string): readonly string[] {
  const mailbox = normalizeMailbox(email);
  const domain = mailbox.slice(mailbox.lastIndexOf("@") + 1);
  return providers.find(({ domains }) => domains.includes(domain))?.domains ?? [domain];
}

function removeTag(local: string): string {
  return local.split("+", 1)[0] || local;
}
