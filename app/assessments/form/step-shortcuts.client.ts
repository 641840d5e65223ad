/** What a key asks of the step that shows. */
export type KeyMeaning = "on" | "enter" | "back" | { answer: 1 | 2 | 3 };

/** What a pressed key means, or undefined where it is the browser's or belongs to a text field. */
export function keyMeaning(event: KeyboardEvent): KeyMeaning | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  if (event.target instanceof HTMLInputElement && event.target.type !== "radio") return undefined;
  switch (event.key) {
    case "ArrowRight":
      return "on";
    case "ArrowLeft":
      return "back";
    case "Enter":
      // Everywhere else Enter already means something: it follows links and sends the form, which leads on as well.
      return event.target instanceof HTMLFieldSetElement ? "enter" : undefined;
    case "1":
      return { answer: 1 };
    case "2":
      return { answer: 2 };
    case "3":
      return { answer: 3 };
    default:
      return undefined;
  }
}
