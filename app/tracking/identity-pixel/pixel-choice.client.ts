const choiceKey = "identity-pixel";

/** The answer in a browser that blocks storage. It lasts until the page is closed. */
let choiceHere: string | null = null;

/** `allowed`, `declined`, or null if the visitor has not answered. */
export function readChoice(): string | null {
  try {
    return localStorage.getItem(choiceKey) ?? choiceHere;
  } catch {
    return choiceHere;
  }
}

export function saveChoice(choice: string): void {
  choiceHere = choice;
  try {
    localStorage.setItem(choiceKey, choice);
  } catch {
    // Storage is blocked, so the next page asks again.
  }
}
