// Players with friends, and tokens with which their games report: written directly into the database, since signing in
// takes longer.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { openContext } from '../src/compose.ts'
import { loadConfig } from '../src/config/load.ts'
import { dayMs, hourMs } from '../src/lib/measure/units.ts'
import { digestOfJti, launcherKind } from '../src/model/accounts/credential.ts'
import type { Player } from './players.ts'
import type { Setting } from './service.ts'

const rowsAtOnce = 500

/** Returns how many of the next players are friends of a player. With those before, each has some 50; one of 20 has more. */
const friendsOf = (index: number, players: number): number =>
  Math.min(index % 20 === 0 ? 100 : 5 + ((index * 7919) % 31), Math.floor((players - 1) / 2))

/** Returns the row of a launcher's token. Instants are epoch milliseconds. */
export const tokenRow = (digest: string, accountId: string, now: number, expiresAt: number) => ({
  digest,
  kind: launcherKind,
  account_id: accountId,
  credentials_version: 0,
  rights: 'join',
  client: '"bench"',
  issued_at: now,
  expires_at: expiresAt,
  user_agent: null,
  address: '127.0.0.1',
  first_used_at: now,
  last_used_at: now,
  grant_id: null,
  scope: null,
  app_password_id: null,
})

/** Makes players friends of those next to them, and gives each a token. */
export async function befriend(
  { directory, databaseUrl }: Setting,
  players: readonly Player[],
): Promise<void> {
  const { config } = loadConfig(
    { NORN_DATA_DIR: directory, NORN_DATABASE_URL: databaseUrl, NORN_LOG_LEVEL: 'error' },
    directory,
  )
  await using context = await openContext(config)
  const now = context.clock()
  // Not just now: the service would look at each sign-in, whether its device is new, while it is measured.
  const signedInAt = now - hourMs
  const expiresAt = now + dayMs
  const pairs = players.flatMap(({ id }, index) =>
    Array.from({ length: friendsOf(index, players.length) }, (_, step) => {
      const other = players[(index + step + 1) % players.length]?.id ?? ''
      return id < other ? { low: id, high: other } : { low: other, high: id }
    }),
  )
  const tokens = players.map((player) => {
    const jti = randomUUID()
    const scope = `${config.game}_server_session`
    player.accessToken = context.accessTokens.sign({
      jti,
      sub: player.id,
      scope,
      issuedAt: signedInAt,
      expiresAt,
    })
    return tokenRow(digestOfJti(jti), player.id, signedInAt, expiresAt)
  })
  await context.db.unbounded.transaction(async ({ query }) => {
    for (let at = 0; at < pairs.length; at += rowsAtOnce) {
      const rows = pairs
        .slice(at, at + rowsAtOnce)
        .map((pair) => ({ ...pair, asked_by: null, since: now, network: null }))
      await query
        .insertInto('friendship')
        .values(rows)
        .onConflict((on) => on.doNothing())
        .execute()
    }
    for (let at = 0; at < tokens.length; at += rowsAtOnce) {
      await query
        .insertInto('credential')
        .values(tokens.slice(at, at + rowsAtOnce))
        .execute()
    }
  })
  // autovacuum would do this a minute later. Not of presence: that nobody reports is not so for long, and plans that were made
  // for it are kept.
  if (context.db.dialect === 'postgres') {
    await context.db.unbounded.transaction(({ query }) =>
      sql`analyze account, credential, friendship`.execute(query),
    )
  }
}
