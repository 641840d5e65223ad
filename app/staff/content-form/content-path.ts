import { pages } from "#app/pages/registry.ts";

/** Parameters of the editor’s URL. */
export type ContentParameters = {
  /** The part of the document that is open. */
  part?: string | undefined;
  /** The page in the preview. */
  page?: string | undefined;
  /** The finished change whose words are displayed. */
  history?: string | undefined;
  /** What was done. */
  done?: string | undefined;
  release?: number | undefined;
};

/** The editor of a document. */
export function contentPath(document: string, parameters: ContentParameters = {}): string {
  return withParameters(`${pages.content.path}/${document}`, parameters);
}

export const newArticlePath = `${pages.content.path}/articles/new`;

export function releasePath(
  release: number,
  parameters: Pick<ContentParameters, "done" | "release"> = {},
): string {
  return withParameters(`${pages.releases.path}/${release}`, parameters);
}

/** A page as it will look with the draft of a document. @param revision of the draft, so that frames load each one */
export function previewPath(document: string, page: string, revision = 0): string {
  return withParameters(`/api/content/${document}/preview`, { page, revision });
}

function withParameters(
  path: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** The id of an item of a list, to which the page scrolls after it was moved. */
export function itemAnchor(path: string): string {
  return `item.${path}`;
}
