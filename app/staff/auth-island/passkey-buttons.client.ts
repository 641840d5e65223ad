import { begin } from "./busy-forms.client.ts";
import { signInWithPasskey } from "./sign-in-with-passkey.client.ts";
import { tellAlert } from "./tell-alert.client.ts";

/** Sends the forms that ask for a passkey another way: the browser asks for it, and what comes of it is said here. */
export function offerPasskeys(): void {
  for (const offer of document.querySelectorAll<HTMLElement>("[data-passkey]")) {
    offer.hidden = false;
    const form = offer.querySelector("form");
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      void ask(form, offer.dataset);
    });
  }
}

/** @param words where it leads, and what is said where it leads nowhere */
async function ask(form: HTMLFormElement, words: DOMStringMap): Promise<void> {
  const end = begin(form);
  const outcome = await signInWithPasskey();
  if (outcome === "signed-in") return location.assign(words["passkey"] ?? "/");
  end();
  tellAlert(words[outcome] ?? "");
}
