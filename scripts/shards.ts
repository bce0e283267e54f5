// docs/shards.md: which statements stay with one account, if the tables of accounts are distributed by `account_id`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { declaredStatements, type Statement } from '../src/storage/engine/database.ts'

const src = join(import.meta.dirname, '../src')
const read = (path: string): string => readFileSync(join(src, path), 'utf8')

/** Returns the column of each table that says whose it is; tables without one are not distributed by account. */
function shardKeys(): Map<string, string | undefined> {
  const columns = new Map<string, string>()
  for (const file of globSync('storage/schema/rows/*.ts', { cwd: src }))
    for (const [, name = '', body = ''] of read(file).matchAll(/interface (\w+Row)\b[^{]*\{([\s\S]*?)\n\}/g))
      columns.set(name, body)
  const tables = read('storage/schema/schema.ts').matchAll(/^ {2}(\w+): table<(\w+)>\(/gm)
  return new Map(
    [...tables].map(([, name = '', row = '']) => {
      if (name === 'account') return [name, 'id']
      return [name, /^\s+account_id\??: (?!.*null)/m.test(columns.get(row) ?? '') ? 'account_id' : undefined]
    }),
  )
}

export interface Placed {
  name: string
  writes: boolean
  /** The tables that are distributed by account. */
  tables: readonly string[]
  /** The columns that it compares with a parameter. */
  foundBy: readonly string[]
  /** `one` shard, `several`, or `none` if no table of accounts is in it. */
  shards: 'one' | 'several' | 'none'
}

const unique = (words: Iterable<string>): string[] => [...new Set(words)]

/** Reads the text of a statement. It says where rows are, not how a planner would find them. */
export function placed(statement: Statement<unknown>, keys: ReadonlyMap<string, string | undefined>): Placed {
  const text = `${statement.text} ${statement.followUp ?? ''}`.replaceAll(/\s+/g, ' ').toLowerCase()
  const named = unique(
    [...text.matchAll(/\b(?:from|join|into|update) ([a-z_]+)/g)].map(([, name = '']) => name),
  )
  const tables = named.filter((name) => keys.get(name) !== undefined)
  const foundBy = unique(
    [...text.matchAll(/([a-z_.]+) (?:= (?:any ?\()?|in \()(?:cast\()?\$\d/g)].map(
      ([, column = '']) => column,
    ),
  )
  const hasOwner = /\baccount_id = (?:cast\()?\$\d/.test(text)
  // A token names nobody, unless the statement says whose it is.
  const isByToken =
    tables.includes('credential') && foundBy.some((column) => /^(credential\.)?digest$/.test(column))
  const isOfOne =
    hasOwner ||
    (!isByToken && /\baccount\.id = (?:cast\()?\$\d+(?! or)/.test(text)) ||
    /insert into [a-z_]+ ?\([^)]*\baccount_id\b[^)]*\).* from account where (?:[a-z_. =$\d]+ and )?id = \$/.test(
      text,
    ) ||
    (tables.every((name) => name === 'account') && /(?<![._a-z])id = (?:cast\()?\$\d/.test(text)) ||
    /insert into [a-z_]+ ?\([^)]*\baccount_id\b[^)]*\) values/.test(text) ||
    /insert into account ?\(/.test(text)
  const shards = tables.length === 0 ? 'none' : isOfOne ? 'one' : 'several'
  return { name: statement.name, writes: statement.writes, tables, foundBy, shards }
}

/** Reads every statement of the storage layer. */
export async function placedStatements(): Promise<Placed[]> {
  const keys = shardKeys()
  // A thread begins its work as it is loaded.
  for (const file of globSync('storage/**/*.ts', { cwd: src }).sort())
    if (!file.startsWith('storage/sqlite/') && !file.endsWith('-entry.ts')) await import(join(src, file))
  return [...declaredStatements.values()]
    .filter(({ name }) => !name.startsWith('insert_account_'))
    .map((statement) => placed(statement, keys))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

export async function shardsPage(notice: string): Promise<string> {
  const all = await placedStatements()
  const of = (shards: Placed['shards']) => all.filter((statement) => statement.shards === shards)
  const keys = [...shardKeys()]
  const schema = read('storage/schema/schema.ts')
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  const distributed = keys.filter(([, key]) => key !== undefined).map(([name]) => name)
  const rekeyed = distributed.filter((name) => {
    const [, key = ''] = new RegExp(`^ {2}${name}: table<\\w+>\\(([^)]*)\\)`, 'm').exec(schema) ?? []
    return name !== 'account' && !key.includes("'account_id'")
  })
  const others = keys.filter(([, key]) => key === undefined).map(([name]) => name)
  return `${notice}
# Shards

Norn runs on one primary. If that ends, the tables of accounts can be distributed by the UUID of the account ([scaling](scaling.md#which-engine-carries-it)). This list is made of the texts of the statements: a statement stays with one shard if it names one account, and crosses shards if it finds accounts by anything else.

- Distributed by \`account_id\`, \`account\` by its \`id\`: ${list(distributed)}.
- Keys that would have to begin with it, since a distributed table can have no other: those of ${list(rekeyed)}; and the unique names and addresses of \`account\`.
- On every shard, or distributed by their own keys: ${list(others)}.

Of ${all.length} statements, ${of('one').length} stay with one shard, ${of('several').length} cross shards, and ${of('none').length} need no table of accounts. A character is a row of its own: what ends it together with its account crosses shards as well, unless both are placed by \`owner_id\`.

## Statements that cross shards

| statement | | tables of accounts | compares |
| --- | --- | --- | --- |
${of('several')
  .map(
    ({ name, writes, tables, foundBy }) =>
      `| \`${name}\` | ${writes ? 'writes' : 'reads'} | ${list(tables)} | ${list(foundBy)} |`,
  )
  .join('\n')}
`
}
