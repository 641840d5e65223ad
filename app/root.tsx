import { use, type ReactNode } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import { practice } from "#content/practice.ts";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { visitLoader } from "#app/tracking/browser/visit-loader.ts";
import { listBrowserDocuments, toScriptJson } from "#app/pages/delivery/browser-documents.ts";
import { FaultContext } from "#app/pages/delivery/fault-context.ts";
import { countsVisits, pageHandleOf } from "#app/pages/page-handle.ts";
import { ErrorScreen } from "#app/site/chrome/error-screen.tsx";
import { readScheme } from "#app/staff/shell/color-scheme.ts";
// Literata, of which `fonts.css` declares a reduced file. The document preloads it.
import headingFont from "#app/ui/fonts/literata-420-opsz.woff2?url";
import favicon from "#app/ui/favicon.svg";
import "#app/ui/styles/base.css";

/** Loads the site's URL for canonical links, the visit script's loader, and the color scheme that staff have chosen. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { assets, siteUrl } = servicesOf(context);
  // Pages that are identical for all visitors are rendered from a request without cookies.
  const chosen = readScheme(request.headers.get("cookie"));
  const scheme = chosen === "system" ? undefined : chosen;
  return {
    siteUrl,
    visits: visitLoader(assets.visitScript, practice.schedulingUrl),
    scheme,
    documents: listBrowserDocuments(),
  };
}

/** The document of every page, including error screens. */
export function Layout({ children }: { children: ReactNode }) {
  const hasError = (useRouteError() ?? null) !== null;
  const handle = pageHandleOf(useMatches().map((match) => match.handle));
  const { visits, scheme, documents } = useRootData();
  const hydrates = handle.scripts === "router" && !hasError;
  return (
    <html lang="en" data-scheme={scheme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="theme-color" content="#FAF7F1" />
        <link rel="icon" href={favicon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* Without it, headings and the footer shift when the rest of a page arrives, and a form that is reloaded at `#q5` first shows its first
            step. Browsers without support paint as usual. */}
        <link rel="expect" href="#page-end" blocking="render" />
        <link rel="preload" href={headingFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <Meta />
        <Links />
        {import.meta.env.DEV && !hydrates ? <DevelopmentScripts /> : null}
      </head>
      <body>
        {children}
        {visits !== undefined && countsVisits(handle) && !hasError ? (
          <script type="module" dangerouslySetInnerHTML={{ __html: visits }} />
        ) : null}
        {hydrates ? (
          <>
            {documents === undefined ? null : (
              <script
                type="application/json"
                id="published-documents"
                dangerouslySetInnerHTML={{ __html: toScriptJson(documents) }}
              />
            )}
            <ScrollRestoration />
            <Scripts />
          </>
        ) : null}
      </body>
    </html>
  );
}

/** The loader's data; undefined if the loader failed. */
function useRootData(): { visits?: string; scheme?: string | undefined; documents?: object | undefined } {
  return useRouteLoaderData<typeof loader>("root") ?? {};
}

/** For development: plain pages have no script that would receive hot updates, and islands need React's refresh runtime. */
function DevelopmentScripts() {
  return (
    <>
      <script type="module" src="/@vite/client" />
      <script type="module" src="/@id/__x00__virtual:react-router/inject-hmr-runtime" />
    </>
  );
}

export default function Root() {
  return <Outlet />;
}

/** The error boundary. The error is only logged; the visitor sees a sentence and the request ID. */
export function ErrorBoundary() {
  const fault = use(FaultContext);
  return <ErrorScreen kind={fault?.kind ?? "internal"} requestId={fault?.requestId} />;
}
