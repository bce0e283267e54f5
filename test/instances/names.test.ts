// Many accounts want one name simultaneously: exactly one of them gets it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeAccount } from '../../src/domain/accounts/change.ts'
import { createAccount } from '../../src/domain/accounts/create.ts'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { changeOwnUsername } from '../../src/domain/game/own-profile.ts'
import { releaseName } from '../../src/domain/names/held.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { confirmRegistration } from '../../src/domain/registration/confirm.ts'
import { register } from '../../src/domain/registration/register.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { kinds, migrated } from '../databases.ts'
import { operator, type RunningService, startService } from '../service.ts'
import { newMail } from '../web/mailbox.ts'

const settings = {
  NORN_USERNAME_COOLDOWN: '0s',
  NORN_REGISTRATIONS_PER_ADDRESS: '1000',
  NORN_MAILS_PER_ADDRESS: '1000',
}
const rounds = 6

/** Each account's name has one claim, no claim belongs to two accounts, and refusals have known texts. */
async function assertConsistent(
  { context: { db } }: RunningService,
  answers: readonly PromiseSettledResult<unknown>[],
) {
  const accounts = await db.query.selectFrom('account').select(['id', 'username_folded']).execute()
  const claims = await db.query.selectFrom('name_claim').selectAll().execute()
  const owned = claims
    .filter(({ kind }) => kind === 'account')
    .map((claim) => [claim.name_key, claim.account_id])
  assert.deepEqual(owned.sort(), accounts.map((account) => [account.username_folded, account.id]).sort())
  for (const answer of answers) {
    if (answer.status === 'fulfilled') continue
    assert.ok(answer.reason instanceof Refused, String(answer.reason))
    assert.match(answer.reason.reason, /^(username_(taken|held|changed_lately)|name_not_held|link_dead)$/)
  }
}

for (const kind of kinds()) {
  test(`contested names (${kind})`, async (t) => {
    const database = await migrated[kind]()
    // Two instances if the database supports it; on SQLite everything is simultaneous within one.
    const first = await startService(database.url, settings)
    const second = kind === 'postgres' ? await startService(database.url, settings) : first
    t.after(async () => {
      if (second !== first) await second.close()
      await first.close()
      await database.drop()
    })
    const [a, b] = [first.context, second.context]
    const password = 'a sentence to remember'

    await t.test('are created, chosen, confirmed and released simultaneously', async () => {
      for (let round = 0; round < rounds; round++) {
        const name = `Wanted_${round}`
        const former = await first.account({ username: name })
        const others = await Promise.all(
          [1, 2].map((n) => first.account({ username: `Other_${round}_${n}` })),
        )
        const [one, two] = await Promise.all(others.map((other) => first.stored(other)))
        assert.ok(one && two)
        const given = {
          username: `${name}x`,
          email: `${name}@example.test`,
          password,
          invite: '',
          rules: '',
          language: 'en',
          browser: 'a browser',
        }
        await register(a, { ...given, address: '192.0.2.1' })
        const mail = (await newMail(first)).find(({ kind: each }) => each === 'register')
        const token = mail?.link?.split('/').at(-1) ?? ''
        await renameAccount(a, operator, await first.stored(former), `${name}x`)
        await renameAccount(a, operator, await first.stored(former), `Former_${round}`)
        const owner = await first.stored(former)
        const wanted = [name, name.toUpperCase(), `${name}X`]
        const answers = await Promise.allSettled([
          ...wanted.map((username) => createAccount(b, operator, { username, password, language: 'en' })),
          renameAccount(a, operator, one, name.toLowerCase()),
          changeOwnUsername(b, operator, two, `${name}X`),
          changeAccount(b, operator, owner, { username: name }),
          confirmRegistration(a, token, { browser: 'a browser', password: '', address: '192.0.2.1' }),
          releaseName(b, operator, name),
          releaseName(a, operator, `${name}x`),
          sweep(b),
        ])
        await assertConsistent(first, answers)
      }
    })

    await t.test('are swapped, returned and deleted simultaneously', async () => {
      for (let round = 0; round < rounds; round++) {
        const [left, right] = await Promise.all(
          ['Left', 'Right'].map(async (side) =>
            first.stored(await first.account({ username: `${side}_${round}` })),
          ),
        )
        assert.ok(left && right)
        const swapped = await Promise.allSettled([
          renameAccount(a, operator, left, right.username),
          renameAccount(b, operator, right, left.username),
        ])
        await assertConsistent(first, swapped)
        assert.deepEqual(
          swapped.map(({ status }) => status),
          ['rejected', 'rejected'],
        )
        const back = await Promise.allSettled([
          renameAccount(a, operator, left, `Aside_${round}`),
          renameAccount(b, operator, left, left.username.toUpperCase()),
          renameAccount(b, operator, right, left.username),
          renameAccount(a, operator, left, left.username),
          deleteAccount(b, operator, right),
          createAccount(a, operator, { username: right.username, password, language: 'en' }),
        ])
        await assertConsistent(
          first,
          back.filter((each) => each.status === 'fulfilled' || each.reason.reason !== 'account_unknown'),
        )
      }
    })
  })
}
