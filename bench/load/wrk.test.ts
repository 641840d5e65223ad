import { expect, test } from "vitest";
import { parseWrk } from "./wrk.ts";

const printed = `Running 5s test @ http://127.0.0.1:3000/
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     0.87ms    1.05ms  25.52ms   96.55%
    Req/Sec    41.39k     3.01k   45.20k    82.00%
  Latency Distribution
     50%  692.00us
     75%    0.81ms
     90%    1.02ms
     99%    1.35s 
  206955 requests in 5.00s, 1.32GB read
Requests/sec:  41391.27
Transfer/sec:    270.46MB
`;

test("the rate and the times are parsed in their units", () => {
  expect(parseWrk(printed)).toEqual({ perSecond: 41391.27, p50Ms: 0.692, p99Ms: 1350, failedResponses: 0 });
});

test.each([
  ["950.00us", 0.95],
  ["12.34ms", 12.34],
  ["1.35s", 1350],
  ["1.50m", 90_000],
])("%s are %d ms", (text, ms) => {
  expect(parseWrk(printed.replace("1.35s", text)).p99Ms).toBe(ms);
});

test("error responses and broken connections are counted together", () => {
  const bad = `${printed}  Socket errors: connect 1, read 2, write 3, timeout 4\n  Non-2xx or 3xx responses: 100\n`;
  expect(parseWrk(bad).failedResponses).toBe(110);
});

test("unknown output is rejected", () => {
  expect(() => parseWrk("unable to connect")).toThrow("wrk printed unexpected output");
});
