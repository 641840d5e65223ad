import type { RouterContextProvider } from "react-router";

/** One of the few states in which a page that is not shared can be rendered for everyone. */
export type PageVariant = {
  /** Different for each state. From our own words alone: every name is kept in memory. */
  name: string;
  /** The header `Cookie` with which it is rendered; none when left out. */
  cookie?: string;
  /** Puts the state where the page's loader finds it. */
  prepare(context: RouterContextProvider): void;
};

export type RenderedVariant = { html: string; headers: Readonly<Record<string, string>> };

/** Renders a page in one of its states once, and keeps it. What differs between visitors is filled into placeholders. */
export type RenderVariant = (path: string, variant: PageVariant) => Promise<RenderedVariant>;
