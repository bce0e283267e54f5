import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../../../src/lib/crypto/random.ts'
import { offlineUuid, parseUuid } from '../../../src/lib/crypto/uuid.ts'

const id = '00ad5f0c3c2e4e1b9f0a0123456789ab'

test('a UUID is read with or without hyphens, in any letter case', () => {
  const hyphens = '00ad5f0c-3c2e-4e1b-9f0a-0123456789ab'
  for (const form of [id, id.toUpperCase(), hyphens, hyphens.toUpperCase()]) assert.equal(parseUuid(form), id)
})

test('nothing else is a UUID', () => {
  const near = ['00ad5f0c3c2e-4e1b-9f0a-0123456789ab', '00ad5f0c-3c2e4e1b-9f0a0123456789ab', `{${id}}`]
  for (const text of [
    '',
    id.slice(1),
    `${id}0`,
    ` ${id}`,
    `${id}\n`,
    `urn:uuid:${id}`,
    'g'.repeat(32),
    ...near,
  ]) {
    assert.equal(parseUuid(text), undefined, JSON.stringify(text))
  }
})

test('the UUID of a name is the one that game servers in offline mode compute', () => {
  // As java.util.UUID.nameUUIDFromBytes computes them; known from the world folders of such servers.
  assert.equal(offlineUuid('Notch'), 'b50ad385829d3141a2167e7d7539ba7f')
  assert.equal(offlineUuid('Steve'), '5627dd98e6be3c21b8a8e92344183641')
  assert.notEqual(offlineUuid('steve'), offlineUuid('Steve'))
})

test('a new one is random, of version 4 (RFC 9562)', () => {
  const made = Array.from({ length: 1000 }, systemRandom.uuid)
  for (const uuid of made) assert.match(uuid, /^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  assert.equal(new Set(made).size, 1000)
})
