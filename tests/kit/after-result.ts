import type { KyselyPlugin } from "kysely";

/**
 * Lets a test act between two statements of a function. Runs `act` after the result of each query whose syntax tree contains the text, such as
 * the name of a table, and before the function receives the result.
 */
export function afterResult(text: string, act: () => Promise<void>): KyselyPlugin {
  const matching = new WeakSet<object>();
  return {
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes(text)) matching.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (matching.has(queryId)) await act();
      return result;
    },
  };
}
