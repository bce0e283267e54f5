// Imports of characters next to everything that changes their accounts: nobody is left without an account, and no
// transaction waits forever.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createCharacter } from '../../src/domain/characters/create.ts'
import { joinAccount } from '../../src/domain/characters/join.ts'
import { addMembers, removeMembers } from '../../src/domain/community/members.ts'
import { Folder } from '../../src/lib/files/folder.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { importAccounts } from '../../src/moving/import/import.ts'
import { accountsOfLines } from '../../src/moving/lines.ts'
import {
  accountsOfForeignPrimary,
  charactersWithoutAccount,
} from '../../src/storage/accounts/all-characters.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'

async function run({ context }: RunningService, lines: readonly object[]) {
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const accounts = accountsOfLines(context, Readable.from([Buffer.from(text)]))
  const reasons: string[] = []
  let added = 0
  for await (const batch of importAccounts(context, operator, accounts, { folder: new Folder('.') })) {
    added += batch.added
    reasons.push(...batch.refused.map(({ refused }) => refused.reason))
  }
  return { added, reasons }
}

const refused = (error: unknown) => assert.ok(error instanceof Refused, String(error))

onEveryDatabase('imports of characters next to other changes', (start) => {
  test('end, and leave nobody without an account', async () => {
    const service = await start()
    const { context } = service
    const count = 12
    await run(
      service,
      Array.from({ length: count }, (_, n) => ({ username: `O${n}`, passwordHash: '!', groups: ['g'] })),
    )
    const owners = await Promise.all(Array.from({ length: count }, (_, n) => service.stored({ id: `O${n}` })))
    const file = (letter: string) =>
      owners.flatMap(({ id, username }, n) => [
        { username: `${letter}_new_${n}`, passwordHash: '!', groups: ['g', 'h'] },
        ...Array.from({ length: 8 }, (_, at) => ({
          username: `${letter}_${n}_${at}`,
          owner: at % 2 === 0 ? id : username,
          primary: at === 0,
        })),
        { username: `${letter}_of_new_${n}`, owner: `${letter}_new_${n}`, primary: true },
      ])
    const changes = owners.flatMap((account, n): (() => Promise<unknown>)[] => {
      const other = owners[(n + 1) % count]
      switch (n % 4) {
        case 0:
          return [
            () => joinAccount(context, operator, account, { owner: other!, dropEmail: true }),
            () => deleteAccount(context, operator, account),
          ]
        case 1:
          return [
            () => addMembers(context, operator, 'g', owners),
            () => removeMembers(context, operator, 'g', owners),
          ]
        case 2:
          return [
            () => suspendAccount(context, operator, account, { reason: undefined, until: undefined }),
            () => createCharacter(context, operator, account, { username: `made_${n}` }),
          ]
        default:
          return [() => deleteAccount(context, operator, account)]
      }
    })
    const results = await Promise.all([
      ...['a', 'b', 'c'].map((letter) => run(service, file(letter))),
      ...changes.map((change) => change().then(() => undefined, refused)),
    ])
    const imported = results.filter((result) => result !== undefined)
    const reasons = new Set(imported.flatMap((result) => result.reasons))
    for (const reason of reasons)
      assert.ok(['owner_unknown', 'owner_is_character', 'primary_taken'].includes(reason), reason)
    assert.ok(imported.every(({ added }) => added >= count))
    assert.deepEqual(await charactersWithoutAccount(context.db), [])
    assert.deepEqual(await accountsOfForeignPrimary(context.db), [])
    const rows = await context.db.query.selectFrom('account').selectAll().execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const differing = rows.filter(({ owner_id, group_names }) => {
      const owner = byId.get(owner_id ?? '')
      return owner && owner.group_names !== group_names
    })
    assert.deepEqual(
      differing.map(({ username }) => username),
      [],
      'groups are those of the account',
    )
  })
})
