import { setTimeout as sleep } from "node:timers/promises";
import { minSecondsToFillIn } from "#app/intake/spam-checks/form-token.server.ts";

/** Signs a person up like our form: with the token of the page, after the minimum time that a person takes. */
export async function signUpByForm(url: string, fields: { name: string; email: string }): Promise<Response> {
  const html = await (await fetch(`${url}/linkedin-live-signup`)).text();
  const formToken = /name="formToken" value="([^"]+)"/.exec(html)?.[1];
  await sleep(minSecondsToFillIn * 1_000 + 50);
  return fetch(`${url}/functions/v1/linkedin-live-signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...fields, formToken }),
  });
}
