import { notifyOtherTabs } from "#app/identity/sessions/session-events.client.ts";
import { watchForms } from "./busy-forms.client.ts";
import { offerPasskeys } from "./passkey-buttons.client.ts";
import { enableTabs } from "./tabs.client.ts";

// The sign-in screens are plain forms that the browser submits. This script is a thirtieth of the size of hydrating them with React.
enablePasswordButtons();
enableTabs();
// `watchForms` skips the forms that `offerPasskeys` handles, so the order matters.
offerPasskeys();
watchForms();
announcePasswordReset();

function enablePasswordButtons(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-shows]")) {
    const field = document.querySelector<HTMLInputElement>(`#${button.dataset["shows"] ?? ""}`);
    const label = button.firstElementChild;
    if (field === null || label === null) continue;
    button.addEventListener("click", () => {
      const isShown = field.type === "text";
      field.type = isShown ? "password" : "text";
      label.textContent = isShown ? "Show" : "Hide";
    });
    // Browsers store what was typed into text fields, so the password is hidden again before it is submitted.
    field.form?.addEventListener("submit", () => {
      field.type = "password";
      label.textContent = "Show";
    });
    button.hidden = false;
  }
}

/** A password reset ends the sessions of other tabs (specification section 4). */
function announcePasswordReset(): void {
  const message = document.querySelector("[data-tell-tabs=PASSWORD_RECOVERY]");
  if (message !== null) notifyOtherTabs("PASSWORD_RECOVERY");
}
