import { renderToStaticMarkup } from "react-dom/server";
import { draftKeys } from "#app/platform/draft-keys.ts";
import { countsVisits, type PageHandle } from "#app/pages/page-handle.ts";
import { pages } from "#app/pages/registry.ts";
import { pixelQuestion } from "./identity-pixel.messages.ts";
import styles from "./identity-pixel.css?inline";

/** The outside service on one page. */
export type PagePixel = {
  /** Address of its script. */
  url: string;
  /** What the page's policy has to allow; undefined where the service's script may not run. */
  origin: string | undefined;
  /** Address of our own script, which asks first. */
  script: string;
};

/**
 * The identity service of a page, if one is configured. It is undefined on pages whose visits are not counted, and on the not-found page.
 * Its script never runs on pages with forms, where it could read what people type.
 * @param setting.url URL of the service’s script
 * @param setting.script URL of our own script
 */
export function pixelOn(
  handle: PageHandle,
  { url, script }: { url: string | undefined; script: string },
): PagePixel | undefined {
  if (url === undefined || !countsVisits(handle) || handle.pixel === false) return undefined;
  return { url, script, origin: handle.form === undefined ? new URL(url).origin : undefined };
}

/**
 * Puts the question whether an outside service may recognize the visitor at the foot of a page; our script shows it. A page with
 * a form asks nothing: there the script only notices that the form was taken, for the page after it.
 * It goes into the finished document, so that pages without it, and the staff area's bundle, carry nothing of it.
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
      data-drafts={draftKeys.join(" ")}
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
