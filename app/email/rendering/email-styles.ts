import type { CSSProperties } from "react";

/** The light colors of `app/ui/styles/tokens.css`. The dark scheme is below. */
const paper = "#faf7f1";
const ink = "#17211d";
const soft = "#454f49";
const green = "#1e4a3b";
const moss = "#4c7360";
const line = "#ded6c7";
const joint = "#c6bba6";
const accent = "#a9512a";
const onAccent = "#fffaf3";

const serif = 'Literata, Georgia, "Times New Roman", serif';
const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

const body = { fontFamily: sans, fontSize: "17px", lineHeight: "27px", color: ink } as const;

const stone = { height: "7px", fontSize: "1px", lineHeight: "7px" } as const;

/** Inline styles, because many mail programs remove style sheets. */
export const styles = {
  body: { margin: 0, padding: 0, backgroundColor: paper, WebkitTextSizeAdjust: "100%" },
  preview: {
    display: "none",
    overflow: "hidden",
    maxHeight: 0,
    maxWidth: 0,
    opacity: 0,
    fontSize: "1px",
    lineHeight: "1px",
  },
  page: {
    table: { width: "100%", backgroundColor: paper },
    cell: { padding: "24px 20px 40px" },
  },
  sheet: {
    table: { width: "100%", maxWidth: "600px", margin: "0 auto" },
    cell: { padding: 0, textAlign: "left" },
  },
  course: { width: "100%", margin: "0 0 2px", tableLayout: "fixed" },
  joint: { width: "2px", fontSize: "1px", lineHeight: "7px" },
  stone: {
    joint: { ...stone, backgroundColor: joint },
    line: { ...stone, backgroundColor: line },
    moss: { ...stone, backgroundColor: moss },
  },
  letterhead: {
    margin: "18px 0 36px",
    fontFamily: serif,
    fontSize: "17px",
    lineHeight: "24px",
    fontWeight: 600,
    color: green,
  },
  heading: {
    margin: "0 0 20px",
    fontFamily: serif,
    fontSize: "30px",
    lineHeight: "37px",
    fontWeight: 600,
    letterSpacing: "-0.01em",
    color: ink,
  },
  paragraph: { ...body, margin: "0 0 18px", overflowWrap: "anywhere" },
  link: { color: green, textDecoration: "underline" },
  quote: {
    ...body,
    margin: "0 0 18px",
    padding: "2px 0 2px 16px",
    borderLeft: `3px solid ${joint}`,
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
  },
  facts: { width: "100%", margin: "6px 0 24px", borderCollapse: "collapse", tableLayout: "fixed" },
  term: {
    ...body,
    width: "96px",
    padding: "9px 12px 9px 0",
    fontSize: "15px",
    fontWeight: 400,
    textAlign: "left",
    color: soft,
    verticalAlign: "top",
    borderTop: `1px solid ${line}`,
  },
  description: {
    ...body,
    padding: "9px 0",
    verticalAlign: "top",
    borderTop: `1px solid ${line}`,
    overflowWrap: "anywhere",
  },
  steps: { width: "100%", margin: "0 0 12px" },
  numeral: {
    width: "36px",
    padding: "0 0 14px",
    fontFamily: serif,
    fontSize: "22px",
    lineHeight: "27px",
    fontWeight: 600,
    color: green,
    verticalAlign: "top",
  },
  step: { ...body, padding: "0 0 14px", verticalAlign: "top" },
  buttonTable: { margin: "4px 0 26px" },
  buttonCell: { backgroundColor: accent, borderRadius: "2px" },
  button: {
    display: "inline-block",
    padding: "12px 24px",
    fontFamily: sans,
    fontSize: "17px",
    lineHeight: "24px",
    fontWeight: 600,
    color: onAccent,
    textDecoration: "none",
  },
  footer: { margin: "40px 0 0", padding: "20px 0 0", borderTop: `1px solid ${line}` },
  small: { margin: "0 0 12px", fontFamily: sans, fontSize: "14px", lineHeight: "21px", color: soft },
} as const satisfies Record<string, CSSProperties | Record<string, CSSProperties>>;

/** The classes that change in the dark scheme. The button keeps its color. */
export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: #141a17 !important; }
  .ink, .quote { color: #f3ede1 !important; }
  .soft { color: #c9d3ca !important; }
  .green { color: #a8cbb8 !important; }
  .rule, .quote { border-color: #2f5146 !important; }
  .joint { background-color: #5b6a5f !important; }
  .line { background-color: #2b3a33 !important; }
  .moss { background-color: #6f9a84 !important; }
}
`;
