// Entry point of `npm start`.
import { ensureBuild } from "./ensure-build.mjs";

await ensureBuild();
await import(new URL("../build/server/main.js", import.meta.url).href);
