// Expired leftovers of strangers and players are deleted to the millisecond, and nothing earlier.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sweep } from '../../src/jobs/sweep.ts'
import { sharedClientId } from '../../src/model/community/oauth.ts'
import { onEveryDatabase } from '../service.ts'

const minute = 60_000
const day = 86_400_000
const year = 365 * day
const totpStep = 30_000

/** A row of a table by its key, which is its first column; `at` is the instant of its expiry. */
type RowOf = (key: string, at: number) => Record<string, string | number | null>

interface Swept {
  /** The time between that instant and the deletion of the row. */
  after: number
  /** The difference in age to the row that stays. */
  step?: number
  row: RowOf
}

/** `accounts` are two, by the keys of the rows. */
const sweptOf = (accounts: Readonly<Record<string, string>>): Record<string, Swept> => {
  const owner = accounts['goes'] ?? ''
  const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '']))
  const artifact = { kind: 'DeviceCode', client_id: sharedClientId, payload: '{}', issued_at: 1 }
  return {
    oauth_artifact: {
      after: 10 * minute,
      row: (digest, expires_at) => ({ digest, ...artifact, expires_at }),
    },
    credential: {
      after: day,
      row: (digest, expires_at) => ({
        digest,
        ...texts('rights', 'client'),
        kind: 'launcher',
        account_id: owner,
        credentials_version: 0,
        issued_at: 1,
        first_used_at: 1,
        last_used_at: 1,
        expires_at,
      }),
    },
    oauth_grant: {
      after: day,
      row: (id, expires_at) => ({
        id,
        account_id: owner,
        client_id: sharedClientId,
        credentials_version: 0,
        scope: 'openid',
        created_at: 1,
        expires_at,
      }),
    },
    email_change: {
      after: 0,
      row: (digest, expires_at) => ({
        digest,
        account_id: owner,
        secrets_version: 0,
        credentials_version: 0,
        email: 'a@b',
        expires_at,
      }),
    },
    pending_join: {
      after: 10 * minute,
      row: (server_id_digest, expires_at) => ({
        server_id_digest,
        account_id: owner,
        address: '::1',
        credentials_version: 0,
        expires_at,
      }),
    },
    guess: { after: 0, row: (key, full_at) => ({ key, full_at }) },
    lookup_client: {
      after: 0,
      row: (network, forgotten_at) => ({ network, full_at: 1, ban_length: 0, forgotten_at }),
    },
    used_totp_step: {
      after: day,
      step: totpStep,
      row: (key, at) => ({ account_id: accounts[key] ?? '', step: at / totpStep }),
    },
    known_device: { after: year, row: (digest, seen_at) => ({ digest, account_id: owner, seen_at }) },
    texture_report: {
      after: 90 * day,
      row: (id, decided_at) => ({
        id,
        ...texts('subject', 'player_id', 'player_name', 'reason'),
        kind: 'skin',
        is_visitor: 0,
        is_system: 0,
        state: 'kept',
        at: 1,
        decided_at,
      }),
    },
    former_skin: {
      after: year,
      row: (hash, taken_off_at) => ({ hash, account_id: owner, model: 'slim', taken_off_at }),
    },
    used_challenge: { after: day, row: (digest, expires_at) => ({ digest, expires_at }) },
    used_sign_in_state: { after: day, row: (digest, expires_at) => ({ digest, expires_at }) },
    mail: {
      after: 0,
      row: (id, expires_at) => ({
        id,
        ...texts('kind', 'recipient', 'language', 'content'),
        created_at: 1,
        due_at: 1,
        tries: 1,
        expires_at,
      }),
    },
    registration: {
      after: 0,
      row: (digest, expires_at) => ({
        digest,
        username: digest,
        username_folded: digest,
        ...texts('email', 'email_folded', 'password_hash', 'language', 'browser'),
        expires_at,
      }),
    },
    recovery: {
      after: 0,
      row: (digest, expires_at) => ({ digest, account_id: owner, secrets_version: 0, expires_at }),
    },
    deletion: {
      after: 0,
      row: (id, expires_at) => ({ id, ...texts('name', 'title', 'content'), kind: 'group', expires_at }),
    },
    deletion_part: {
      after: 0,
      row: (deletion_id) => ({ deletion_id, part: 'member', account_id: owner, key: 'staff' }),
    },
    setup_code: { after: 0, row: (digest, expires_at) => ({ digest, expires_at }) },
    one_time_link: {
      after: 0,
      row: (digest, expires_at) => ({
        digest,
        account_id: accounts[digest] ?? '',
        ...texts('purpose', 'roles', 'maker_kind'),
        credentials_version: 0,
        secrets_version: 0,
        expires_at,
      }),
    },
    invite: {
      after: day,
      row: (id, expires_at) => ({ id, code: id, digest: id, uses: 1, created_at: 1, expires_at }),
    },
    api_token: {
      after: 0,
      row: (id, expires_at) => ({
        id,
        digest: id,
        ...texts('name', 'maker_kind'),
        access: 'read',
        created_at: 1,
        expires_at,
      }),
    },
    idempotency_key: {
      after: 0,
      row: (digest, expires_at) => ({ digest, token_id: 'stays', request: '', started_at: 1, expires_at }),
    },
    attempt: {
      after: 7 * day,
      row: (subject, at) => ({
        subject,
        step: 'join',
        refused_at: at,
        at,
        reason: 'x',
        ...texts('network', 'address'),
      }),
    },
  }
}

