// Changes and deletions in the audit log are detected (docs/decisions/0030-audit-log.md).
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { listAudit } from '../../src/domain/audit/list.ts'
import { hashOfSeal } from '../../src/domain/audit/seal.ts'
import { verifyAudit } from '../../src/domain/audit/verify.ts'
import { rotateSecret } from '../../src/domain/operation/encryption.ts'
import { revokeTokens } from '../../src/domain/tokens/held-tokens.ts'
import { seal } from '../../src/jobs/seal.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { startInstances } from '../instances/instances.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'

const [hour, day] = [3_600_000, 86_400_000]

const verdictOf = ({ context }: RunningService, head?: string) => verifyAudit(context, head)

const problemsOf = async (service: RunningService, head?: string) =>
  (await verdictOf(service, head)).problems.map(({ problem, seal: number }) => `${problem} ${number}`)

const stored = async ({ context }: RunningService) => ({
  entries: await context.db.query.selectFrom('audit_entry').selectAll().orderBy('id').execute(),
  seals: await context.db.query.selectFrom('audit_seal').selectAll().orderBy('number').execute(),
})

/** Accounts, and thus entries, under separate seals. */
async function sealed(service: RunningService, seals: number): Promise<void> {
  for (let number = 0; number < seals; number++) {
    await service.account()
    service.advance(1000)
    await service.account()
    service.advance(1000)
    await seal(service.context)
  }
}

/** The possible actions of an attacker who can write to the database, and how each is detected. */
const attempts: [string, (service: RunningService) => Promise<unknown>, string[]][] = [
  [
    'an entry is changed',
    async ({ context: { db } }) =>
      db.query
        .updateTable('audit_entry')
        .set({ actor_name: 'somebody else' })
        .where('seal', '=', 2)
        .execute(),
    ['entries_differ 2'],
  ],
  [
    'an entry is removed',
    async (service) => {
      const [entry] = (await stored(service)).entries
      const { db } = service.context
      await db.query
        .deleteFrom('audit_entry')
        .where('id', '=', entry?.id ?? '')
        .execute()
    },
    ['entries_differ 1'],
  ],
  [
    'an entry is put under an existing seal',
    async (service) => {
      await service.account()
      const { db } = service.context
      await db.query.updateTable('audit_entry').set({ seal: 3 }).where('seal', 'is', null).execute()
    },
    ['entries_differ 3'],
  ],
  [
    'an entry is put under a missing seal',
    async (service) => {
      await service.account()
      const { db } = service.context
      await db.query.updateTable('audit_entry').set({ seal: 9 }).where('seal', 'is', null).execute()
    },
    ['entries_foreign null'],
  ],
  [
    'a seal and its entries are removed from the middle',
    async ({ context: { db } }) => {
      await db.query.deleteFrom('audit_entry').where('seal', '=', 2).execute()
      await db.query.deleteFrom('audit_seal').where('number', '=', 2).execute()
    },
    ['seals_missing 3'],
  ],
  [
    'from the beginning',
    async ({ context: { db } }) => {
      await db.query.deleteFrom('audit_entry').where('seal', '=', 1).execute()
      await db.query.deleteFrom('audit_seal').where('number', '=', 1).execute()
    },
    ['seals_missing 2'],
  ],
  [
    'from the end',
    async ({ context: { db } }) => {
      await db.query.deleteFrom('audit_entry').where('seal', '=', 3).execute()
      await db.query.deleteFrom('audit_seal').where('number', '=', 3).execute()
    },
    ['last_seal_foreign 2'],
  ],
  [
    'a seal is recomputed for its current entries',
    async ({ context: { db } }) => {
      await db.query.deleteFrom('audit_entry').where('seal', '=', 2).execute()
      await db.query
        .updateTable('audit_seal')
        .set({ entries: 0, digest: hash('sha256', '') })
        .where('number', '=', 2)
        .execute()
    },
    ['seal_differs 2'],
  ],
  [
    'and so is its hash',
    async (service) => {
      const [first, second] = (await stored(service)).seals
      assert.ok(first && second)
      const { query } = service.context.db
      await query.deleteFrom('audit_entry').where('seal', '=', 2).execute()
      const forged = { ...second, entries: 0, digest: hash('sha256', '') }
      await query
        .updateTable('audit_seal')
        .set({ ...forged, hash: hashOfSeal(forged, first.hash) })
        .where('number', '=', 2)
        .execute()
    },
    ['seal_differs 3'],
  ],
  [
    'a seal is marked as old',
    async ({ context: { db } }) => {
      await db.query.deleteFrom('audit_entry').where('seal', '=', 1).execute()
      await db.query.updateTable('audit_seal').set({ dropped: 1 }).where('number', '=', 3).execute()
    },
    ['seal_differs 3'],
  ],
]

