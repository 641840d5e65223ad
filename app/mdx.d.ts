/** An article as `vite.articles.ts` compiles it. */
declare module "*.mdx" {
  import type { ComponentType } from "react";

  export const frontmatter: unknown;
  export const tableOfContents: readonly { depth: number; value: string; id?: string }[];
  const text: ComponentType<{ components: Record<string, unknown> }>;
  export default text;
}
