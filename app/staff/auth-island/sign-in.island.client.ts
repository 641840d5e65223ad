import { watchForms } from "./busy-forms.client.ts";
import { offerPasskeys } from "./passkey-buttons.client.ts";
import { showPasswords } from "./show-password.client.ts";
import { tellTabs } from "./tell-tabs.client.ts";
import { upgradeTabs } from "./tabs.client.ts";

/**
 * What scripting adds to the screens of getting in. They are forms that the browser posts by itself, so it is a few lines of its own, and
 * not the page's markup once more with React: that would be thirty times as much to load before somebody can type.
 */
showPasswords();
upgradeTabs();
// What it sends by itself the next line leaves alone.
offerPasskeys();
watchForms();
tellTabs();