onEveryDatabase('the seals of the audit log', (start) => {
  test('are complete, bounded, and chained', async () => {
    const service = await start()
    assert.deepEqual(await verdictOf(service), {
      seals: 0,
      entries: 0,
      unsealed: 0,
      head: null,
      problems: [],
    })
    await seal(service.context)
    assert.deepEqual((await stored(service)).seals, [], 'nothing to seal gives no seal')
    const accounts = await Promise.all(Array.from({ length: 101 }, () => service.account()))
    assert.equal((await verdictOf(service)).unsealed, 101)
    await seal(service.context)
    const first = await verdictOf(service)
    assert.deepEqual([first.seals, first.entries, first.unsealed, first.problems], [2, 101, 0, []])
    await seal(service.context)
    assert.equal((await stored(service)).seals.length, 2)
    assert.equal((await listAudit(service.context, { limit: 1000 })).length, accounts.length)
    // The current seals come after this head.
    await sealed(service, 1)
    assert.deepEqual(await problemsOf(service, first.head ?? ''), [])
    assert.deepEqual(await problemsOf(service, '0'.repeat(64)), ['head_unknown null'])
  })

  test('reveal changes to the log', async () => {
    const service = await start()
    await sealed(service, 3)
    const { query } = service.context.db
    const { entries, seals } = await stored(service)
    for (const [what, tamper, problems] of attempts) {
      assert.deepEqual(await problemsOf(service), [], `before: ${what}`)
      await tamper(service)
      assert.deepEqual(await problemsOf(service), problems, what)
      await query.deleteFrom('audit_entry').execute()
      await query.deleteFrom('audit_seal').execute()
      await query.insertInto('audit_entry').values(entries).execute()
      await query.insertInto('audit_seal').values(seals).execute()
    }
  })

  test('cannot be created without the secret', async () => {
    const secret = 'first-secret-qk3v8zr1x7w5n2m9b4c6'
    const service = await start({ NORN_SECRET: secret })
    await sealed(service, 2)
    assert.deepEqual(await problemsOf(service), [])
    const { db } = service.context
    const [, last] = (await stored(service)).seals
    await db.query
      .updateTable('audit_seal')
      .set({ mac: last?.hash ?? '' })
      .where('number', '=', 2)
      .execute()
    assert.deepEqual(await problemsOf(service), ['last_seal_foreign 2'])
    await db.query
      .updateTable('audit_seal')
      .set({ mac: last?.mac ?? '' })
      .where('number', '=', 2)
      .execute()

    const { secrets } = service.context
    await rotateSecret(service.context, operator, secrets, 'second-secret-p0o9i8u7y6t5r4e3w2q1')
    assert.notEqual((await stored(service)).seals[1]?.mac, last?.mac)
    // A process with the old secret creates none either.
    await service.account()
    await assert.rejects(seal(service.context), /has been changed since this process started/)
    assert.equal((await verdictOf(service)).unsealed, 2)
  })

  test('expire with entries that are old enough, and nothing else', async () => {
    const service = await start({ NORN_AUDIT_KEPT: '10d' })
    const { context } = service
    await sealed(service, 3)
    const begun = await verdictOf(service)
    service.advance(9 * day)
    await sealed(service, 1)
    await sweep(context)
    assert.equal((await stored(service)).entries.length, 8)
    service.advance(day)
    await seal(context)
    await sweep(context)
    const { entries, seals } = await stored(service)
    assert.deepEqual([entries.length, seals.map(({ number }) => number)], [2, [3, 4, 5]])
    const verdict = await verdictOf(service, begun.head ?? '')
    assert.deepEqual([verdict.entries, verdict.unsealed, verdict.problems], [2, 0, []])
    // The remaining entries are verified as before, including the beginning.
    await context.db.query.deleteFrom('audit_seal').where('number', '=', 3).execute()
    assert.deepEqual(await problemsOf(service), ['seals_missing 4'])
  })

  test('release the entries of an inactive log, with a new seal every hour', async () => {
    const service = await start({ NORN_AUDIT_KEPT: '1d' })
    await sealed(service, 2)
    service.advance(30 * day)
    await seal(service.context)
    await seal(service.context)
    await sweep(service.context)
    const { entries, seals } = await stored(service)
    assert.deepEqual([entries.length, seals.map(({ number }) => number)], [0, [2, 3]])
    service.advance(hour)
    await seal(service.context)
    assert.equal((await stored(service)).seals.length, 2)
    assert.deepEqual(await problemsOf(service), [])
  })
})

test('of three instances that seal simultaneously, one does', async (t) => {
  const instances = await startInstances(t)
  const [one] = instances
  const account = await one.stored(await one.account())
  for (let round = 0; round < 6; round++) {
    await Promise.all([
      ...instances.flatMap(({ context }) => [seal(context), seal(context)]),
      ...instances.map(({ context }) => revokeTokens(context, operator, account)),
    ])
    one.advance(1000)
  }
  await seal(one.context)
  const verdict = await verdictOf(one)
  assert.deepEqual([verdict.entries, verdict.unsealed, verdict.problems], [19, 0, []])
  const { seals } = await stored(one)
  assert.deepEqual(
    seals.map(({ number }) => number),
    seals.map((_, index) => index + 1),
  )
  assert.equal(seals.filter(({ mac }) => mac !== null).length, 1)
})
