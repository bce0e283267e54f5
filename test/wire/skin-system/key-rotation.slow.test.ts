// A textures key is rotated while clients of every age watch: docs/decisions/0014.

import assert from 'node:assert/strict'
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { test } from 'node:test'
import { rotateKey } from '../../../src/domain/operation/rotate-key.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'

const hour = 3_600_000
const day = 24 * hour
const root = '/authlib-injector'

interface Signed {
  data: Buffer
  signature: string
}

const isGood = (keys: readonly KeyObject[], { data, signature }: Signed): boolean =>
  keys.some((key) => verify('RSA-SHA1', data, key, Buffer.from(signature, 'base64')))

/** A game or server that reads the list at its start and once a day from then on, as the game does. */
async function listReader(service: RunningService) {
  let keys: KeyObject[] = []
  let readAt = 0
  const read = async () => {
    const { profilePropertyKeys } = (await service.get(`${root}/minecraftservices/publickeys`)).json
    keys = profilePropertyKeys.map(({ publicKey }: { publicKey: string }) =>
      createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' }),
    )
    readAt = service.now()
  }
  await read()
  return async (signed: Signed) => {
    if (service.now() >= readAt + day) await read()
    return isGood(keys, signed)
  }
}

/** A game or server with authlib-injector, which reads one key once. */
async function keyHolder(service: RunningService) {
  const key = createPublicKey((await service.get(root)).json.signaturePublickey)
  return (signed: Signed) => isGood([key], signed)
}

/** The profile that everybody currently sees. */
async function profileByNameOrUuid(service: RunningService, id: string): Promise<Signed> {
  const [{ value, signature }] = (await service.get(`/session/profile/${id}`)).json.properties
  return { data: Buffer.from(value), signature }
}

/** A player's game, which keeps its certificate until it is due for renewal and shows it to servers. */
function certificateOf(service: RunningService, token: string) {
  let held: Signed & { refreshedAfter: number }
  return async (): Promise<Signed> => {
    if (held && service.now() < held.refreshedAfter) return held
    const { json } = await service.request(`${root}/minecraftservices/player/certificates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    const data = Buffer.from(Date.parse(json.expiresAt) + json.keyPair.publicKey)
    held = { data, signature: json.publicKeySignature, refreshedAfter: Date.parse(json.refreshedAfter) }
    return held
  }
}

onEveryDatabase('a rotation of the textures key', (start) => {
  test('breaks no client that reads the list, whether started before, during or after', async () => {
    const service = await start()
    const account = await service.account()
    const certificate = certificateOf(service, await service.signIn(account))
    const readers = [await listReader(service)]
    const publishedAt = service.now() + 30 * hour
    const signsAt = publishedAt + 2 * day
    const lastNeeded = signsAt + 7 * day
    const seen = new Set<string>()
    while (service.now() < lastNeeded + 2 * day) {
      if (service.now() === publishedAt)
        await rotateKey(service.context, operator, 'textures', { isStolen: false })
      if ([publishedAt + 6 * hour, signsAt, lastNeeded].includes(service.now())) {
        readers.push(await listReader(service))
      }
      for (const signed of [await profileByNameOrUuid(service, account.id), await certificate()]) {
        for (const reads of readers) assert.ok(await reads(signed), new Date(service.now()).toISOString())
      }
      seen.add(service.context.keys.current('textures').kid)
      service.advance(6 * hour)
    }
    assert.equal(seen.size, 2)
    assert.equal(readers.length, 4)
  })

  test('a client with a single key can verify until the new key signs, and again after a restart', async () => {
    const service = await start()
    const account = await service.account()
    const certificate = certificateOf(service, await service.signIn(account))
    const before = await keyHolder(service)
    service.advance(hour)
    // Obtained just before the rotation, and kept for as long as the game may.
    await certificate()
    await rotateKey(service.context, operator, 'textures', { isStolen: false })
    const signsAt = service.now() + 2 * day
    service.advance(hour)
    const during = await keyHolder(service)
    while (service.now() < signsAt) {
      for (const signed of [await profileByNameOrUuid(service, account.id), await certificate()]) {
        for (const verifies of [before, during]) assert.ok(verifies(signed))
      }
      service.advance(Math.min(7 * hour, signsAt - service.now()))
    }
    const after = await keyHolder(service)
    for (let step = 0; step < 12; step++) {
      for (const signed of [await profileByNameOrUuid(service, account.id), await certificate()]) {
        assert.ok(after(signed), 'nothing that is currently served needs the old key')
        for (const verifies of [before, during]) assert.ok(!verifies(signed))
      }
      service.advance(7 * hour)
    }
  })
})
