import { defineConfig } from "vite";

/**
 * Builds the scripts of public pages: the loader, one island per form, and the visit script. They are built separately from the pages so
 * that they include neither the router nor code of other pages.
 */
export default defineConfig({
  build: {
    outDir: "build/islands",
    assetsDir: "assets",
    manifest: true,
    target: "es2023",
    copyPublicDir: false,
    rollupOptions: {
      // The loader calls the exports of islands at run time. Without this option, the bundler would remove them as unused.
      preserveEntrySignatures: "strict",
      input: {
        "load-island": "./app/ui/islands/load-island.client.ts",
        assessment: "./app/assessments/form/assessment.island.client.tsx",
        "event-confirmation": "./app/events/confirmation-page/event-confirmation.island.client.ts",
        "event-signup": "./app/events/signup-page/event-signup.island.client.tsx",
        "faq-filter": "./app/site/faqs/faq-filter.island.client.ts",
        "identity-pixel": "./app/tracking/identity-pixel/identity-pixel.client.ts",
        "page-index": "./app/compliance/page-index/page-index.island.client.ts",
        visit: "./app/tracking/browser/visit.client.ts",
        "sign-in": "./app/staff/auth-island/sign-in.island.client.ts",
        "print-result": "./app/assessments/result/print-result.island.client.ts",
        "reviews-frame": "./app/site/reviews/reviews-frame.island.client.ts",
      },
    },
  },
  publicDir: false,
});
