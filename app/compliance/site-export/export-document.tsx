import type { ReactNode } from "react";
import { exportStyles } from "./export-styles.ts";

/** A page of an export, which opens in a browser without a server. */
export function ExportDocument({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
        <style>{exportStyles}</style>
      </head>
      <body>
        <h1>{title}</h1>
        {children}
      </body>
    </html>
  );
}
