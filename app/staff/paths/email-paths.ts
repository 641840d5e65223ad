import { pages } from "#app/pages/registry.ts";

export function emailPath(id: string): string {
  return `${pages.letters.path}/${id}`;
}

export const previewsPath = `${pages.letters.path}/previews`;

/** The URL parameter that selects a preview. */
export const previewParameter = "letter";

export function previewPath(name: string): string {
  return `${previewsPath}?${previewParameter}=${name}`;
}

/** The HTML of an email, for the frame on its page. */
export function emailDocumentPath(id: string): string {
  return `/api/letters/${id}/document`;
}

/** The HTML of a preview. */
export function previewDocumentPath(name: string): string {
  return `/api/letters/previews/${name}`;
}
