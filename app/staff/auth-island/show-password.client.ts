/** Brings the Show buttons of passwords to life. */
export function showPasswords(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-shows]")) {
    const field = document.querySelector<HTMLInputElement>(`#${button.dataset["shows"] ?? ""}`);
    const label = button.firstElementChild;
    if (field === null || label === null) continue;
    button.addEventListener("click", () => {
      const isShown = field.type === "text";
      field.type = isShown ? "password" : "text";
      label.textContent = isShown ? "Show" : "Hide";
    });
    // What was shown is hidden before it is sent: browsers remember what was typed into a field of text.
    field.form?.addEventListener("submit", () => {
      field.type = "password";
      label.textContent = "Show";
    });
    button.hidden = false;
  }
}
