import { expect, test } from "vitest";
import { mergeCookies } from "./handle-account-action.server.ts";

test("a new cookie replaces the one with its name and keeps the others", () => {
  const request = new Request("https://example.com/admin/account", {
    method: "POST",
    body: "code=123456",
    headers: { cookie: "practice.session_token=old%3D; visit=1", "user-agent": "Test" },
  });
  const response = new Headers();
  response.append("set-cookie", "practice.session_token=new%3D==; Path=/; HttpOnly");
  response.append("set-cookie", "known=yes; Path=/auth");
  const next = mergeCookies(request, response);
  expect(next.headers.get("cookie")).toBe("visit=1; practice.session_token=new%3D==; known=yes");
  expect([next.method, next.url, next.headers.get("user-agent")]).toEqual(["GET", request.url, "Test"]);
});

test("a request without cookies gets the new cookies", () => {
  const response = new Headers({ "set-cookie": "a=1; Path=/" });
  expect(mergeCookies(new Request("https://example.com/"), response).headers.get("cookie")).toBe("a=1");
});

test("a name that only resembles another one stays as it is", () => {
  const cookie = "\u{a0}practice.session_token=stranger; practice.session_token=own; \u{a0}visit=2";
  const request = new Request("https://example.com/", { headers: { cookie } });
  const kept = mergeCookies(request, new Headers({ "set-cookie": "known=yes" })).headers.get("cookie");
  expect(kept).toBe(`${cookie}; known=yes`);
});
