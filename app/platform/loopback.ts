/** Whether a host, as it stands in an address, is this machine itself, so that what goes there crosses no network. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}
