import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isAdmitted,
  isReservedUuid,
  namePattern,
  passableTextures,
  profileProblem,
} from '../../../src/domain/neighbours/checks.ts'
import { offlineUuid } from '../../../src/lib/crypto/uuid.ts'
import { neighbourWhos } from '../../../src/model/fields/neighbour.ts'

const id = '0123456789ab4cde8f0123456789abcd'
const pattern = namePattern('[A-Za-z0-9_]{3,16}')

const problem = (profile: { id?: string; name?: string }, username = 'Visitor', names = pattern) =>
  profileProblem({ id, name: 'Visitor', ...profile }, { username, pattern: names })

test('the answered name is the requested one, byte for byte', () => {
  assert.equal(problem({}), undefined)
  for (const name of ['visitor', 'VISITOR', 'Visitor ', 'Visitor\0', 'Admin', 'Vіsitor', '']) {
    assert.equal(problem({ name }), 'answer_malformed', JSON.stringify(name))
  }
})

test('a name outside the pattern of the neighbour, or in an unknown form, is refused', () => {
  for (const name of ['ab', 'a'.repeat(17), 'a-b-c', 'Vіsitor', 'Visitor\n', 'Visitor\0', '玩家玩家']) {
    assert.equal(problem({ name }, name), 'visitor_refused', JSON.stringify(name))
  }
  const any = namePattern('.*')
  for (const name of ['Vіsitor', '玩家玩家', 'Visitor\0', 'a'.repeat(22)]) {
    assert.equal(problem({ name }, name, any), 'visitor_refused', JSON.stringify(name))
  }
  assert.equal(problem({ name: 'a-b' }, 'a-b', any), undefined)
})

test('a pattern has to match the whole name, whatever it contains', () => {
  const either = namePattern('Alice|Bob')
  assert.equal(problem({ name: 'Alice' }, 'Alice', either), undefined)
  assert.equal(problem({ name: 'Alice2' }, 'Alice2', either), 'visitor_refused')
  assert.equal(problem({ name: 'notBob' }, 'notBob', either), 'visitor_refused')
  assert.throws(() => namePattern('('), SyntaxError)
})

test('reserved UUIDs: nil, max, of the other edition, and those derived from another name', () => {
  const floodgate = `${'0'.repeat(16)}0009f00dfeedbeef`
  for (const reserved of [
    '0'.repeat(32),
    'f'.repeat(32),
    floodgate,
    offlineUuid('Admin'),
    offlineUuid('visitor'),
  ]) {
    assert.equal(problem({ id: reserved }), 'uuid_taken', reserved)
  }
  assert.equal(problem({ id: offlineUuid('Visitor') }), undefined)
  assert.equal(isReservedUuid(id, 'Visitor'), false)
  // The 13th digit is the version; a 3 elsewhere says nothing.
  assert.equal(isReservedUuid('33333333333343338333333333333333', 'Visitor'), false)
})

test('admission, for each setting and each standing', () => {
  const standings = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
    isLinked: (bits & 1) > 0,
    isKnown: (bits & 2) > 0,
    isListed: (bits & 4) > 0,
  }))
  const admitted = neighbourWhos.map((who) => standings.map((standing) => isAdmitted(who, standing)))
  assert.deepEqual(
    admitted,
    ['00000000', '01010101', '01110111', '01011111', '11111111'].map((row) =>
      Array.from(row, (bit) => bit === '1'),
    ),
  )
})

const textures = (payload: unknown, signature: string | undefined = 'AAAA') => ({
  textures: { value: Buffer.from(JSON.stringify(payload)).toString('base64'), signature },
})
const skin = (url: unknown) => textures({ profileId: id, textures: { SKIN: { url } } })

test('textures are passed only with a signature and with addresses at confirmed hosts', () => {
  const hosts = ['textures.example.test']
  const good = skin('http://textures.example.test/a')
  assert.deepEqual(passableTextures(good, hosts), good.textures)
  const bare = textures({ profileId: id, textures: {} })
  assert.deepEqual(passableTextures(bare, hosts), bare.textures)
  assert.equal(passableTextures({ textures: undefined }, hosts), undefined)
  assert.equal(passableTextures({ textures: { ...good.textures, signature: undefined } }, hosts), undefined)
  for (const url of [
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'http://10.0.0.1/a',
    'http://[::1]/a',
    'http://elsewhere.example/a',
    'http://evil.textures.example.test/a',
    'http://textures.example.test.evil.example/a',
    'http://textures.example.test@evil.example/a',
    'http://user@textures.example.test/a',
    'http://textures.example.test:8080/a',
    'textures.example.test/a',
    7,
    null,
  ]) {
    assert.equal(passableTextures(skin(url), hosts), undefined, String(url))
  }
  const both = { SKIN: { url: 'http://textures.example.test/a' }, CAPE: { url: 'http://10.0.0.1/b' } }
  assert.equal(passableTextures(textures({ profileId: id, textures: both }), hosts), undefined)
})