onEveryDatabase('the sweep', (start, _shared, kind) => {
  test('deletes expired rows, to the millisecond, and nothing earlier', async () => {
    const service = await start()
    const { db } = service.context
    const accounts = { goes: (await service.account()).id, stays: (await service.account()).id }
    const now = service.now()
    const swept = Object.entries(sweptOf(accounts))
    for (const [table, { after, step = 1, row }] of swept) {
      for (const [key, at] of [
        ['goes', now - after],
        ['stays', now - after + step],
      ] as const) {
        const columns = Object.entries(row(key, at))
        await sql`insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
          values (${sql.join(columns.map(([, value]) => value))})`.execute(db.query)
      }
    }
    await sweep(service.context)
    for (const [table, { row }] of swept) {
      const [[column, key] = ['', '']] = Object.entries(row('stays', 0))
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.query)
      assert.deepEqual(
        rows.map((each) => each[column]),
        [key],
        table,
      )
    }
  })

  test('keeps the newest 20,000 automatic bans, and all manual ones', async () => {
    const service = await start()
    const { db } = service.context
    const now = service.now()
    const [kept, surplus] = [20_000, 3]
    await sql`with recursive age (ms) as
        (select cast(1 as int) union all select ms + 1 from age where ms < cast(${kept + surplus} as int))
      insert into lookup_client (network, forgotten_at, full_at, banned_at, ends_at, ban_length)
      select cast(ms as text), cast(${now} as bigint) + 1, 0, cast(${now} as bigint) - ms, null, 1 from age`.execute(
      db.query,
    )
    await db.query
      .updateTable('lookup_client')
      .set({ ban_length: 0 })
      .where('network', '=', String(kept + surplus))
      .execute()
    await sweep(service.context)
    const left = await db.query
      .selectFrom('lookup_client')
      .select(({ fn }) => [fn.countAll().as('count'), fn.min('banned_at').as('oldest')])
      .where('ban_length', '>', 0)
      .executeTakeFirstOrThrow()
    assert.deepEqual([Number(left.count), left.oldest], [kept, now - kept])
    const byHand = await db.query
      .selectFrom('lookup_client')
      .select('network')
      .where('ban_length', '=', 0)
      .execute()
    assert.deepEqual(byHand, [{ network: String(kept + surplus) }])
  })

  // The statement is the same on both databases; writing so many rows twice is not worth the time.
  if (kind !== 'sqlite') return
  test('keeps the newest 250,000 refusals of all accounts together', async () => {
    const service = await start()
    const { db } = service.context
    const now = service.now()
    const kept = 250_000
    const surplus = 1003
    const atOnce = 10_000
    for (let from = 0; from < kept + surplus; from += atOnce) {
      const to = Math.min(from + atOnce, kept + surplus)
      await sql`with recursive age (ms) as
          (select cast(${from} as int) + 1 union all select ms + 1 from age where ms < cast(${to} as int))
        insert into attempt (subject, step, refused_at, at, reason, network, address)
        select 'x', 'join', cast(${now} as bigint) - ms, cast(${now} as bigint) - ms, 'x', '', '' from age`.execute(
        db.query,
      )
    }
    await sweep(service.context)
    const { fn } = db.query
    const left = await db.query
      .selectFrom('attempt')
      .select([fn.countAll().as('count'), fn.min('at').as('oldest')])
      .executeTakeFirstOrThrow()
    assert.deepEqual([Number(left.count), left.oldest], [kept, now - kept])
  })
})
