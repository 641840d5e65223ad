import {
  type AlterTableCmd,
  type AlterTableStmt,
  type ColumnDef,
  type Constraint,
  type CreateStmt,
  type IndexStmt,
  type Node,
  parse,
  type UpdateStmt,
} from "libpg-query";
import { readDirectives } from "#app/data/migrations/read-directives.server.ts";

/**
 * Finds what a migration does to a database on which the previous release still runs, by the grammar of PostgreSQL. Every statement that is
 * not known to keep the previous release working is reported, unless the file declares why it is safe, or that it contracts the schema.
 * @returns a sentence for each violation
 */
export async function findViolations(name: string, text: string): Promise<string[]> {
  const directives = readDirectives(name, text);
  const found: Findings = { breaks: [], waits: [] };
  const own: Own = { tables: new Set(), columns: new Set(), locked: new Set() };
  for (const { stmt } of (await parse(text)).stmts ?? []) {
    if (stmt !== undefined) checkStatement(stmt, own, found);
  }
  const isDeclared = directives.requiredLevel !== undefined || directives.safeBecause !== undefined;
  return [
    ...(isDeclared ? [] : found.breaks),
    ...(directives.plainIndexBecause === undefined ? found.waits : []),
  ].map((violation) => `${name} ${violation}`);
}

/** @property breaks what the previous release may not work with
 * @property waits what lets writes wait while rows are read */
type Findings = { breaks: string[]; waits: string[] };

/**
 * What the file created, which the previous release does not use. Columns are written like "people.score".
 * @property locked existing tables that the file has changed, and that it locks until its end
 */
type Own = { tables: Set<string>; columns: Set<string>; locked: Set<string> };

/** Statements that change nothing which the previous release uses. */
const harmless: ReadonlySet<string> = new Set([
  "SelectStmt",
  "InsertStmt",
  "LockStmt",
  "VariableSetStmt",
  "CommentStmt",
  "CreateSeqStmt",
  "CreateEnumStmt",
  "CreateDomainStmt",
]);

function checkStatement(node: Node, own: Own, found: Findings): void {
  const [kind = ""] = Object.keys(node);
  if (harmless.has(kind)) return;
  if ("CreateStmt" in node) return checkTable(node.CreateStmt, own, found);
  if ("AlterTableStmt" in node) return checkChange(node.AlterTableStmt, own, found);
  if ("IndexStmt" in node) return checkIndex(node.IndexStmt, own, found);
  if ("UpdateStmt" in node) return checkUpdate(node.UpdateStmt, own, found);
  if (isNewProcedure(node, own)) return;
  found.breaks.push(`has a ${kind} that the previous release may not work with`);
}

/** Whether it is a new function, or a trigger of a new table. */
function isNewProcedure(node: Node, own: Own): boolean {
  if ("CreateFunctionStmt" in node) return node.CreateFunctionStmt.replace !== true;
  return "CreateTrigStmt" in node && own.tables.has(node.CreateTrigStmt.relation?.relname ?? "");
}

function checkTable({ relation, tableElts }: CreateStmt, own: Own, found: Findings): void {
  own.tables.add(relation?.relname ?? "");
  for (const element of tableElts ?? []) {
    if ("Constraint" in element) checkReference(element.Constraint, own, found);
    if ("ColumnDef" in element) {
      for (const constraint of listConstraints(element.ColumnDef)) checkReference(constraint, own, found);
    }
  }
}

/** The previous release deletes rows of its tables, and not those that refer to them. */
function checkReference({ contype, pktable, fk_del_action: action }: Constraint, own: Own, found: Findings) {
  if (contype !== "CONSTR_FOREIGN" || own.tables.has(pktable?.relname ?? "")) return;
  if (action === "c" || action === "n" || action === "d") return;
  found.breaks.push(
    `refers to ${pktable?.relname} without "on delete", so the previous release cannot delete rows`,
  );
}

