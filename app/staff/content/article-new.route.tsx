import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/article-new.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { canEditContent } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { contentPath } from "#app/staff/content-form/content-path.ts";
import { Outcome } from "#app/staff/content-review/outcome.tsx";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { articlePath, maxNewTitleLength, maxSlugLength } from "#content/article-format/article-address.ts";
import { articleNewTexts as texts } from "./article-new.messages.ts";
import { saveArticle } from "./save-article.server.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/content-review/content.css";

const page = { ...pages.content, title: texts.title };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canEditContent);
  return { staff };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canEditContent, {
    keepFields: ["title", "slug"],
  });
  const { clock, db } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const deps = { clock, db, actor: actorOf(staff), clientAddress };
  const outcome = await saveArticle(deps, await readForm(request));
  if (!outcome.ok) return data(outcome.refusal, { status: outcome.status });
  const { slug } = outcome;
  return redirect(contentPath("articles", { part: slug, page: articlePath(slug), done: "added" }), 303);
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function ArticleNew({ loaderData: { staff }, actionData: refusal }: Route.ComponentProps) {
  const { key } = useLocation();
  const { values, errors = {} } = refusal ?? {};
  const text = refusal === undefined ? undefined : (refusal.text ?? texts.refused);
  const field = Object.keys(errors)[0];
  return (
    <>
      <StaffHeader staff={staff} />
      <main id="main" className="wrap staff-page content">
        <Link className="back" to={pages.content.path}>
          {pages.content.title}
        </Link>
        <Outcome done={undefined} refusal={text === undefined ? undefined : { text, field }} key={key} />
        <div className="content-head">
          <h1>{texts.title}</h1>
        </div>
        <p className="soft">{texts.about}</p>
        <Form method="post" noValidate className="single-form" data-draft="article" key={`form-${key}`}>
          <Field
            label={texts.articleTitle}
            name="title"
            required
            maxLength={maxNewTitleLength}
            autoComplete="off"
            defaultValue={values?.title}
            {...fieldError(errors.title)}
          />
          <Field
            label={texts.address}
            name="slug"
            hint={texts.addressHint}
            maxLength={maxSlugLength}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={values?.slug}
            {...fieldError(errors.slug)}
          />
          <p className="acts">
            <button type="submit" className="btn press">
              {texts.create}
            </button>
            <Link className="btn" to={pages.content.path}>
              {texts.cancel}
            </Link>
          </p>
        </Form>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={page} error={error} />;
}
