import type { Portrait } from "#content/schemas/practice-schema.ts";
import { getPortraitUrl } from "./portrait-url.ts";
import "./portrait-picture.css";

/** The photograph of the advisor. Without one, nothing is rendered and no space is reserved. */
export function PortraitPicture({ portrait }: { portrait: Portrait | undefined }) {
  if (portrait === undefined) return null;
  const { alt, width, height } = portrait;
  return (
    <img
      className="portrait"
      src={getPortraitUrl(portrait)}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
    />
  );
}
