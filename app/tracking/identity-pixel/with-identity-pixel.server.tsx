import { renderToStaticMarkup } from "react-dom/server";
import { draftKeys, staffDraftPrefix } from "#app/platform/draft-keys.ts";
import { countsVisits, type PageHandle } from "#app/pages/page-handle.ts";
import { pages } from "#app/pages/registry.ts";
import { pixelQuestion } from "./identity-pixel.messages.ts";
import styles from "./identity-pixel.css?inline";

/** The outside service on one page. */
export type PagePixel = {
  /** URL of the service's script. */
  url: string;
  /** The origin for the content security policy; undefined if the script may not run on this page. */
  origin: string | undefined;
  /** URL of our own script, which asks for consent. */
  script: string;
};

/**
 * The identity service of a page, if one is configured. It is undefined on pages whose visits are not counted, and on the not-found page.
 * Its script never runs on pages with forms, where it could read what people type.
 * @param setting.url URL of the service’s script
 * @param setting.script URL of our own script
 */
export function findPagePixel(
  handle: PageHandle,
  { url, script }: { url: string | undefined; script: string },
): PagePixel | undefined {
  if (url === undefined || !countsVisits(handle) || handle.pixel === false) return undefined;
  return { url, script, origin: handle.form === undefined ? new URL(url).origin : undefined };
}

/**
 * Adds the hidden consent question to the end of a page; our script displays it. On a page with a form, the script only detects that the
 * form was accepted. The markup is added to the rendered document, so that other pages and the staff area contain nothing of it.
 */
export function withIdentityPixel(html: string, { url, origin, script }: PagePixel): string {
  const body = renderToStaticMarkup(
    origin === undefined ? <div data-confirmations={confirmations} hidden /> : <PixelQuestion url={url} />,
  );
  const loader = `<script type="module" async fetchpriority="low" src="${script}"></script>`;
  return html
    .replace("</head>", () => `${origin === undefined ? "" : `<style>${styles}</style>`}</head>`)
    .replace("</body>", () => `${body}${loader}</body>`);
}

function PixelQuestion({ url }: { url: string }) {
  return (
    <aside
      className="pixel-question"
      aria-label={pixelQuestion.label}
      data-identity-pixel={url}
      data-drafts={[...draftKeys, staffDraftPrefix].join(" ")}
      hidden
    >
      <div className="wrap">
        <div className="row">
          <div className="text">
            <p>{pixelQuestion.text(new URL(url).host)}</p>
            <div className="acts">
              <button type="button" value="allowed" aria-pressed="false">
                {pixelQuestion.allow}
              </button>
              <button type="button" value="declined" aria-pressed="false">
                {pixelQuestion.decline}
              </button>
            </div>
          </div>
        </div>
      </div>
    </aside>
  );
}

/** The pages that a visitor reaches only by sending a form. */
const confirmations = [
  `${pages.assessmentResult.path}/`,
  pages.eventRegistered.path,
  pages.eventWaitingList.path,
  pages.eventNextDate.path,
].join(" ");