function checkChange({ relation, cmds, objtype }: AlterTableStmt, own: Own, found: Findings): void {
  const table = relation?.relname ?? "";
  if (own.tables.has(table)) return;
  own.locked.add(table);
  for (const node of cmds ?? []) {
    if (!("AlterTableCmd" in node)) continue;
    const command = node.AlterTableCmd;
    if (objtype === "OBJECT_TABLE" && command.subtype === "AT_AddColumn") {
      checkColumn(table, command, own, found);
    } else if (!isHarmlessChange(command)) {
      found.breaks.push(`changes ${table} with ${command.subtype}`);
    }
  }
}

function isHarmlessChange({ subtype, def }: AlterTableCmd): boolean {
  // Without a definition, it drops the default.
  if (subtype === "AT_ColumnDefault") return def !== undefined;
  return ["AT_SetStatistics", "AT_SetRelOptions", "AT_ValidateConstraint"].includes(subtype ?? "");
}

function checkColumn(table: string, { def }: AlterTableCmd, own: Own, found: Findings): void {
  if (def === undefined || !("ColumnDef" in def)) return;
  const column = `${table}.${def.ColumnDef.colname}`;
  own.columns.add(column);
  const constraints = listConstraints(def.ColumnDef);
  const kinds = constraints.map(({ contype }) => contype ?? "");
  const initial = constraints.find(({ contype }) => contype === "CONSTR_DEFAULT")?.raw_expr;
  if (kinds.includes("CONSTR_NOTNULL") && initial === undefined) {
    found.breaks.push(`adds ${column}, which is not null and has no default`);
  }
  for (const kind of kinds.filter((each) => !columnConstraints.has(each))) {
    found.breaks.push(`adds ${column} with ${kind}`);
  }
  if (initial !== undefined && !isConstant(initial)) {
    found.waits.push(`adds ${column} with a default that rewrites the table`);
  }
  for (const constraint of constraints) checkReference(constraint, own, found);
}

/** Others build an index or rewrite the table. The previous release stores the default, so a check of it can only reject the new release. */
const columnConstraints: ReadonlySet<string> = new Set([
  "CONSTR_NULL",
  "CONSTR_NOTNULL",
  "CONSTR_DEFAULT",
  "CONSTR_CHECK",
  "CONSTR_FOREIGN",
]);

/** Whether PostgreSQL stores the value once in place of rewriting each row. */
function isConstant(value: Node): boolean {
  if ("A_Const" in value) return true;
  if ("TypeCast" in value) return value.TypeCast.arg !== undefined && isConstant(value.TypeCast.arg);
  if (!("FuncCall" in value)) return false;
  return value.FuncCall.funcname?.some((part) => "String" in part && part.String.sval === "now") === true;
}

function checkIndex({ relation, idxname, unique, concurrent }: IndexStmt, own: Own, found: Findings): void {
  const table = relation?.relname ?? "";
  if (own.tables.has(table)) return;
  const title = idxname ?? "an index";
  if (unique === true) found.breaks.push(`creates ${title}, which rejects rows of the previous release`);
  if (concurrent !== true) {
    found.waits.push(`creates ${title} on ${table}, which exists, without concurrently`);
  }
}

function checkUpdate({ relation, targetList }: UpdateStmt, own: Own, found: Findings): void {
  const table = relation?.relname ?? "";
  if (own.tables.has(table)) return;
  if (own.locked.has(table)) {
    found.waits.push(`updates ${table} after it has changed the table, which stays locked meanwhile`);
  }
  for (const target of targetList ?? []) {
    const column = `${table}.${"ResTarget" in target ? target.ResTarget.name : ""}`;
    if (!own.columns.has(column)) found.breaks.push(`updates ${column}, which the previous release uses`);
  }
}

function listConstraints({ constraints }: ColumnDef): Constraint[] {
  return (constraints ?? []).flatMap((node) => ("Constraint" in node ? [node.Constraint] : []));
}
