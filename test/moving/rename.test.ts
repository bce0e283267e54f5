// Players of one site whose names differ only in letter case, and players whose names are not allowed here.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { offlineUuid } from '../../src/lib/crypto/uuid.ts'
import type { ForeignDatabase } from '../../src/moving/databases/database.ts'
import { openForeign } from '../../src/moving/databases/open.ts'
import { authme } from '../../src/moving/programs/authme.ts'
import { blessing } from '../../src/moving/programs/blessing.ts'
import { renamePlayers } from '../../src/moving/programs/rename.ts'
import type { Source } from '../../src/moving/programs/source.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { blessingSchema } from './blessing.ts'
import { fill, importPlayers } from './source.ts'

let directory: string
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'norn-rename-'))
})
after(() => rm(directory, { recursive: true, force: true }))

/** Imports everybody, some under other names, and returns the UUIDs by username. */
async function arrive(
  { context }: RunningService,
  address: string,
  source: (database: ForeignDatabase) => Promise<Source>,
  usernames: Record<string, string>,
) {
  const database = await openForeign(address)
  try {
    const { players } = await source(database)
    const renamed = renamePlayers(context, players, new Map(Object.entries(usernames)))
    const { refused } = await importPlayers(context, renamed, directory)
    const rows = await context.db.query.selectFrom('account').select(['username', 'id']).execute()
    return { refused, ids: Object.fromEntries(rows.map(({ username, id }) => [username, id])) }
  } finally {
    await database.close()
  }
}

onEveryDatabase('players who are renamed on arrival', (start, _shared, kind) => {
  const user = (uid: number) =>
    `insert into users (uid, email, score, password, ip, last_sign_at, register_at)
     values (${uid}, 'u${uid}@example.org', 0, '', '', '2026-01-01', '2026-01-01')`
  const player = (uid: number, name: string, uuid: string) => [
    user(uid),
    `insert into players (uid, name, last_modified) values (${uid}, '${name}', '2026-01-01')`,
    `insert into uuid (name, uuid) values ('${name}', '${uuid}')`,
  ]
  const uuids = ['a', 'b', 'c'].map((digit) => digit.repeat(32).replace(/^(.{12})./, '$14'))

  test('two names that differ only in letter case keep their UUIDs', async () => {
    const service = await start()
    const file = join(directory, `${kind}-blessing.db`)
    const names = ['Steve', 'sTEVE', '史蒂夫']
    await fill(file, [
      ...blessingSchema('sqlite', ''),
      ...names.flatMap((name, index) => player(index + 1, name, uuids[index] ?? '')),
    ])
    const before = await arrive(service, file, (database) => blessing(database), {})
    assert.deepEqual(before.refused, { sTEVE: 'username_taken', 史蒂夫: 'username_malformed' })
    const { refused, ids } = await arrive(service, file, (database) => blessing(database), {
      sTEVE: 'Steve_2',
      史蒂夫: 'Shidifu',
      steve: 'Nobody',
    })
    assert.deepEqual(refused, {})
    assert.deepEqual(ids, { Steve: uuids[0], Steve_2: uuids[1], Shidifu: uuids[2] })
  })

  test('a UUID that is derived from the name is derived from the former one', async () => {
    const service = await start({ NORN_UUIDS: 'offline' })
    const file = join(directory, `${kind}-authme.db`)
    await fill(file, [
      'create table authme (id integer primary key, username text, realname text, password text)',
      "insert into authme values (1, 'köche', 'Köche', '')",
      "insert into authme values (2, 'alex', 'Alex', '')",
    ])
    const { refused, ids } = await arrive(service, file, authme, { Köche: 'Koeche' })
    assert.deepEqual(refused, {})
    assert.deepEqual(ids, { Koeche: offlineUuid('Köche'), Alex: offlineUuid('Alex') })
  })
})
