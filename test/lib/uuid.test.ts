import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../../src/lib/random.ts'
import { parseUuid } from '../../src/lib/uuid.ts'

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

test('a new one is random, of version 4 (RFC 9562)', () => {
  const made = Array.from({ length: 1000 }, systemRandom.uuid)
  for (const uuid of made) assert.match(uuid, /^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  assert.equal(new Set(made).size, 1000)
})
