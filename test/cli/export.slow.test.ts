// Leaving Norn: an export can be imported without any difference.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { type FreshDatabase, migrated } from '../databases.ts'
import { hashesOfPassword } from '../passwords/known-hashes.ts'
import { makePng } from '../png.ts'
import { type Installation, install } from './norn.ts'

let norn: Installation
let postgres: FreshDatabase
before(async () => {
  norn = await install()
  postgres = await migrated.postgres()
})
after(async () => {
  await norn.remove()
  await postgres.drop()
})

const file = (...path: string[]) => join(norn.directory, ...path)

/**
 * Every account and name, except what is specific to an installation: the encryption of the second factor, and the
 * time of a suspension.
 */
async function rowsOf(url: string) {
  const db = await openDatabase(url)
  try {
    const accounts = await db.query.selectFrom('account').selectAll().orderBy('id').execute()
    const names = await db.query
      .selectFrom('username_history')
      .selectAll()
      .orderBy('account_id')
      .orderBy('changed_at')
      .execute()
    const claims = await db.query.selectFrom('name_claim').selectAll().orderBy('name_key').execute()
    const textures = await db.query.selectFrom('texture').select(['hash', 'png']).orderBy('hash').execute()
    return {
      accounts: accounts.map((row) => ({
        ...row,
        totp_secret: row.totp_secret !== null,
        suspended_at: row.suspended_at !== null,
      })),
      names,
      claims,
      textures,
    }
  } finally {
    await db.close()
  }
}

test('an export that is imported elsewhere gives the same accounts, and the same export', async () => {
  const skins = [1, 2].map((n) => makePng(64, 64, (x, y) => [x, y, n, 255]))
  for (const [n, skin] of skins.entries()) writeFileSync(file(`skin${n}.png`), skin)
  writeFileSync(
    file('cape.png'),
    makePng(64, 32, (x, y) => [x, y, 3, 255]),
  )
  const player = (n: number, more: object = {}) => ({
    id: n.toString(16).padStart(32, '0'),
    username: `Player_${n}`,
    email: `Zoë+${n}@example.org`,
    passwordHash: hashesOfPassword['bcrypt $2y$'],
    createdAt: 1_500_000_000_000 + n,
    ...more,
  })
  const character = (n: number, owner: number, more: object) => ({
    id: n.toString(16).padStart(32, '0'),
    username: `Player_${n}`,
    owner: owner.toString(16).padStart(32, '0'),
    createdAt: 1_500_000_000_000 + n,
    ...more,
  })
  const until = '2091-01-01T00:00:00Z'
  const lines = [
    player(1, { skin: 'skin0.png', skinModel: 'slim', cape: 'cape.png', language: 'pt-BR' }),
    player(2, { skin: 'skin0.png', totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }),
    player(3, { skin: 'skin1.png', email: null, passwordHash: '!' }),
    player(4, { suspended: true, suspendedUntil: '2030-01-01T00:00:00Z', suspensionReason: 'said "no" 👋' }),
    player(5, { roles: ['moderator', 'admin'], suspended: true, passwordHash: hashesOfPassword['Joomla'] }),
    player(6, {
      usernameHistory: [{ name: 'Zoë die Große' }, { name: 'B', changedToAt: 1_600_000_000_000 }],
    }),
    player(7, {
      deletesAt: '2090-01-01T00:00:00Z',
      groups: ['staff'],
      heldNames: [{ name: 'former', until }],
    }),
    ...Array.from({ length: 600 }, (_, n) => player(100 + n)),
    character(1000, 7, { deletesAt: '2090-01-01T00:00:00Z', primary: true, skin: 'skin1.png' }),
    character(1001, 7, { deletesAt: '2089-01-01T00:00:00Z' }),
    character(1002, 6, { usernameHistory: [{ name: 'Zoë die Kleine' }] }),
    character(1003, 2, {
      primary: true,
      cape: 'cape.png',
      suspended: true,
      suspensionReason: 'said "no" 👋',
    }),
    ...Array.from({ length: 600 }, (_, n) => character(2000 + n, 100 + n, { primary: n % 3 === 0 })),
  ]
  writeFileSync(file('players.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await norn.json('account', 'import', 'players.ndjson')

  mkdirSync(file('out'))
  const written = { accounts: 607, characters: 604, textures: 3 }
  const first = file('out', 'accounts.ndjson')
  assert.deepEqual(await norn.json('export', 'out/accounts.ndjson'), { file: first, ...written })
  assert.equal(statSync(first).mode & 0o777, 0o600)
  assert.equal(readdirSync(file('out', 'textures')).length, 3)

  const elsewhere = { NORN_DATABASE_URL: postgres.url, NORN_SECRET: 'another secret of 32 characters!' }
  const imported = await norn.run(['account', 'import', 'out/accounts.ndjson', '--json'], {
    variables: elsewhere,
  })
  assert.deepEqual(JSON.parse(imported.stdout), { added: 1211, linked: 0, unchanged: 0, refused: [] })
  assert.deepEqual(await rowsOf(postgres.url), await rowsOf(`sqlite:${norn.database}`))

  mkdirSync(file('again'))
  const second = await norn.run(['export', 'again/accounts.ndjson'], { variables: elsewhere })
  assert.equal(second.status, 0, second.stderr)
  assert.equal(readFileSync(file('again', 'accounts.ndjson'), 'utf8'), readFileSync(first, 'utf8'))

  // And back, where they are, and where nothing is.
  const unchanged = { added: 0, linked: 0, unchanged: 1211, refused: [] }
  assert.deepEqual(await norn.json('account', 'import', 'again/accounts.ndjson'), unchanged)
  const third = { NORN_DATA_DIR: file('third') }
  const back = await norn.run(['account', 'import', 'again/accounts.ndjson', '--json'], { variables: third })
  assert.equal(JSON.parse(back.stdout).added, 1211)
  const rows = await rowsOf(`sqlite:${file('third', 'norn.sqlite')}`)
  assert.deepEqual(rows, await rowsOf(`sqlite:${norn.database}`))
  assert.equal(rows.accounts.filter(({ primary_id }) => primary_id !== null).length, 202)
  assert.deepEqual(
    rows.claims.filter(({ kind }) => kind === 'held').map(({ name_key }) => name_key),
    ['former'],
  )

  const taken = await norn.run(['export', 'out/accounts.ndjson'])
  assert.match(taken.stderr, /accounts\.ndjson exists; name a new file, or remove it\n$/)
  const nowhere = await norn.run(['export', 'nowhere/accounts.ndjson'])
  assert.match(nowhere.stderr, /cannot be written \(ENOENT\)/)
  assert.deepEqual([taken.status, nowhere.status], [1, 1])
})
