import { createElement, type CSSProperties, type ReactElement, type ReactNode } from "react";
import type { Page } from "#app/pages/page.ts";
import { practice } from "#content/practice.ts";

const sheet: CSSProperties = {
  flexDirection: "column",
  justifyContent: "space-between",
  width: "100%",
  height: "100%",
  padding: "72px 80px",
  background: "#faf7f1",
  color: "#17211d",
  fontFamily: "Literata",
  borderLeft: "24px solid #1e4a3b",
};

/** The share image of a page, with its title and the firm's name. Satori supports flexbox and little else of CSS. */
export function shareCard({ title, shareTitle = title }: Page): ReactElement {
  const { city, stateName } = practice.postalAddress;
  const size = shareTitle.length > 48 ? 68 : 84;
  return box(
    sheet,
    box({ maxWidth: 920, fontSize: size, lineHeight: 1.08 }, shareTitle),
    box(
      { justifyContent: "space-between", fontSize: 34, color: "#1e4a3b" },
      box({}, practice.firmName),
      box({ color: "#454f49" }, `${city}, ${stateName}`),
    ),
  );
}

function box(style: CSSProperties, ...children: ReactNode[]): ReactElement {
  return createElement("div", { style: { display: "flex", ...style } }, ...children);
}
