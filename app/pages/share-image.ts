/**
 * Where the picture is that other sites show with a link to a page (1200 by 630 pixels, made with the build).
 * @example shareImagePath("/blog/why-plan-before-loi") // "/share/blog-why-plan-before-loi.png"
 */
export function shareImagePath(path: string): string {
  return `/share/${path === "/" ? "home" : path.slice(1).replaceAll("/", "-")}.png`;
}
