/**
 * Returns the `tel:` URL of a typed phone number, such as `tel:+15125550142`. A number without a country code is North American.
 * @returns undefined if the text is not exactly one number, because a wrong link would call a stranger
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

/** Whether two typed texts are the same phone number. */
export function isSameNumber(one: string, other: string): boolean {
  return (callAddress(one) ?? one) === (callAddress(other) ?? other);
}

/** Returns the `mailto:` URL of an email address, with characters escaped that have a meaning in URLs. */
export function letterAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
}
