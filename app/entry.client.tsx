import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { provideBrowserDocuments } from "#app/pages/delivery/provide-browser-documents.client.ts";

provideBrowserDocuments(document.querySelector("#published-documents")?.textContent);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
