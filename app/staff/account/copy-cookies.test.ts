import { expect, test } from "vitest";
import { withCookiesOf } from "./copy-cookies.ts";

test("a cookie that was set takes the place of the one of its name, and the others stay", () => {
  const request = new Request("https://example.com/admin/account", {
    method: "POST",
    body: "code=123456",
    headers: { cookie: "practice.session_token=old%3D; visit=1", "user-agent": "Test" },
  });
  const answer = new Headers();
  answer.append("set-cookie", "practice.session_token=new%3D==; Path=/; HttpOnly");
  answer.append("set-cookie", "known=yes; Path=/auth");
  const next = withCookiesOf(request, answer);
  expect(next.headers.get("cookie")).toBe("practice.session_token=new%3D==; visit=1; known=yes");
  expect([next.method, next.url, next.headers.get("user-agent")]).toEqual(["GET", request.url, "Test"]);
});

test("a request without cookies gets those that were set", () => {
  const answer = new Headers({ "set-cookie": "a=1; Path=/" });
  expect(withCookiesOf(new Request("https://example.com/"), answer).headers.get("cookie")).toBe("a=1");
});
