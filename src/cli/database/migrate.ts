import { openDatabase } from '../../storage/engine/open.ts'
import { migrate as migrateDatabase, migrationState } from '../../storage/schema/migrate.ts'
import { rehearseMigration } from '../../storage/tools/rehearsal.ts'
import { configFor } from '../line/config-for.ts'
import type { Output } from '../line/output.ts'
import { requireFile } from './schema-state.ts'

export async function migrate(
  { 'dry-run': isDryRun }: { 'dry-run': boolean },
  output: Output,
): Promise<void> {
  const { config } = configFor(output)
  if (isDryRun) return rehearse(config.databaseUrl, output)
  await using database = await openDatabase(config.databaseUrl)
  const applied = await migrateDatabase(database, (name) => output.note(`applying ${name}`))
  const { pending } = await migrationState(database)
  const sentence = applied.length === 0 ? 'The schema was already up to date.' : 'The schema is up to date.'
  output.object({ applied, pending }, sentence)
}

async function rehearse(databaseUrl: string, output: Output): Promise<void> {
  requireFile(databaseUrl)
  const steps = await rehearseMigration(databaseUrl, (name) => output.note(`trying ${name}`))
  const seconds = Math.ceil(steps.reduce((sum, { ms }) => sum + ms, 0)) / 1000
  const what = steps.length === 1 ? 'One migration is' : `${steps.length} migrations are`
  const sentence =
    steps.length === 0
      ? 'The schema is up to date: there is nothing to do.'
      : `${what} pending and took ${seconds} s. Nothing was changed.`
  output.object({ applied: [], pending: steps.map(({ name }) => name), seconds }, sentence)
}
