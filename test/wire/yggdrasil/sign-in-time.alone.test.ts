// The duration of a sign-in must not reveal whether the account exists, or which part of the input was wrong.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import { createAppPassword } from '../../../src/domain/tokens/app-passwords.ts'
import { accountActor } from '../../../src/model/accounts/actor.ts'
import { updateAccount } from '../../../src/storage/accounts/accounts.ts'
import { addCharacter } from '../../characters.ts'
import { databases } from '../../databases.ts'
import { hashesOfPassword } from '../../passwords/known-hashes.ts'
import { operator, startService } from '../../service.ts'
import { totpCode } from '../../totp.ts'

const rounds = 100

type Attempts = Record<string, () => Promise<unknown>>

/**
 * In milliseconds: each round makes one attempt of every kind in direct succession, so that they share the same
 * load.
 */
async function measure(attempts: Attempts): Promise<Map<string, number>[]> {
  const names = Object.keys(attempts)
  const measured: Map<string, number>[] = []
  for (let round = 0; round < rounds; round++) {
    const times = new Map<string, number>()
    // Each kind comes first and last equally often.
    const first = round % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const began = performance.now()
      await attempts[name]?.()
      times.set(name, performance.now() - began)
    }
    measured.push(times)
  }
  return measured
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Returns true if `one` takes longer: in more than 70 of 100 rounds, which happens by chance only once in 30,000
 * times however busy the machine is, and by a quarter, which an additional hash exceeds by far.
 */
function compare(measured: readonly Map<string, number>[], one: string, other: string) {
  const ratios = measured.map((times) => (times.get(one) ?? 0) / (times.get(other) ?? 0))
  const longer = ratios.filter((ratio) => ratio > 1).length
  const ratio = median(ratios)
  return { isLonger: longer > 0.7 * rounds && ratio > 1.25, longer, ratio }
}

// The database does not matter here.
test('an unknown login, a wrong password and a wrong code take the same time', async (t) => {
  const enough = '1000000'
  const database = await databases.sqlite()
  const service = await startService(database.url, {
    // The cost of an installation. A cheaper hash would take little more than what is read and written.
    NORN_PASSWORD_MEMORY: '19456',
    NORN_PASSWORD_ITERATIONS: '2',
    NORN_GUESS_ADDRESS_ACCOUNT: enough,
    NORN_GUESS_ADDRESS: enough,
    NORN_GUESS_ACCOUNT: enough,
  })
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const plain = await service.account()
  const guarded = await service.account()
  const imported = await service.account()
  const character = await addCharacter(service, plain, 'Character')
  const { MD5: password_hash = '' } = hashesOfPassword
  await updateAccount(service.context.db, imported.id, { password_hash })
  const { secret } = await enableSecondFactor(service.context, operator, await service.stored(guarded))
  const code = totpCode(secret, service.now()) === '123456' ? '654321' : '123456'
  const attempt =
    (username: string, password: string, status = 401) =>
    async () => {
      // Few wrong codes are allowed after a right password, and one is regained every ten minutes.
      service.advance(600_000)
      const answer = await service.post('/auth/authenticate', { username, password, clientToken: 'c' })
      assert.equal(answer.status, status)
    }
  const by = accountActor(await service.stored(plain), '192.0.2.1')
  const appPassword = await createAppPassword(service.context, by, await service.stored(plain), 'HMCL')
  const wrongAppPassword = `${appPassword.slice(0, -1)}${appPassword.endsWith('x') ? 'y' : 'x'}`
  const oneHash: Attempts = {
    'unknown login': attempt('nobody', 'wrong'),
    'unknown login with an app password': attempt('nobody', appPassword),
    'wrong app password': attempt(plain.username, wrongAppPassword),
    "another's app password with two-factor protection": attempt(guarded.username, appPassword),
    'wrong password': attempt(plain.username, 'wrong'),
    'wrong password with two-factor protection': attempt(guarded.username, 'wrong'),
    'wrong password at a character': attempt(character.username, 'wrong'),
  }
  const twoHashes: Attempts = {
    'unknown login with a code': attempt('nobody', `wrong:${code}`),
    'wrong password with a code': attempt(guarded.username, `wrong:${code}`),
    'right password, wrong code': attempt(guarded.username, `${guarded.password}:${code}`),
    'right password without two-factor protection': attempt(plain.username, `${plain.password}:${code}`),
  }
  // Letters that keyboards write in two ways are checked in both.
  const twoSpellings: Attempts = {
    'unknown login in two spellings': attempt('nobody', 'wröng'),
    'wrong password in two spellings': attempt(plain.username, 'wröng'),
    'wrong password in two spellings for an imported hash': attempt(imported.username, 'wröng'),
  }
  // This is how a missing hash would look: the request is refused before hashing.
  const noHash: Attempts = { 'no password': attempt('nobody', '', 400) }
  const looked: Attempts = { 'right app password': attempt(plain.username, appPassword, 200) }
  const measured = await measure({ ...noHash, ...looked, ...oneHash, ...twoHashes, ...twoSpellings })
  const isLonger = (one: string, other: string) => {
    const { isLonger, longer, ratio } = compare(measured, one, other)
    t.diagnostic(`${one} / ${other}: ${ratio.toFixed(2)}, longer in ${longer} of ${rounds}`)
    return isLonger
  }

  for (const alike of [Object.keys(oneHash), Object.keys(twoHashes), Object.keys(twoSpellings)]) {
    for (const one of alike) {
      for (const other of alike.filter((each) => each !== one)) {
        assert.ok(!isLonger(one, other), `${one} takes longer than ${other}`)
      }
    }
  }
  for (const one of Object.keys(oneHash)) {
    assert.ok(isLonger(one, 'no password'), `${one} takes no longer than what needs no hash`)
  }
  assert.ok(isLonger('wrong password', 'right app password'), 'a right app password takes a hash')
  for (const two of Object.keys({ ...twoHashes, ...twoSpellings })) {
    assert.ok(isLonger(two, 'unknown login'), `${two} takes no longer than one hash`)
  }
})
