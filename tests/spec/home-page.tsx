import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import Home from "#app/site/home/home.route.tsx";

/** The home page's sections as HTML, in the firm's thirty-third year. */
export function homePage(): string {
  const Page = createRoutesStub([{ id: "home", path: "/", Component: Home, loader: () => ({ years: 32 }) }]);
  return renderToStaticMarkup(
    <Page initialEntries={["/"]} hydrationData={{ loaderData: { home: { years: 32 } } }} />,
  );
}
