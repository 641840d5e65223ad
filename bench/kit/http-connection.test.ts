import { expect, test } from "vitest";
import { parseResponse } from "./http-connection.ts";

const bytes = (text: string): Buffer => Buffer.from(text, "latin1");

test("a response with a length is parsed and counted completely", () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n";
  const answer = parseResponse(bytes(`${head}hello`));
  expect(answer).toMatchObject({ status: 200, headBytes: head.length, wireBytes: head.length + 5 });
  expect(answer?.body.toString()).toBe("hello");
  expect(answer?.headers).toContainEqual(["Content-Type", "text/plain"]);
});

test("the wire bytes of a chunked response include the chunk headers, and its body does not", () => {
  const text =
    "HTTP/1.1 503 Not now\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n";
  const answer = parseResponse(bytes(text));
  expect(answer).toMatchObject({ status: 503, wireBytes: text.length });
  expect(answer?.body.toString()).toBe("hello world");
});

test("the bytes of the next response are not counted", () => {
  const first = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  expect(parseResponse(bytes(first + first))?.wireBytes).toBe(first.length);
});

test.each([
  ["headers", "HTTP/1.1 200 OK\r\nContent-Le"],
  ["a body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell"],
  ["a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"],
  ["the last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"],
])("an incomplete response is not parsed: half of %s", (_part, text) => {
  expect(parseResponse(bytes(text))).toBeUndefined();
});

test("a response without a length is rejected", () => {
  expect(() => parseResponse(bytes("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"))).toThrow(
    "without a length",
  );
});
