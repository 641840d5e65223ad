/** Filters the questions by words, and opens or closes all answers. */
export function start(container: HTMLElement): Promise<void> {
  const field = container.querySelector<HTMLInputElement>("#faq-filter");
  const status = container.querySelector("[data-status]");
  const questions = [...container.querySelectorAll("details")];
  field?.addEventListener("input", () => {
    const shown = filter(container, questions, field.value);
    if (status !== null) status.textContent = describe(field.value, shown, questions.length);
  });
  container.querySelector("[data-open-all]")?.addEventListener("click", () => setAll(questions, true));
  container.querySelector("[data-close-all]")?.addEventListener("click", () => setAll(questions, false));
  // What a visitor typed before this script loaded.
  if (field !== null && field.value !== "") field.dispatchEvent(new Event("input"));
  return Promise.resolve();
}

/** @returns the number of questions that remain */
function filter(container: HTMLElement, questions: readonly HTMLDetailsElement[], typed: string): number {
  const words = typed.toLowerCase().split(/\s+/);
  for (const question of questions) {
    const text = readWords(question);
    question.hidden = !words.every((word) => text.includes(word));
  }
  for (const group of container.querySelectorAll<HTMLElement>("section")) {
    group.hidden = group.querySelector("details:not([hidden])") === null;
  }
  return questions.filter(({ hidden }) => !hidden).length;
}

/** The question and its answer, without the buttons and links that every answer has. */
function readWords(question: HTMLDetailsElement): string {
  const parts = question.querySelectorAll("summary, .answer > p:not(.cta)");
  return Array.from(parts, ({ textContent }) => textContent.toLowerCase()).join(" ");
}

function describe(typed: string, shown: number, all: number): string {
  if (typed.trim() === "") return "";
  return shown === 0 ? "No questions match. Try another word." : `${shown} of ${all} questions match.`;
}

/** Browsers keep only one of the `details` with the same name open, so the name is removed while all are open. */
function setAll(questions: readonly HTMLDetailsElement[], isOpen: boolean): void {
  for (const question of questions) {
    if (isOpen) question.removeAttribute("name");
    else question.setAttribute("name", "faq");
    question.open = isOpen;
  }
}
