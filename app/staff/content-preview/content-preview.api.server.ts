import { type Context, Hono } from "hono";
import { replayPage } from "#app/compliance/archive/replay-page.server.ts";
import { canEditContent, canReadRecord } from "#app/identity/accounts/permissions.ts";
import { getErrorKind } from "#app/platform/errors.ts";
import { readForm } from "#app/platform/http/form.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { checkDocument } from "#app/publishing/documents/check-document.server.ts";
import type { Json } from "#app/publishing/documents/json.ts";
import type { Release } from "#app/publishing/releases/release.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { applyFields } from "#app/staff/content-form/apply-fields.ts";
import { readTyped } from "#app/staff/content-form/form-fields.ts";
import { createDraft, loadDocument } from "#app/staff/content-form/load-document.server.ts";
import { previewPath } from "#app/staff/content-form/content-path.ts";
import { authorizeStaff, type Guard } from "#app/staff/shell/require-staff.server.ts";
import { picturesBelow } from "#content/article-format/picture-address.ts";
import { isDocumentName, type DocumentName } from "#app/publishing/documents/site-documents.server.ts";
import { createDraftRelease } from "./draft-release.server.ts";
import { withoutUnfinishedArticles } from "./preview-pages.server.ts";
import { insertOpenClaims } from "./typed-claims.ts";
import { previewTexts } from "./preview.messages.ts";
import { createPreviewLimit } from "./preview-limit.server.ts";

type Deps = Pick<RequestServices, "clock" | "db" | "publishing" | "siteUrl"> & { identity: Guard };

/**
 * `/api/content/{document}/preview`: a page with the draft of a document, for the frame in the editor. `GET` displays the saved draft, `POST`
 * also what was typed since, without saving it.
 */
export function createContentPreviews(deps: Deps): Hono {
  const { clock, identity, siteUrl } = deps;
  const limit = createPreviewLimit(clock);

  async function respond(
    c: Context,
    readFields: () => Promise<FormData | undefined>,
    accountId: string,
  ): Promise<Response> {
    const [name = "", path = ""] = [c.req.param("document"), c.req.query("page")];
    if (!isDocumentName(name) || !/^\/[a-z0-9/-]{0,200}$/.test(path)) return refuse("not-found");
    const typed = await readFields();
    const release = limit.take(accountId);
    if (release === undefined) return respondWithText(429, previewTexts.tooMany);
    try {
      const rendered = await renderDraft(deps, { name, path, typed });
      if (rendered === undefined) return refuse("not-found");
      if (!rendered.ok) return respondWithText(422, previewTexts.failed);
      // Links lead to the other pages with the same draft.
      const shown = replayPage(rendered.html, siteUrl, (linked) => {
        if (linked.startsWith("/assets/") || linked.startsWith(picturesBelow)) return linked;
        return linked.includes(".") ? undefined : previewPath(name, linked);
      });
      return new Response(shown, {
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy": createPolicy(new URL(c.req.url).host),
          "Cache-Control": "no-store",
        },
      });
    } catch (error) {
      if (getErrorKind(error) === "not-found") return respondWithText(404, previewTexts.unknown);
      throw error;
    } finally {
      release();
    }
  }

  return new Hono()
    .get("/content/:document/preview", async (c) => {
      const access = await authorizeStaff(identity, c.req.raw, canReadRecord);
      return access.ok
        ? respond(c, () => Promise.resolve(undefined), access.session.staff.id)
        : access.refusal;
    })
    .post("/content/:document/preview", async (c) => {
      const access = await authorizeStaff(identity, c.req.raw, canEditContent);
      if (!access.ok) return access.refusal;
      return respond(c, () => readForm(c.req.raw), access.session.staff.id);
    });
}

/** The page with a draft, unless the mistakes of the draft prevent it. */
type RenderedDraft = { ok: true; html: string } | { ok: false };

/** @returns undefined before the first release */
async function renderDraft(
  { db, publishing }: Deps,
  given: { name: DocumentName; path: string; typed: FormData | undefined },
): Promise<RenderedDraft | undefined> {
  const { name, path, typed } = given;
  const loaded = await loadDocument(db, name);
  if (loaded === undefined) return undefined;
  const whole = readDraft(name, loaded, typed);
  if (whole === undefined) return { ok: false };
  const draft = name === "articles" ? withoutUnfinishedArticles(whole, path) : whole;
  const release = createDraftRelease(publishing.inUse(), name, draft);
  const html = await renderPage(publishing, release, { name, path, draft });
  if (html === undefined) return { ok: false };
  if (typed === undefined) return { ok: true, html };
  const { open } = await publishing.findClaims(release, [path]);
  return { ok: true, html: insertOpenClaims(html, open) };
}

/**
 * A page can fail because of the mistakes of a draft. Without mistakes, it fails because of a fault of the program.
 * @returns undefined if the draft has mistakes and the page cannot be rendered with them
 */
async function renderPage(
  publishing: Deps["publishing"],
  release: Release,
  { name, path, draft }: { name: DocumentName; path: string; draft: object },
): Promise<string | undefined> {
  try {
    return await publishing.renderWith(release, path);
  } catch (error) {
    if (getErrorKind(error) === "internal" && !checkDocument(name, draft).ok) return undefined;
    throw error;
  }
}

/** @returns undefined if the draft is neither an object nor a list, so that no page can display it */
function readDraft(
  name: DocumentName,
  { published, change }: NonNullable<Awaited<ReturnType<typeof loadDocument>>>,
  typed: FormData | undefined,
): object | undefined {
  const { document, form } = createDraft(name, published, change?.body ?? published);
  const applied = typed === undefined ? document : applyFields(document, form, readTyped(typed));
  return isObject(applied) ? applied : undefined;
}

function isObject(value: Json): value is Extract<Json, object> {
  return typeof value === "object" && value !== null;
}

/** The page loads fonts and pictures of this build, and nothing else. Like pages of the archive, it runs nothing and sends nothing. */
function createPolicy(host: string): string {
  // Without the scheme, which is that of the page, because a server behind a proxy does not know it.
  const [files, pictures] = [`${host}/assets/`, host + picturesBelow];
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${files} ${pictures}`,
    `font-src ${files}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-same-origin",
  ].join(";");
}

function respondWithText(status: 404 | 422 | 429, text: string): Response {
  return new Response(
    `<!doctype html><html lang="en-US"><meta charset="utf-8"><title>${previewTexts.heading}</title><p>${text}</p></html>`,
    {
      status,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none';frame-ancestors 'self';sandbox allow-same-origin",
        "Cache-Control": "no-store",
      },
    },
  );
}
