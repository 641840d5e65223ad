import type { RouterContextProvider } from "react-router";

/** One of the few states in which an uncached page is identical for all visitors. */
export type PageVariant = {
  /** Unique per state. It must never contain user input, because every name stays in memory. */
  name: string;
  /** The `Cookie` header for rendering; omitted if undefined. */
  cookie?: string;
  /** Sets the state in the context that the page's loader reads. */
  prepare(context: RouterContextProvider): void;
  /** Fills the placeholders of a state in which their values are identical for all visitors. */
  fill?: (html: string) => string;
};

export type RenderedVariant = { html: string; headers: Readonly<Record<string, string>> };

/** Renders each state of a page once and caches it. Placeholders are then filled in for each visitor. */
export type RenderVariant = (path: string, variant: PageVariant) => Promise<RenderedVariant>;
