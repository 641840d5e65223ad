import type { Route } from "./+types/about.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { getContentPage } from "#app/pages/content-pages.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { getSiteUrl, pageMeta } from "#app/pages/page-meta.ts";
import { yearsOfPractice } from "#app/pages/practice-age.ts";
import { advisorProfile } from "#app/pages/structured-data.ts";
import { about } from "#content/pages/about.ts";
import { practice } from "#content/practice.ts";
import { AboutPage } from "./about-page.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  const now = servicesOf(context).clock.now();
  const { advisor, timeZone } = practice;
  return { years: yearsOfPractice(advisor.fiduciarySince, now, timeZone) };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(getContentPage(about.path), matches),
  { "script:ld+json": advisorProfile(getSiteUrl(matches)) },
];

export default function About({ loaderData }: Route.ComponentProps) {
  return <AboutPage years={loaderData.years} />;
}
