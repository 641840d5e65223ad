import { Fragment } from "react";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { textPieces } from "./text-pieces.ts";

/** A text of `content/` with its links and bold parts. */
export function InlineText({ text }: { text: string }) {
  return textPieces(text).map(({ words, weight, href }, index) => (
    // A text never changes while it is shown.
    <Fragment key={index}>
      {href === undefined ? (
        weight === true ? (
          <b>{words}</b>
        ) : (
          words
        )
      ) : (
        <TextLink href={href}>{words}</TextLink>
      )}
    </Fragment>
  ));
}

function TextLink({ href, children }: { href: string; children: string }) {
  if (/^https?:/.test(href)) return <OutsideLink href={href}>{children}</OutsideLink>;
  return <a href={href}>{children}</a>;
}
