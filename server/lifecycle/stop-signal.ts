/**
 * Resolves with the first shutdown signal and ignores later ones. A signal sent to the whole process group arrives twice, because npm
 * also forwards it.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, resolve);
  });
}
