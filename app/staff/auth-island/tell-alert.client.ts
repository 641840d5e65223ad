/** Puts a red alert where the server would have put it. What is added there is read out. */
export function tellAlert(text: string): void {
  const alert = document.createElement("p");
  alert.className = "alert";
  alert.role = "alert";
  document.querySelector("[data-alerts]")?.replaceChildren(alert);
  // In two steps: some screen readers announce what an alert gets, not what it comes with.
  alert.textContent = text;
}
