// Every change records its actor, once and in the same transaction (docs/decisions/0030-audit-log.md).
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createAccount } from '../../src/domain/accounts/create.ts'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { setPassword } from '../../src/domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { auditLines, listAudit } from '../../src/domain/audit/list.ts'
import { removeTexture, setTextures } from '../../src/domain/game/set-textures.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { addBan, removeBan } from '../../src/domain/operation/bans.ts'
import { rotateKey } from '../../src/domain/operation/rotate-key.ts'
import { disableSecondFactor, enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { revokeTokens } from '../../src/domain/tokens/held-tokens.ts'
import { Folder } from '../../src/lib/files/folder.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import type { AuditEntry } from '../../src/model/records/audit.ts'
import { importAccounts } from '../../src/moving/import/import.ts'
import { accountsOfLines } from '../../src/moving/lines.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { totpCode } from '../totp.ts'

const services = '/authlib-injector/minecraftservices/game'
const ownSkin = '/authlib-injector/api/user/profile'

/** The entries recorded since the last call, oldest first. */
async function fresh(service: RunningService, seen: Set<string>): Promise<AuditEntry[]> {
  const entries = await listAudit(service.context, { limit: 1000 })
  const unseen = entries.filter(({ id }) => !seen.has(id))
  for (const { id } of unseen) seen.add(id)
  return unseen.toReversed()
}

const form = (png: Buffer) => {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'skin.png')
  return body
}

interface Scene {
  service: RunningService
  account: TestAccount
  token: string
  /** Every secret that came up: none of them may be in the log. */
  secrets: string[]
}

type Expected = Partial<Omit<AuditEntry, 'id' | 'at'>>[]

const byOperator = { actor: operator, address: null }
const byPlayer = ({ account }: Scene) => ({
  actor: { kind: 'account', id: account.id, name: account.username },
  address: '127.0.0.1',
})

