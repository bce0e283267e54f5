// npm run bench:turns: the longest turn of the event loop, and all of the time there, of answers that hold much: lists of a
// wardrobe with 1,000 textures, and reports and lists of a player with 200 friends who all play. Next to the shortest answer,
// since a request costs something by itself. `-- --database postgres` for the other database.
import { hash, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { newAccountRow } from '../src/domain/accounts/account-row.ts'
import { dayMs } from '../src/lib/measure/units.ts'
import { unusableHash } from '../src/passwords/passwords.ts'
import type { Database } from '../src/storage/engine/database.ts'
import { attack } from '../test/attacks/attacked.ts'
import { tokenRow } from './friends.ts'
import { median } from './measure.ts'

const { values: given } = parseArgs({ options: { database: { type: 'string', default: 'sqlite' } } })
const [kept, friends, times] = [1000, 200, 40]

await using service = await attack(given.database === 'postgres' ? 'postgres' : 'sqlite', {
  NORN_WARDROBE_SIZE: String(kept),
  PROBE_EACH_TURN: 'yes',
})
const { id, accessToken } = service.player
const now = Date.now()
{
  await using database = await service.open()
  await fillWardrobe(database)
  for (let index = 0; index < friends; index++) await addFriend(database, index)
}

async function fillWardrobe({ query }: Database): Promise<void> {
  const rows = Array.from({ length: kept }, (_, index) => ({
    id: index.toString(16).padStart(32, '0'),
    account_id: id,
    player_id: id,
    hash: hash('sha256', `texture ${index}`),
    kind: 'skin' as const,
    model: 'default' as const,
    name: `Skin ${index}`,
    added_at: now,
  }))
  for (let from = 0; from < kept; from += 100)
    await query
      .insertInto('wardrobe_texture')
      .values(rows.slice(from, from + 100))
      .execute()
}

/** Adds a friend whose game has just reported. */
async function addFriend({ query }: Database, index: number): Promise<void> {
  const friend = hash('md5', `friend ${index}`)
  const digest = hash('sha256', friend)
  await query
    .insertInto('account')
    .values({
      ...newAccountRow({
        id: friend,
        username: `Friend_${index}`,
        email: undefined,
        passwordHash: unusableHash,
        language: 'en',
        totpSecret: null,
        createdAt: now,
      }),
    })
    .execute()
  await query
    .insertInto('credential')
    .values(tokenRow(digest, friend, now, now + dayMs))
    .execute()
  await query
    .insertInto('presence')
    .values({
      account_id: friend,
      pmid: randomUUID(),
      token: digest,
      status: 'PLAYING_SERVER',
      since: now,
      until: now + dayMs,
      join_value: null,
      invites: null,
    })
    .execute()
  const [low, high] = id < friend ? [id, friend] : [friend, id]
  await query
    .insertInto('friendship')
    .values({ low, high, asked_by: null, since: now, network: null })
    .execute()
}

const services = '/minecraftservices'
const requests: [about: string, path: string, init?: RequestInit][] = [
  ['the shortest answer', '/healthz'],
  ['a short answer to a token', `${services}/minecraft/profile`],
  ['8 textures', '/api/v1/me/wardrobe?limit=8'],
  ['100 textures', '/api/v1/me/wardrobe?limit=100'],
  ['a report, 200 friends online', `${services}/presence`, { method: 'POST', body: '{"status":"ONLINE"}' }],
  ['the list of 200 friends', `${services}/friends`],
]
for (const [about, path, init] of requests) {
  const turns: number[] = []
  let spent = 0
  for (let time = -10; time < times; time++) {
    const answer = await fetch(`${service.serving.baseUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    })
    const body = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${body}`)
    const { heldMs, spentMs } = await service.probe()
    // The first ones compile the code.
    if (time < 0) continue
    turns.push(heldMs)
    spent += spentMs
  }
  console.log(
    `${about}: longest turn ${median(turns).toFixed(2)} ms, undisturbed ${Math.min(...turns).toFixed(2)} ms, in all ${(spent / times).toFixed(2)} ms of the event loop`,
  )
}
