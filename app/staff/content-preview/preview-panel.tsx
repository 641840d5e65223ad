import { useEffect, useEffectEvent, useRef } from "react";
import { Form } from "react-router";
import { editorId } from "#app/staff/content-form/form-fields.ts";
import { previewTexts } from "./preview.messages.ts";
import { type DraftClaim, readOpenClaims } from "./typed-claims.ts";

export type PreviewView = {
  pages: readonly { path: string; title: string }[];
  page: string;
  source: string;
  caption: string;
};

/**
 * A page as it will look, in two widths. With scripting, it follows what is typed.
 * @param openClaims those of the page with what was typed; undefined until something is typed
 */
export function PreviewPanel({
  title,
  preview,
  isEditing,
  openClaims,
  onTyped,
}: {
  title: string;
  preview: PreviewView;
  isEditing: boolean;
  openClaims: readonly DraftClaim[] | undefined;
  onTyped: (claims: DraftClaim[]) => void;
}) {
  const { page, pages, source, caption } = preview;
  const frame = useRef<HTMLIFrameElement>(null);
  useTypedPreview(frame, source, { isEditing, onTyped });
  return (
    <section className="content-preview" aria-labelledby="preview">
      <header>
        <h2 id="preview">{previewTexts.heading}</h2>
        {pages.length > 1 ? <PageChoice page={page} pages={pages} isEditing={isEditing} /> : null}
        <fieldset className="segments">
          <legend className="unseen">{previewTexts.width}</legend>
          <label>
            <input type="radio" name="width" value="desktop" defaultChecked />
            {previewTexts.desktop}
          </label>
          <label>
            <input type="radio" name="width" value="phone" />
            {previewTexts.phone}
          </label>
        </fieldset>
      </header>
      <p role="status" className="typed-claims">
        {openClaims === undefined || openClaims.length === 0 ? null : (
          <a href="#claims">{previewTexts.openClaims(openClaims.length)}</a>
        )}
      </p>
      <div className="sheet-frame">
        <p className="frame-head">
          <span>{page}</span> <span>{caption}</span>
        </p>
        {/* New elements for each draft, because a change of its source would add an entry to the browser’s history. */}
        <div className="frame-box" key={source}>
          <iframe ref={frame} src={source} title={previewTexts.frame(title)} sandbox="allow-same-origin" />
        </div>
      </div>
    </section>
  );
}

/** While a draft is edited, choosing a page saves it, so that nothing typed is lost. */
function PageChoice({
  page,
  pages,
  isEditing,
}: Pick<PreviewView, "page" | "pages"> & { isEditing: boolean }) {
  const choice = (
    <>
      <label className="unseen" htmlFor="preview-page">
        {previewTexts.page}
      </label>
      <select
        id="preview-page"
        name="page"
        defaultValue={page}
        key={page}
        form={isEditing ? editorId : undefined}
      >
        {pages.map(({ path, title }) => (
          <option value={path} key={path}>{`${title}, ${path}`}</option>
        ))}
      </select>
      <button
        type="submit"
        className="btn"
        form={isEditing ? editorId : undefined}
        name={isEditing ? "do" : undefined}
        value={isEditing ? "save" : undefined}
      >
        {previewTexts.show}
      </button>
    </>
  );
  return isEditing ? (
    <div className="page-choice">{choice}</div>
  ) : (
    <Form method="get" className="page-choice" preventScrollReset>
      {choice}
    </Form>
  );
}

const pauseMs = 900;

/** Displays what is typed after a pause. Nothing is saved. */
function useTypedPreview(
  frame: React.RefObject<HTMLIFrameElement | null>,
  source: string,
  { isEditing, onTyped }: { isEditing: boolean; onTyped: (claims: DraftClaim[]) => void },
): void {
  const display = useEffectEvent((form: HTMLFormElement) =>
    displayTyped(frame.current, source, new FormData(form), onTyped),
  );
  useEffect(() => {
    if (!isEditing) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // On the document, because saving replaces the form.
    const wait = ({ target }: Event): void => {
      const form = document.getElementById(editorId);
      if (!(form instanceof HTMLFormElement) || !(target instanceof Node) || !form.contains(target)) return;
      clearTimeout(timer);
      timer = setTimeout(() => display(form), pauseMs);
    };
    document.addEventListener("input", wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("input", wait);
    };
  }, [isEditing]);
}

/**
 * Posts the fields into a new frame above the saved draft, which replaces the previous one when it has loaded. A new frame adds no entry to the
 * browser’s history. A response has its own security policy, which a document in an attribute of the frame would not have.
 */
function displayTyped(
  saved: HTMLIFrameElement | null,
  action: string,
  fields: FormData,
  onTyped: (claims: DraftClaim[]) => void,
): void {
  const box = saved?.parentElement;
  if (saved === null || box === null || box === undefined) return;
  const previous = [...box.querySelectorAll("iframe")];
  const next = document.createElement("iframe");
  next.name = `typed-preview-${previous.length}-${Date.now()}`;
  next.title = saved.title;
  next.className = "typed";
  next.setAttribute("sandbox", "allow-same-origin");
  box.append(next);
  next.addEventListener("load", () => {
    const shown = previous.at(-1);
    next.contentWindow?.scrollTo(0, shown?.contentWindow?.scrollY ?? 0);
    for (const frame of previous) if (frame !== saved) frame.remove();
    saved.inert = true;
    next.classList.add("loaded");
    const claims = readOpenClaims(next.contentDocument);
    if (claims !== undefined) onTyped(claims);
  });
  postInto(next.name, action, fields);
}

function postInto(target: string, action: string, fields: FormData): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  form.target = target;
  for (const [name, value] of fields) {
    if (typeof value !== "string") continue;
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
