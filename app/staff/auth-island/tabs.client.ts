/**
 * Turns the links between two forms into tabs (ARIA Authoring Practices, “Tabs with automatic activation”). The id of a link is the id of
 * its panel followed by `-tab`.
 */
export function enableTabs(): void {
  const list = document.querySelector<HTMLElement>("[data-tabs]");
  if (list === null) return;
  const tabs = [...list.querySelectorAll("a")];
  list.role = "tablist";
  for (const tab of tabs) {
    const panel = findPanel(tab);
    if (panel === null) continue;
    tab.role = "tab";
    tab.setAttribute("aria-controls", panel.id);
    panel.role = "tabpanel";
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      if (tab.ariaDisabled === null) select(tabs, tab);
    });
  }
  list.addEventListener("keydown", (event) => {
    // With a modifier, keys belong to the browser: Alt and the left arrow go back.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = tabs[indexAfter(event.key, tabs)];
    if (next === undefined || next.ariaDisabled !== null) return;
    event.preventDefault();
    select(tabs, next);
    next.focus();
  });
  mark(tabs, tabs.find((tab) => tab.ariaCurrent !== null) ?? tabs[0]);
}

function indexAfter(key: string, tabs: readonly HTMLElement[]): number {
  const current = tabs.findIndex((tab) => tab === document.activeElement);
  switch (key) {
    case "ArrowRight":
      return (current + 1) % tabs.length;
    case "ArrowLeft":
      return (current + tabs.length - 1) % tabs.length;
    case "Home":
      return 0;
    case "End":
      return tabs.length - 1;
    default:
      return -1;
  }
}

function select(tabs: readonly HTMLAnchorElement[], chosen: HTMLAnchorElement): void {
  const typed = findEmail(tabs.find((tab) => tab.ariaSelected === "true"));
  mark(tabs, chosen);
  const email = findEmail(chosen);
  // After “already registered”, the other form has the same email.
  if (email?.value === "") email.value = typed?.value ?? "";
  // The alert is about the other form.
  document.querySelector("[data-alerts]")?.replaceChildren();
  history.replaceState(null, "", chosen.href);
}

function mark(tabs: readonly HTMLAnchorElement[], chosen: HTMLAnchorElement | undefined): void {
  for (const tab of tabs) {
    const isChosen = tab === chosen;
    tab.ariaCurrent = null;
    tab.ariaSelected = String(isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    const panel = findPanel(tab);
    if (panel !== null) panel.hidden = !isChosen;
  }
}

function findPanel(tab: HTMLElement): HTMLElement | null {
  return document.getElementById(tab.id.replace(/-tab$/, ""));
}

function findEmail(tab: HTMLElement | undefined): HTMLInputElement | null {
  return (tab && findPanel(tab)?.querySelector<HTMLInputElement>("input[type=email]")) ?? null;
}
