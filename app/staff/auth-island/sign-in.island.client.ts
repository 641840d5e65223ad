import { notifyOtherTabs } from "#app/identity/sessions/session-events.client.ts";
import { watchForms, disableWhileSubmitting } from "./busy-forms.client.ts";
import { enableTabs } from "./tabs.client.ts";
import { signInWithPasskey } from "./sign-in-with-passkey.client.ts";

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

/** Makes the buttons of passkey forms ask the browser for a passkey instead of submitting the form. */
function offerPasskeys(): void {
  for (const offer of document.querySelectorAll<HTMLElement>("[data-passkey]")) {
    offer.hidden = false;
    const form = offer.querySelector("form");
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      void askForPasskey(form, offer.dataset);
    });
  }
}

/** @param settings the data attributes of `PasskeyOffer` */
async function askForPasskey(form: HTMLFormElement, settings: DOMStringMap): Promise<void> {
  const end = disableWhileSubmitting(form);
  const outcome = await signInWithPasskey();
  if (outcome === "signed-in") return location.assign(settings["passkey"] ?? "/");
  end();
  showAlert(settings[outcome] ?? "");
}

/** Displays an error where the server displays its own. */
function showAlert(text: string): void {
  const alert = document.createElement("p");
  alert.className = "alert";
  alert.role = "alert";
  document.querySelector("[data-alerts]")?.replaceChildren(alert);
  // The text is set after insertion, because some screen readers announce only changes of an alert.
  alert.textContent = text;
}
