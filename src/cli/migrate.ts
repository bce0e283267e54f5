import { migrate as migrateDatabase, migrationState } from '../storage/migrate.ts'
import { openDatabase } from '../storage/open.ts'
import { configFor } from './config-for.ts'
import type { Output } from './output.ts'

export async function migrate(_: object, output: Output): Promise<void> {
  const { config } = configFor(output)
  await using database = await openDatabase(config.databaseUrl)
  const applied = await migrateDatabase(database, (name) => output.note(`applying ${name}`))
  const { pending } = await migrationState(database)
  const sentence = applied.length === 0 ? 'The schema was already up to date.' : 'The schema is up to date.'
  output.object({ applied, pending }, sentence)
}
