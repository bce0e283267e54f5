import { type KyselyPlugin, OperationNodeTransformer, type SchemableIdentifierNode } from 'kysely'
import type { ForeignDatabase } from './database.ts'

/** Returns the same database, with the tables that have this prefix under their names without it. */
export function withPrefix(database: ForeignDatabase, prefix: string): ForeignDatabase {
  if (prefix === '') return database
  const tables = [...database.tables].filter(([name]) => name.startsWith(prefix))
  return {
    query: database.query.withPlugin(prefixed(prefix)),
    tables: new Map(tables.map(([name, columns]) => [name.slice(prefix.length), columns])),
    close: () => database.close(),
  }
}

class Prefixed extends OperationNodeTransformer {
  readonly #prefix: string

  constructor(prefix: string) {
    super()
    this.#prefix = prefix
  }

  protected override transformSchemableIdentifier(node: SchemableIdentifierNode): SchemableIdentifierNode {
    const { identifier } = node
    return { ...node, identifier: { ...identifier, name: this.#prefix + identifier.name } }
  }
}

function prefixed(prefix: string): KyselyPlugin {
  const transformer = new Prefixed(prefix)
  return {
    transformQuery: ({ node }) => transformer.transformNode(node),
    transformResult: async ({ result }) => result,
  }
}

/** Returns the common prefix of these names in the list of tables, or undefined unless there is exactly one. */
export function prefixOf(tables: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
  const [first = '', ...others] = names
  const found = [...tables.keys()]
    .filter((table) => table.endsWith(first))
    .map((table) => table.slice(0, -first.length))
    .filter((prefix) => others.every((name) => tables.has(prefix + name)))
  return found.length === 1 ? found[0] : undefined
}
