/**
 * Literata (SIL Open Font License 1.1, see the license beside the file): weight 420, with optical sizes, reduced to Latin letters and
 * punctuation. The document preloads it, and `fonts.css` declares it.
 */
export { default as headingFont } from "./literata-420-opsz.woff2?url";
