/**
 * What stands in a page and brings the visit script to it, when all the rest is loaded and painted: a file that the document asks for
 * would compete with what has to be shown. A page in the background is painted, and so visited, once it is looked at.
 * @param address of the script
 * @param bookingUrl the outside page where a conversation is booked
 */
export function visitLoader(address: string, bookingUrl: string): string {
  const [file, booking] = [address, bookingUrl].map((text) =>
    JSON.stringify(text).replaceAll("<", "\\u003c"),
  );
  const begin = `import(${file}).then(v=>v.start(${booking})).catch(console.error)`;
  const painted = `new PerformanceObserver((_,o)=>{o.disconnect();${begin}}).observe({type:"paint",buffered:true})`;
  return `addEventListener("load",()=>${painted})`;
}
