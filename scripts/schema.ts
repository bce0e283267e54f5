// Writes what this release leaves behind, for the tests of later ones:
// test/schemas/<version>.{sqlite,postgres}.sql, a database with unusual rows in every table, and
// test/releases/data/<version>.{sqlite,postgres}.{sql,json}, the rows of a service that players have used. Run it for each
// release ("npm run schema"); the files are never changed afterwards.
import { readFileSync, writeFileSync } from 'node:fs'
import { openDatabase } from '../src/storage/engine/open.ts'
import { migrate } from '../src/storage/schema/migrate.ts'
import { databases } from '../test/databases.ts'
import { fill, settings } from '../test/releases/fill.ts'
import { startService } from '../test/service.ts'
import { fillWithSample } from '../test/storage/sample.ts'
import { dump, rowsIn } from '../test/storage/schema-dump.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

for (const [kind, fresh] of Object.entries(databases)) {
  const database = await fresh()
  const db = await openDatabase(database.url)
  await migrate(db)
  await fillWithSample(db, 4)
  write(`test/schemas/${version}.${kind}.sql`, await dump(db))
  await db.close()
  await database.drop()

  const used = await fresh()
  const service = await startService(used.url, settings)
  const filled = await fill(service)
  await service.close()
  const left = await openDatabase(used.url)
  write(`test/releases/data/${version}.${kind}.sql`, rowsIn(await dump(left)))
  write(`test/releases/data/${version}.${kind}.json`, `${JSON.stringify(filled, null, 2)}\n`)
  await left.close()
  await used.drop()
}

function write(file: string, text: string): void {
  writeFileSync(new URL(`../${file}`, import.meta.url), text)
  console.log(file)
}
