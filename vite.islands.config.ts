import { defineConfig } from "vite";

/**
 * The scripts of public pages: the loader, one island per form, and the one that records visits. They are built apart from the pages so that no
 * router and no other page's code can come along.
 */
export default defineConfig({
  build: {
    outDir: "build/islands",
    assetsDir: "assets",
    manifest: true,
    target: "es2023",
    copyPublicDir: false,
    rollupOptions: {
      // The loader calls what the island exports; without this the export would be dropped as unused.
      preserveEntrySignatures: "strict",
      input: {
        "load-island": "./app/ui/load-island.client.ts",
        assessment: "./app/assessments/form/assessment.island.client.tsx",
        "event-signup": "./app/events/signup-page/event-signup.island.client.tsx",
        "identity-pixel": "./app/tracking/identity-pixel/identity-pixel.client.ts",
        "page-index": "./app/compliance/page-index/page-index.island.client.ts",
        visit: "./app/tracking/browser/visit.client.ts",
        "sign-in": "./app/staff/auth-island/sign-in.island.client.ts",
        "reviews-frame": "./app/site/reviews/reviews-frame.island.client.ts",
      },
    },
  },
  publicDir: false,
});
