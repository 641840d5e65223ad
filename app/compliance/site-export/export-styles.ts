/**
 * The styles of the pages in an export, which open without a server. Cells have a minimum width, because texts that may wrap anywhere would
 * otherwise be broken within words such as “Undecided” in narrow columns.
 */
export const exportStyles = `
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Georgia, serif; color: #1c2a25; background: #fff }
table { width: 100%; border-collapse: collapse; font-family: system-ui, sans-serif; font-size: .9rem }
th, td { padding: .4rem .5rem; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top }
code { font-size: .85rem; overflow-wrap: anywhere }
td, p, li { overflow-wrap: anywhere }
td { min-width: 8rem; white-space: pre-line }
:target { background: #f3ead2 }
@media (max-width: 40rem) { table { display: block; overflow-x: auto } }
th, h1, h2, h3 { overflow-wrap: break-word }
.words { table-layout: fixed; margin: .5rem 0 1.5rem }
del { background: #f6dedb; color: #7c1d12 }
ins { background: #dcebdf; color: #1c4a2a }
h2 { margin-top: 2.5rem; border-top: 2px solid #1c2a25; padding-top: .8rem }`;
