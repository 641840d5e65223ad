/** What is kept in this tab alone, until it is closed. A browser may forbid it or fill up: then nothing is kept. */
export function readFromTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param value null removes what is kept @returns whether it is done */
export function keepInTab(key: string, value: string | null): boolean {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
