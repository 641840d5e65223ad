import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/pictures.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { canEditContent, canReadRecord } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { listPictures, type StoredPicture } from "#app/publishing/pictures/read-pictures.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { Outcome } from "#app/staff/content-review/outcome.tsx";
import { formatMoment } from "#app/staff/content-review/version-view.server.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { listPictureWidths, picturePath } from "#content/article-format/picture-address.ts";
import { pictureTexts as texts } from "./pictures.messages.ts";
import { uploadPicture } from "./upload-picture.server.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/content-review/content.css";
import "./pictures.css";

const page = pages.contentPictures;

/** The latest ones. Older pictures are found in the articles that display them. */
const maxListed = 50;

type PictureView = {
  id: string;
  path: string;
  thumbnail: string;
  width: number;
  height: number;
  alt: string;
  line: string;
  uploaded: string;
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, ...services } = servicesOf(context);
  const { staff } = await requireStaff(services, request, canReadRecord);
  const pictures = await listPictures(db, maxListed);
  const done = new URL(request.url).searchParams.get("done");
  return { staff, canEdit: canEditContent(staff), pictures: pictures.map(viewPicture), done };
}

function viewPicture({ uploadedAt, uploadedBy, ...picture }: StoredPicture): PictureView {
  const { id, width, height, alt } = picture;
  const path = picturePath(picture);
  return {
    id,
    path,
    thumbnail: picturePath(picture, listPictureWidths(width)[0]),
    width,
    height,
    alt,
    line: `![${alt.replaceAll(/[[\]\\<>{}]/g, String.raw`\$&`)}](${path})`,
    uploaded: texts.by(formatMoment(uploadedAt), uploadedBy),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { staff } = await requireStaff(services, request, canEditContent, { keepFields: ["alt"] });
  const { clock, db } = services;
  const { clientAddress } = factsOf(context);
  const deps = { clock, db, actor: actorOf(staff), clientAddress };
  const outcome = await uploadPicture(deps, await readForm(request));
  if (!outcome.ok) return data(outcome.refusal, { status: outcome.status });
  return redirect(`${page.path}?done=${outcome.isNew ? "uploaded" : "known"}`, 303);
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function Pictures({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { staff, canEdit, pictures, done } = loaderData;
  const { key } = useLocation();
  const refused =
    refusal === undefined
      ? undefined
      : { text: texts.refused, field: refusal.errors.alt === undefined ? "file" : "alt" };
  return (
    <>
      <StaffHeader staff={staff} />
      <main id="main" className="wrap staff-page content pictures">
        <Link className="back" to={pages.content.path}>
          {pages.content.title}
        </Link>
        <Outcome done={describeDone(done)} refusal={refused} key={key} />
        <div className="content-head">
          <h1>{page.title}</h1>
          <p className="soft">{texts.about}</p>
        </div>
        {canEdit ? <Upload refusal={refusal} /> : null}
        <section aria-labelledby="list">
          <h2 id="list">{texts.list}</h2>
          {pictures.length === 0 ? <p className="soft">{texts.none}</p> : null}
          <ul className="picture-list">
            {pictures.map((picture) => (
              <Picture picture={picture} key={picture.id} />
            ))}
          </ul>
          {pictures.length < maxListed ? null : <p className="soft">{texts.more(maxListed)}</p>}
        </section>
      </main>
    </>
  );
}

function describeDone(done: string | null): string | undefined {
  if (done === "uploaded") return texts.uploaded;
  return done === "known" ? texts.known : undefined;
}

/** A form of the browser, because the router would send a file to the URL of its data requests. */
function Upload({
  refusal,
}: {
  refusal: { alt: string; errors: { file?: string; alt?: string } } | undefined;
}) {
  return (
    <section aria-labelledby="upload">
      <h2 id="upload">{texts.upload}</h2>
      <form method="post" encType="multipart/form-data" noValidate className="single-form">
        <Field
          label={texts.alt}
          name="alt"
          hint={texts.altHint}
          required
          autoComplete="off"
          defaultValue={refusal?.alt}
          {...fieldError(refusal?.errors.alt)}
        />
        <Field
          label={texts.file}
          name="file"
          type="file"
          hint={texts.fileHint}
          required
          accept="image/jpeg,image/png,image/webp,image/avif"
          {...fieldError(refusal?.errors.alt === undefined ? refusal?.errors.file : undefined)}
        />
        <p className="acts">
          <button type="submit" className="btn press">
            {texts.submit}
          </button>
        </p>
      </form>
    </section>
  );
}

function Picture({ picture }: { picture: PictureView }) {
  const { id, path, thumbnail, width, height, alt, line, uploaded } = picture;
  return (
    <li>
      <a href={path}>
        <img src={thumbnail} width={width} height={height} alt={alt} loading="lazy" decoding="async" />
      </a>
      <div className="field">
        <label htmlFor={`line-${id}`}>{texts.line}</label>
        <input id={`line-${id}`} className="locked" value={line} readOnly />
        <p className="soft small">{`${texts.size(width, height)} · ${uploaded}`}</p>
      </div>
    </li>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={page} error={error} />;
}
