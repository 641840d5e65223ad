/**
 * The inline script that loads the visit script after the page has loaded and painted, so that it does not delay the content. A background
 * tab paints, and is recorded, when the visitor opens it.
 * @param address the URL of the visit script
 * @param bookingUrl the external scheduling page
 */
export function visitLoader(address: string, bookingUrl: string): string {
  const [file, booking] = [address, bookingUrl].map((text) =>
    JSON.stringify(text).replaceAll("<", "\\u003c"),
  );
  const begin = `import(${file}).then(v=>v.start(${booking})).catch(console.error)`;
  const painted = `new PerformanceObserver((_,o)=>{o.disconnect();${begin}}).observe({type:"paint",buffered:true})`;
  return `addEventListener("load",()=>${painted})`;
}