/** The actions and the entries about them, in the order of an account's life. */
const changes: [string, (scene: Scene) => Promise<unknown>, (scene: Scene) => Expected][] = [
  [
    'sign in',
    async (scene) => {
      scene.token = await scene.service.signIn(scene.account)
      scene.secrets.push(scene.token)
    },
    (scene) => [{ event: 'token.issued', account: scene.account.id, ...byPlayer(scene), details: {} }],
  ],
  [
    'refresh and validate, which are not recorded',
    async (scene) => {
      const given = { accessToken: scene.token, clientToken: 'launcher' }
      const answer = await scene.service.post('/auth/refresh', given)
      scene.token = answer.json.accessToken
      scene.secrets.push(scene.token)
      assert.equal((await scene.service.post('/auth/validate', { accessToken: scene.token })).status, 200)
    },
    () => [],
  ],
  [
    'set a skin',
    async ({ service, account, token }) => {
      const answer = await service.request(`${ownSkin}/${account.id}/skin`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}` },
        body: form(makePng(64, 64, noise(1))),
      })
      assert.equal(answer.status, 204)
    },
    (scene) => [{ event: 'texture.set', account: scene.account.id, ...byPlayer(scene) }],
  ],
  [
    'remove it',
    async ({ service, token }) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await service.request(`${services}/profile/skins/active`, { method: 'DELETE', headers })
      assert.equal(answer.status, 200)
    },
    (scene) => [
      {
        event: 'texture.removed',
        account: scene.account.id,
        ...byPlayer(scene),
        details: { texture: 'skin' },
      },
    ],
  ],
  [
    'another name, by the player',
    async ({ service, token }) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await service.request(`${services}/profile/name/Herobrine`, { method: 'PUT', headers })
      assert.equal(answer.status, 200)
    },
    (scene) => [
      {
        event: 'account.renamed',
        account: scene.account.id,
        ...byPlayer(scene),
        details: { from: scene.account.username, to: 'Herobrine' },
      },
    ],
  ],
  [
    'and back, by an operator',
    async ({ service, account }) =>
      renameAccount(service.context, operator, await service.stored(account), account.username),
    ({ account }) => [
      {
        event: 'account.renamed',
        account: account.id,
        ...byOperator,
        details: { from: 'Herobrine', to: account.username },
      },
    ],
  ],
  [
    'one token ends',
    async ({ service, token }) =>
      service.post('/auth/invalidate', { accessToken: token, clientToken: 'launcher' }),
    (scene) => [
      { event: 'token.revoked', account: scene.account.id, ...byPlayer(scene), details: { tokens: 1 } },
    ],
  ],
  [
    'it had ended already',
    async ({ service, token }) =>
      service.post('/auth/invalidate', { accessToken: token, clientToken: 'launcher' }),
    () => [],
  ],
  [
    'sign out',
    async ({ service, account: { username, password } }) =>
      service.post('/auth/signout', { username, password }),
    (scene) => [
      { event: 'session.ended', account: scene.account.id, ...byPlayer(scene), details: { tokens: 0 } },
    ],
  ],
  [
    'two textures at once, by an operator',
    async ({ service, account }) =>
      setTextures(service.context, operator, account.id, {
        skin: { png: makePng(64, 64, noise(2)) },
        cape: { png: makePng(64, 32, noise(3)) },
      }),
    ({ account }) => [
      { event: 'texture.set', account: account.id, ...byOperator },
      { event: 'texture.set', account: account.id, ...byOperator },
    ],
  ],
  [
    'one of them is removed',
    async ({ service, account }) => removeTexture(service.context, operator, account.id, 'cape'),
    ({ account }) => [
      { event: 'texture.removed', account: account.id, ...byOperator, details: { texture: 'cape' } },
    ],
  ],
  [
    'a second factor',
    async (scene) => {
      const { context } = scene.service
      const stored = await scene.service.stored(scene.account)
      const { secret } = await enableSecondFactor(context, operator, stored)
      const code = totpCode(secret, scene.service.now())
      scene.secrets.push(secret, code)
      const password = `${scene.account.password}:${code}`
      await scene.service.signIn({ username: scene.account.username, password })
    },
    (scene) => [
      { event: 'second_factor.enabled', account: scene.account.id, ...byOperator, details: {} },
      { event: 'token.issued', account: scene.account.id, ...byPlayer(scene) },
    ],
  ],
  [
    'none again',
    async ({ service, account }) =>
      disableSecondFactor(service.context, operator, await service.stored(account)),
    ({ account }) => [{ event: 'second_factor.disabled', account: account.id, ...byOperator, details: {} }],
  ],
  [
    'another password',
    async (scene) => {
      scene.account.password = 'another horse'
      scene.secrets.push(scene.account.password)
      const stored = await scene.service.stored(scene.account)
      await setPassword(scene.service.context, operator, stored, scene.account.password)
    },
    ({ account }) => [{ event: 'account.password_changed', account: account.id, ...byOperator, details: {} }],
  ],
  [
    'tokens revoked by an operator',
    async (scene) => {
      scene.secrets.push(await scene.service.signIn(scene.account))
      await revokeTokens(scene.service.context, operator, await scene.service.stored(scene.account))
    },
    (scene) => [
      { event: 'token.issued', account: scene.account.id, ...byPlayer(scene) },
      { event: 'token.revoked', account: scene.account.id, ...byOperator, details: { tokens: 1 } },
    ],
  ],
  [
    'suspended and restored',
    async ({ service, account }) => {
      const until = Date.UTC(2100, 0, 31)
      const reason = 'said "no" 👋'
      await suspendAccount(service.context, operator, await service.stored(account), { reason, until })
      service.advance(1)
      await restoreAccount(service.context, operator, await service.stored(account))
    },
    ({ account }) => [
      {
        event: 'account.suspended',
        account: account.id,
        ...byOperator,
        details: { reason: 'said "no" 👋', until: '2100-01-31T00:00:00.000Z' },
      },
      { event: 'account.restored', account: account.id, ...byOperator, details: {} },
    ],
  ],
  [
    'a ban and its end',
    async ({ service }) => {
      await addBan(service.context, operator, '2001:db8::1', { until: service.now() + 60_000 })
      service.advance(1)
      await removeBan(service.context, operator, '2001:db8::1')
    },
    () => [
      { event: 'ban.added', account: null, ...byOperator },
      { event: 'ban.removed', account: null, ...byOperator, details: { network: '2001:db8:0:0::/64' } },
    ],
  ],
  [
    'new keys',
    async ({ service }) => {
      await rotateKey(service.context, operator, 'textures', { isStolen: false })
      service.advance(1)
      await rotateKey(service.context, operator, 'tokens', { isStolen: true })
    },
    ({ service }) => {
      const { keys } = service.context
      const kid = (use: 'textures' | 'tokens') => keys.all().findLast((key) => key.use === use)?.kid
      const rotated = { event: 'key.rotated', account: null, ...byOperator }
      return [
        { ...rotated, details: { use: 'textures', kid: kid('textures'), stolen: false } },
        { ...rotated, details: { use: 'tokens', kid: kid('tokens'), stolen: true } },
      ]
    },
  ],
  [
    'an account is imported, once, after a dry run',
    async ({ service: { context } }) => {
      const line = JSON.stringify({
        id: 'ab'.repeat(16),
        username: 'Imported',
        email: 'i@example.test',
        password: 'x',
      })
      const folder = new Folder('.')
      for (const isDryRun of [true, false]) {
        const accounts = accountsOfLines(context, Readable.from([Buffer.from(`${line}\n${line}\n`)]))
        for await (const batch of importAccounts(context, operator, accounts, { folder, isDryRun }))
          assert.deepEqual([batch.added, batch.unchanged, batch.refused], [1, 1, []])
      }
    },
    () => [
      {
        event: 'account.created',
        account: 'ab'.repeat(16),
        ...byOperator,
        details: { username: 'Imported' },
      },
    ],
  ],
  [
    'the account is deleted, and its entries stay',
    async ({ service, account }) => deleteAccount(service.context, operator, await service.stored(account)),
    ({ account }) => [
      {
        event: 'account.deleted',
        account: account.id,
        ...byOperator,
        details: { username: account.username },
      },
    ],
  ],
]

onEveryDatabase('the audit log', (start) => {
  test('has each change once, with its actor, and no secret', async () => {
    const service = await start({ NORN_USERNAME_COOLDOWN: '0s' })
    const seen = new Set<string>()
    const account = await service.account()
    const scene: Scene = { service, account, token: '', secrets: [account.password, account.email] }
    const created = await fresh(service, seen)
    assert.deepEqual(
      created.map(({ event, details }) => ({ event, details })),
      [{ event: 'account.created', details: { username: account.username } }],
    )
    for (const [what, change, expected] of changes) {
      service.advance(1)
      await change(scene)
      const entries = await fresh(service, seen)
      const wanted = expected(scene)
      assert.equal(entries.length, wanted.length, what)
      // Entries of one millisecond have no defined order.
      const sorted = entries.toSorted((a, b) => (a.at + a.event < b.at + b.event ? -1 : 1))
      for (const [index, entry] of sorted.entries()) assert.partialDeepStrictEqual(entry, wanted[index], what)
    }
    const lines: string[] = []
    for await (const line of auditLines(service.context)) lines.push(line)
    assert.equal(lines.length, seen.size)
    assert.equal(
      lines[0],
      `{"id":"${created[0]?.id}","at":"2026-11-21T12:00:00.000Z","event":"account.created","account":"${account.id}","actor":{"kind":"cli","name":"operator"},"address":null,"details":{"username":"${account.username}"}}`,
    )
    for (const secret of scene.secrets) assert.ok(!lines.join('\n').includes(secret), secret)
    const about = await listAudit(service.context, { account: account.id, event: 'token.issued', limit: 2 })
    assert.equal(about.length, 2)
    const next = { account: account.id, event: 'token.issued', limit: 2, after: about[1]?.id } as const
    assert.equal((await listAudit(service.context, next)).length, 1)
  })

  test('a change that fails or is refused leaves no entry', async () => {
    const service = await start()
    const { context } = service
    const [steve, alex] = [await service.account(), await service.account()]
    const seen = new Set<string>()
    await fresh(service, seen)
    const [storedSteve, storedAlex] = [await service.stored(steve), await service.stored(alex)]
    const refusals = [
      () => createAccount(context, operator, { ...steve, id: 'cd'.repeat(16) }),
      () => renameAccount(context, operator, storedAlex, steve.username),
      () => removeBan(context, operator, '192.0.2.1'),
      () => setPassword(context, operator, storedSteve, ''),
      () => removeTexture(context, operator, 'cd'.repeat(16), 'skin'),
      () => service.signIn({ ...steve, password: 'wrong' }),
    ]
    for (const refused of refusals) await assert.rejects(refused)
    // The account is gone by the time of the change.
    await deleteAccount(context, operator, storedAlex)
    await deleteAccount(context, operator, storedAlex)
    const gone = [
      () => setPassword(context, operator, storedAlex, 'x'),
      () => suspendAccount(context, operator, storedAlex, {}),
      () => restoreAccount(context, operator, storedAlex),
      () => renameAccount(context, operator, storedAlex, 'Notch'),
      () => enableSecondFactor(context, operator, storedAlex),
      () => disableSecondFactor(context, operator, storedAlex),
      () => revokeTokens(context, operator, storedAlex),
    ]
    for (const refused of gone) {
      await assert.rejects(refused, (error) => error instanceof Refused && error.reason === 'account_unknown')
    }
    assert.deepEqual(
      (await fresh(service, seen)).map(({ event }) => event),
      ['account.deleted'],
    )
  })

  test('a change that cannot be recorded does not happen', async () => {
    const service = await start()
    const { context } = service
    const account = await service.account()
    await context.db.query.schema.dropTable('audit_entry').execute()
    const { username, password } = account
    const refused = await service.post('/auth/authenticate', { username, password, clientToken: 'x' })
    assert.equal(refused.status, 500)
    const credentials = context.db.query.selectFrom('credential').selectAll()
    assert.deepEqual(await credentials.execute(), [])
    await assert.rejects(
      suspendAccount(context, operator, await service.stored(account), { reason: 'griefing' }),
    )
    assert.equal((await service.stored(account)).suspension, undefined)
    service.log.length = 0
  })

  test("of a player's endless repetitions, a hundred a day are recorded", async () => {
    const service = await start()
    const [steve, alex] = [await service.account(), await service.account()]
    const signedIn = async (account: TestAccount) =>
      (await listAudit(service.context, { account: account.id, event: 'token.issued', limit: 1000 })).length
    for (let number = 0; number < 102; number++) await service.signIn(steve)
    assert.equal(await signedIn(steve), 100)
    await service.signIn(alex)
    assert.equal(await signedIn(alex), 1, 'each account has its own limit')
    await revokeTokens(service.context, operator, await service.stored(steve))
    const revoked = await listAudit(service.context, { account: steve.id, event: 'token.revoked', limit: 2 })
    assert.equal(revoked.length, 1, 'another event has its own limit too')
    service.advance(86_400_001)
    await service.signIn(steve)
    assert.equal(await signedIn(steve), 101)
  })
})
