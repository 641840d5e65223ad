import { pages } from "#app/pages/registry.ts";
import { returnParameter } from "./return-path.ts";

/** Where somebody shows once more who they are. @param to the path of the staff area that they come back to */
export function stepUpPath(to: string): string {
  return `${pages.prove.path}?${returnParameter}=${encodeURIComponent(to)}`;
}
