// The digest that another program wraps in its own hash is not accepted as a password.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { Passwords } from '../../src/passwords/passwords.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'

const md5 = (text: string) => hash('md5', text, 'hex')
const sha1 = (text: string) => hash('sha1', text, 'hex')
const sha256 = (text: string) => hash('sha256', text, 'hex')
const sha512 = (text: string) => hash('sha512', text, 'hex')
const rounds = (count: number, text: string) =>
  Array.from({ length: count }).reduce<string>((digest) => sha512(digest), text)

const password = 'correct horse'
const salt = 'cafe42'

/** The stored hash, and values from another program's leaked table that an attacker may have. */
const kinds: Record<string, { stored: string; inner: string[] }> = {
  'AuthMe SHA256': {
    stored: `$SHA$${salt}$${sha256(sha256(password) + salt)}`,
    inner: [sha256(password), sha256(password) + salt],
  },
  'AuthMe MD5VB': { stored: `$MD5vb$${salt}$${md5(md5(password) + salt)}`, inner: [md5(password)] },
  DOUBLEMD5: { stored: md5(md5(password)), inner: [md5(password)] },
  CMW: { stored: md5(sha1(password)), inner: [sha1(password)] },
  RoyalAuth: { stored: rounds(25, password), inner: [rounds(1, password), rounds(24, password)] },
  SALTED2MD5: { stored: `${md5(md5(password) + salt)}:${salt}`, inner: [md5(password)] },
  SALTED2SHA512: { stored: `${sha512(sha512(password) + salt)}:${salt}`, inner: [sha512(password)] },
  Redmine: { stored: `${sha1(salt + sha1(password))}:${salt}`, inner: [sha1(password)] },
  'WoltLab Burning Board 3': {
    stored: `${sha1(salt + sha1(salt + sha1(password)))}:${salt}`,
    inner: [sha1(password), sha1(salt + sha1(password))],
  },
}

async function hasHash({ context }: RunningService, id: string, password_hash: string): Promise<void> {
  await context.db.query.updateTable('account').set({ password_hash }).where('id', '=', id).execute()
}

onEveryDatabase('inner digests', (_start, shared) => {
  for (const [name, { stored, inner }] of Object.entries(kinds)) {
    test(`${name} accepts the password and nothing derived from it`, async () => {
      const service = await shared()
      const { id, username } = await service.account({ username: name.replaceAll(' ', '_').slice(0, 16) })
      await hasHash(service, id, stored)
      const signIn = async (secret: string) =>
        (await service.post('/auth/authenticate', { username, password: secret, clientToken: 'x' })).status
      for (const secret of inner) assert.equal(await signIn(secret), 401, secret)
      assert.equal(await signIn(password), 200)
      for (const secret of inner) assert.equal(await signIn(secret), 401, secret)
    })
  }
})

test('a PBKDF2 key with an odd number of hexadecimal digits is invalid', () => {
  const costs = { memory: 1024, iterations: 1, parallelism: 1 }
  const passwords = new Passwords(
    costs,
    () => 1,
    { all: 1, group: 1 },
    (size) => Buffer.alloc(size),
  )
  const key = '093E38B16DFF13FCE5CD64D5D888EE6E0376A3E572FE5DA6749515EA0F384413'
  const stored = (digits: string) => `pbkdf2_sha256$10000$b25801311edf$${digits}`
  assert.equal(passwords.importProblem(stored(key)), undefined)
  assert.equal(passwords.importProblem(stored(key.slice(1))), 'unknown')
})
