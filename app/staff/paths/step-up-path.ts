import { pages } from "#app/pages/registry.ts";
import { returnParameter } from "./return-path.ts";

/** The URL of re-authentication. @param to the staff path to return to */
export function stepUpPath(to: string): string {
  return `${pages.prove.path}?${returnParameter}=${encodeURIComponent(to)}`;
}
