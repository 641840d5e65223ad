import type { SendRequest } from "#app/integrations/requests/send-request.server.ts";
import { createWealthboxClient, profileSchema } from "#app/integrations/wealthbox/wealthbox-client.server.ts";
import { createWealthboxTransport } from "#app/integrations/wealthbox/wealthbox-transport.server.ts";

/** Asks Wealthbox whose token it is, and changes nothing. */
export async function checkConnection(
  deps: { sendRequest: SendRequest; wealthboxUrl?: string | undefined },
  token: string,
  signal: AbortSignal,
): Promise<{ ok: true; name: string } | { ok: false; problem: string }> {
  const transport = createWealthboxTransport(deps)(token, signal);
  const answer = await createWealthboxClient(transport).request(profileSchema, {
    method: "GET",
    path: "/me",
  });
  if (answer.kind === "ok") return { ok: true, name: answer.value.name ?? answer.value.email ?? "" };
  if (answer.kind === "not-found") return { ok: false, problem: "Wealthbox sent no profile." };
  const { result } = answer;
  return { ok: false, problem: "problem" in result ? result.problem : "The server is stopping." };
}
