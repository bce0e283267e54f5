import { databaseUrl } from '../../config/values.ts'
import type { Database } from '../../storage/engine/database.ts'
import { openDatabase } from '../../storage/engine/open.ts'
import { CopyRefused, copyDatabase } from '../../storage/tools/copy.ts'
import { CommandRefused, UsageError } from '../line/command.ts'
import { configFor } from '../line/config-for.ts'
import type { Output } from '../line/output.ts'
import { Progress } from '../line/progress.ts'
import { lockForCopy } from '../serve/one-service.ts'
import { makeSchema, requireFile, requireSchema, schemaState } from './schema-state.ts'

const remedies: Record<CopyRefused['why'], string> = {
  target_not_empty: 'give an empty database in --to',
  source_empty: 'check NORN_DATABASE_URL',
  tables_differ: 'stop the service, empty the target and copy again',
}

/** Copies the configured database to another one, SQLite or PostgreSQL. */
export async function copy({ to }: { to: string }, output: Output): Promise<void> {
  const target = databaseUrl.read(to, output.surroundings.cwd())
  if (target === undefined) throw new UsageError(`--to must be ${databaseUrl.allowed}`)
  const { config } = configFor(output)
  if (target === config.databaseUrl)
    throw new CommandRefused('--to is the configured database itself; give another one')

  requireFile(config.databaseUrl)
  await using source = await openDatabase(config.databaseUrl)
  await requireSchema(source, config.databaseUrl)
  using _ = await lockForCopy(config.databaseUrl)
  await using copied = await openDatabase(target)
  await prepareTarget(copied)
  const progress = new Progress(output.surroundings.stderr, 'rows')
  try {
    const tables = await copyDatabase(source, copied, (done, all) => progress.update(done, done / all))
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    progress.end()
    output.object(
      { rows, tables },
      `${rows} rows copied and compared. Set NORN_DATABASE_URL to the new database and start Norn.`,
    )
  } catch (error) {
    progress.end()
    if (error instanceof CopyRefused)
      throw new CommandRefused(`${error.message}; ${remedies[error.why]}`, { cause: error })
    throw error
  }
}

/** Throws CommandRefused for an older schema: "norn migrate" works only on the configured database. */
async function prepareTarget(db: Database): Promise<void> {
  if ((await schemaState(db)) === 'older') {
    throw new CommandRefused(
      `the target has the schema of an older version of Norn; ${remedies.target_not_empty}`,
    )
  }
  await makeSchema(db)
}
