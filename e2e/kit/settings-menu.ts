import type { Locator, Page } from "@playwright/test";

/** Opens or closes the menu of the staff area: “Settings”, or “More” on narrow screens. */
export async function toggleSettings(page: Page): Promise<void> {
  await getStaffNavigation(page).locator("summary").click();
}

export function getStaffNavigation(page: Page): Locator {
  return page.getByRole("navigation", { name: "Staff area" });
}
