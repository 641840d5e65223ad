const choiceKey = "identity-pixel";

/** Where the browser keeps nothing, an answer holds for the page on which it was given. */
let choiceHere: string | null = null;

/** What the visitor answered: `allowed`, `declined`, or null while nothing was answered. */
export function readChoice(): string | null {
  try {
    return localStorage.getItem(choiceKey) ?? choiceHere;
  } catch {
    return choiceHere;
  }
}

/** Keeps the answer for the next visits. */
export function keepChoice(choice: string): void {
  choiceHere = choice;
  try {
    localStorage.setItem(choiceKey, choice);
  } catch {
    // The browser keeps nothing: it will be asked again.
  }
}
