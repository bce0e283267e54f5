// Writes test/schemas/<version>.{sqlite,postgres}.sql: the database as this release leaves it, with rows in
// every table. Run for each release ("npm run schema"); afterwards the two files are never changed.
import { readFileSync, writeFileSync } from 'node:fs'
import { openDatabase } from '../src/storage/engine/open.ts'
import { migrate } from '../src/storage/schema/migrate.ts'
import { databases } from '../test/databases.ts'
import { fillWithSample } from '../test/storage/sample.ts'
import { dump } from '../test/storage/schema-dump.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

for (const [kind, fresh] of Object.entries(databases)) {
  const database = await fresh()
  const db = await openDatabase(database.url)
  await migrate(db)
  await fillWithSample(db, 4)
  const file = `test/schemas/${version}.${kind}.sql`
  writeFileSync(new URL(`../${file}`, import.meta.url), await dump(db))
  console.log(file)
  await db.close()
  await database.drop()
}
