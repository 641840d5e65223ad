/** The parameters of all staff lists and of links between pages. */
export const queryParameters: readonly string[] = `
  search from to sort after before level action who about state kind standing event type
  page visit source class reason raw draft done noted result letter saved forget tab because
  recovery _routes period compare by touch kind name entry
  step status owner level channel campaign consent stage traffic template told deliverable
  date time version sent sentAt path destination claim
  part moved revision release show remember group audit
`
  .trim()
  .split(/\s+/);
