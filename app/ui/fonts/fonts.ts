/**
 * Literata (SIL Open Font Licence 1.1, see the licence beside the file): weight 420, optical sizes kept, cut down to Latin
 * and punctuation. The document asks for it ahead of time; `fonts.css` says how it is used.
 */
export { default as headingFont } from "./literata-420-opsz.woff2?url";
