/**
 * Where a telephone calls a number that somebody typed: `tel:+15125550142`. Without a code of a country it is one of North America.
 * @returns undefined where it cannot be read as one number and nothing else: a wrong number calls a stranger
 */
export function callAddress(typed: string): string | undefined {
  const number = typed.trim();
  if (!/^\+?[\d\s().\u2010-\u2013-]+$/.test(number)) return undefined;
  const digits = number.replaceAll(/\D/g, "");
  if (number.startsWith("+") && !digits.startsWith("1")) {
    return /^[2-9]\d{7,14}$/.test(digits) ? `tel:+${digits}` : undefined;
  }
  const ten = /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(digits)?.[1];
  return ten === undefined ? undefined : `tel:+1${ten}`;
}

/** Where a mail program writes to an address. What stands in it can mean something in an address of the web. */
export function letterAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
}
