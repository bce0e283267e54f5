// Checks that all imported players can play: they sign in with the old password and are seen with their skin.
import assert from 'node:assert/strict'
import { verify } from 'node:crypto'
import { readPng } from '../png.ts'
import type { RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import type { Expected } from './expected.ts'

/** The second factor of each account in these tests. */
export const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

const atOnce = 16

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Everybody with a password signs in with it, by email or name, and their hash is one of ours from then on. */
export async function assertSignIns(service: RunningService, expected: readonly Expected[]): Promise<void> {
  const open = expected.filter(({ password }) => password !== null)
  await each(open, async (account) => {
    const { username, email, password, hasTotp, isSuspended } = account
    const ask = (typed: string) =>
      service.post('/auth/authenticate', { username: email ?? username, password: typed, clientToken: 'x' })
    const typed = hasTotp ? `${password}:${totpCode(totpSecret, service.now())}` : `${password}`
    const answer = await ask(typed)
    if (isSuspended) {
      assert.equal(answer.status, 401, username)
      assert.equal(answer.json.errorMessage, 'This account has been suspended.', username)
      return
    }
    assert.equal(answer.status, 200, `${username}: ${answer.text}`)
    assert.equal(answer.json.selectedProfile.name, username)
    if (account.id) assert.equal(answer.json.selectedProfile.id, account.id)
    if (!hasTotp) return
    const without = await ask(`${password}`)
    assert.equal(without.json.errorMessage, 'Account protected with two factor auth.', username)
  })
  const rows = await service.context.db.query
    .selectFrom('account')
    .select(['username', 'password_hash'])
    .execute()
  const hashOf = new Map(rows.map(({ username, password_hash }) => [username, password_hash]))
  const old = open.filter(
    ({ username, owner, isSuspended }) =>
      !isSuspended && owner === undefined && !hashOf.get(username)?.startsWith('$argon2id$v=19$m=1024,'),
  )
  assert.deepEqual(
    old.map(({ username }) => username),
    [],
  )
}

/** The game gets each profile signed, and each picture unchanged. */
export async function assertServed(service: RunningService, expected: readonly Expected[]): Promise<void> {
  const key = (await service.get('/authlib-injector')).json.signaturePublickey
  const rows = await service.context.db.query.selectFrom('account').select(['id', 'username']).execute()
  const idOf = new Map(rows.map(({ id, username }) => [username, id]))
  await each(expected, async ({ username, skin, skin_model, cape }) => {
    const id = idOf.get(username)
    const answer = await service.get(`/session/profile/${id}?unsigned=false`)
    assert.equal(answer.status, 200, `${username}: ${answer.text}`)
    const [{ value, signature }] = answer.json.properties
    assert.ok(verify('RSA-SHA1', Buffer.from(value), key, Buffer.from(signature, 'base64')), username)
    const payload = JSON.parse(Buffer.from(value, 'base64').toString())
    assert.deepEqual([payload.profileId, payload.profileName], [id, username])
    const { SKIN, CAPE } = payload.textures
    assert.equal(SKIN?.metadata?.model === 'slim', skin_model === 'slim', username)
    await assertPicture(service, SKIN, skin, username)
    await assertPicture(service, CAPE, cape, username)
  })
}

async function assertPicture(
  service: RunningService,
  served: { url: string } | undefined,
  png: Buffer | null,
  username: string,
): Promise<void> {
  if (!png) return assert.equal(served, undefined, username)
  assert.ok(served, username)
  const response = await fetch(`${service.baseUrl}${new URL(served.url).pathname}`)
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'])
  assert.deepEqual(readPng(Buffer.from(await response.arrayBuffer())).pixels, readPng(png).pixels, username)
}
