import { expect, test } from "vitest";
import { parseAnswer } from "./http-connection.ts";

const bytes = (text: string): Buffer => Buffer.from(text, "latin1");

test("an answer with a length is read, and every byte of it counted", () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n";
  const answer = parseAnswer(bytes(`${head}hello`));
  expect(answer).toMatchObject({ status: 200, headBytes: head.length, wireBytes: head.length + 5 });
  expect(answer?.body.toString()).toBe("hello");
  expect(answer?.headers).toContainEqual(["Content-Type", "text/plain"]);
});

test("of an answer in chunks the wire bytes hold their frames, and the body does not", () => {
  const text =
    "HTTP/1.1 503 Not now\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n";
  const answer = parseAnswer(bytes(text));
  expect(answer).toMatchObject({ status: 503, wireBytes: text.length });
  expect(answer?.body.toString()).toBe("hello world");
});

test("the bytes of a next answer are not counted to this one", () => {
  const first = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  expect(parseAnswer(bytes(first + first))?.wireBytes).toBe(first.length);
});

test.each([
  ["headers", "HTTP/1.1 200 OK\r\nContent-Le"],
  ["a body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell"],
  ["a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel"],
  ["the last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"],
])("half of %s is waited for", (_part, text) => {
  expect(parseAnswer(bytes(text))).toBeUndefined();
});

test("an answer that does not say where it ends is refused", () => {
  expect(() => parseAnswer(bytes("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"))).toThrow(
    "without a length",
  );
});
