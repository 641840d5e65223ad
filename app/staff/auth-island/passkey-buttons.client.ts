import { disableWhileSubmitting } from "./busy-forms.client.ts";
import { signInWithPasskey } from "./sign-in-with-passkey.client.ts";

/** Makes the buttons of passkey forms ask the browser for a passkey instead of submitting the form. */
export function offerPasskeys(): void {
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
