import type { Route } from "./+types/sign-in.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { SignInCard } from "./sign-in-card.tsx";
import { placeholders, signInScreenContext } from "./sign-in-screen.ts";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

/** Rendered once per state. `sign-in.api.server.ts` handles the requests. */
export function loader({ context }: Route.LoaderArgs) {
  const { offersLinkAgain, ...screen } = context.get(signInScreenContext);
  const { email, to } = placeholders;
  const script = servicesOf(context).assets.island("signIn").island;
  const offersSignOn = servicesOf(context).identity.singleSignOn !== undefined;
  return {
    ...screen,
    offersSignOn,
    script,
    to,
    values: { email },
    ...(offersLinkAgain && { unconfirmed: email }),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.auth, matches);

export default function SignIn({ loaderData }: Route.ComponentProps) {
  return <SignInCard {...loaderData} />;
}
