// Password guessing: three budgets that refill, and load shedding.
import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { restAfterHashMs } from '../../../src/compose.ts'
import { setPassword } from '../../../src/domain/accounts/set-password.ts'
import { enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import { endCredentials } from '../../../src/storage/credentials/end-credentials.ts'
import { hold } from '../../hold.ts'
import { credentialsInvalid, overloaded, refused, succeeded, tooManyGuesses } from '../../http/answers.ts'
import { type Answer, onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { totpCode } from '../../totp.ts'
import { until } from '../../until.ts'

const refill = 10_000
const behindProxy = { NORN_TRUST_PROXY: '127.0.0.1' }
const owner = '198.51.100.1'
const attacker = '203.0.113.66'

function signIn(
  service: RunningService,
  username: string,
  password: string,
  from = attacker,
  path = '/auth/authenticate',
): Promise<Answer> {
  const body = { username, password, clientToken: 'launcher' }
  return service.post(path, body, { headers: { 'x-forwarded-for': from } })
}

const guess = (service: RunningService, username: string, from?: string) =>
  signIn(service, username, 'wrong', from)

/** Refused with the waiting time in whole seconds. */
function mustWait(answer: Answer, seconds: number, about?: string): void {
  refused(answer, tooManyGuesses, about)
  assert.equal(answer.headers.get('retry-after'), String(seconds), about)
}

onEveryDatabase('budgets of wrong guesses', (start) => {
  test('one address at one login: 30 guesses, then 429, even for the right password', async () => {
    const service = await start(behindProxy)
    const { username, password } = await service.account()
    for (let n = 0; n < 30; n++) {
      // It is the same login in any letter case.
      const login = n % 2 ? username : username.toUpperCase()
      refused(await guess(service, login), credentialsInvalid)
    }
    mustWait(await guess(service, username), 10)
    mustWait(await signIn(service, username, password, attacker, '/auth/signout'), 10)
  })

  test('the budget regains one guess every ten seconds', async () => {
    const service = await start(behindProxy)
    const { username, password } = await service.account()
    for (let n = 0; n < 30; n++) await guess(service, username)
    service.advance(refill - 1000)
    mustWait(await guess(service, username), 1)
    service.advance(1000)
    refused(await guess(service, username), credentialsInvalid)
    mustWait(await guess(service, username), 10)
    service.advance(refill)
    succeeded(await signIn(service, username, password))
    service.advance(30 * refill)
    for (let n = 0; n < 30; n++) refused(await guess(service, username), credentialsInvalid)
    mustWait(await guess(service, username), 10)
  })

  test('refused attempts are not charged', async () => {
    const service = await start(behindProxy)
    const { username } = await service.account()
    for (let n = 0; n < 50; n++) await guess(service, username)
    service.advance(refill)
    refused(await guess(service, username), credentialsInvalid)
  })

  test('right passwords cost nothing', async () => {
    const service = await start(behindProxy)
    const { username, password } = await service.account()
    for (let n = 0; n < 40; n++) succeeded(await signIn(service, username, password))
  })

  test('the owner can sign in from another address, and others from the same address', async () => {
    const service = await start(behindProxy)
    const { username, password } = await service.account()
    const other = await service.account()
    for (let n = 0; n < 31; n++) await guess(service, username)
    succeeded(await signIn(service, username, password, owner))
    succeeded(await signIn(service, other.username, other.password))
  })

  test('one address at all accounts: 100 guesses', async () => {
    const service = await start(behindProxy)
    const { username, password } = await service.account()
    for (let n = 0; n < 100; n++) refused(await guess(service, `name_${n}`), credentialsInvalid)
    mustWait(await guess(service, 'another'), 10)
    mustWait(await signIn(service, username, password), 10)
    succeeded(await signIn(service, username, password, owner))
  })

  test('all addresses at one account: 300 guesses, and the owner can still sign in from a known address', async () => {
    const service = await start(behindProxy)
    const { username, password } = await service.account()
    succeeded(await signIn(service, username, password, owner))
    for (let n = 0; n < 300; n++) {
      refused(await guess(service, username, `203.0.113.${n % 250}`), credentialsInvalid)
    }
    // An address that has not guessed before has two attempts of its own, and no more.
    for (let n = 0; n < 2; n++) {
      refused(await guess(service, username, '192.0.2.1'), credentialsInvalid)
    }
    mustWait(await guess(service, username, '192.0.2.1'), 30)
    mustWait(await signIn(service, username, password, '192.0.2.1'), 30)
    // More than the two attempts that every address has.
    for (let n = 0; n < 3; n++) succeeded(await signIn(service, username, password, owner))
    succeeded(await signIn(service, username, password, '192.0.2.2'))
    // For 30 days after a sign-in; after that it counts as unknown.
    service.advance(31 * 86_400_000)
    for (let n = 0; n < 300; n++) await guess(service, username, `203.0.113.${n % 250}`)
    for (let n = 0; n < 2; n++) refused(await guess(service, username, owner), credentialsInvalid)
    mustWait(await signIn(service, username, password, owner), 30)
  })

  test('logins that name no account are counted by the login, in any letter case', async () => {
    const service = await start(behindProxy)
    for (let n = 0; n < 30; n++) {
      refused(await guess(service, n % 2 ? 'nobody' : 'NOBODY'), credentialsInvalid)
    }
    mustWait(await guess(service, 'nobody'), 10)
    refused(await guess(service, 'nobody else'), credentialsInvalid)
  })

  test('an IPv6 client is identified by its /64, an IPv4-mapped one by its IPv4 address', async () => {
    const service = await start({ ...behindProxy, NORN_GUESS_ADDRESS_ACCOUNT: '3' })
    const { username } = await service.account()
    for (const from of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:DB8:1:2:ffff::']) {
      refused(await guess(service, username, from), credentialsInvalid)
    }
    mustWait(await guess(service, username, '2001:db8:1:2:3:4:5:6'), 10)
    refused(await guess(service, username, '2001:db8:1:3::1'), credentialsInvalid)

    const forms = ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207']
    for (const from of forms) refused(await guess(service, username, from), credentialsInvalid)
    mustWait(await guess(service, username, '192.0.2.7'), 10)
  })

  test('the address that a client claims does not help it', async () => {
    const service = await start({ NORN_GUESS_ADDRESS_ACCOUNT: '3' })
    const { username } = await service.account()
    for (let n = 0; n < 3; n++) refused(await guess(service, username, `192.0.2.${n}`), credentialsInvalid)
    mustWait(await guess(service, username, '192.0.2.99'), 10)
  })

  test('wrong codes count as guesses; a right password without its code does not', async () => {
    const service = await start({ ...behindProxy, NORN_GUESS_ADDRESS_ACCOUNT: '3' })
    const { id, username, password } = await service.account()
    const { secret } = await enableSecondFactor(service.context, operator, await service.stored({ id }))
    const code = totpCode(secret, service.now())
    const wrong = code === '123456' ? '654321' : '123456'
    for (let n = 0; n < 5; n++) await signIn(service, username, password)
    for (let n = 0; n < 3; n++) {
      refused(await signIn(service, username, `${password}:${wrong}`), credentialsInvalid)
    }
    mustWait(await signIn(service, username, `${password}:${code}`), 10)
    service.advance(refill)
    const now = totpCode(secret, service.now())
    succeeded(await signIn(service, username, `${password}:${now}`))
  })

  test('a row from the future counts as spent except for one guess, which repairs it', async () => {
    const service = await start(behindProxy)
    const { username, password } = await service.account()
    for (let n = 0; n < 3; n++) refused(await guess(service, username), credentialsInvalid)
    service.advance(-86_400_000)
    refused(await guess(service, username), credentialsInvalid)
    mustWait(await signIn(service, username, password), 10)
    service.advance(refill)
    succeeded(await signIn(service, username, password))
  })

  test('a spent budget does not reveal which email belongs to a name', async () => {
    const service = await start({ ...behindProxy, NORN_GUESS_ADDRESS_ACCOUNT: '3', NORN_GUESS_ACCOUNT: '6' })
    const { username, email } = await service.account()
    for (const from of ['192.0.2.1', '192.0.2.2']) {
      for (let n = 0; n < 3; n++) refused(await guess(service, username, from), credentialsInvalid)
    }
    for (const from of ['192.0.2.1', '192.0.2.3']) {
      for (let n = 0; n < 3; n++) {
        for (const login of [email, 'nobody@example.test']) {
          refused(await guess(service, login, from), credentialsInvalid, login)
        }
      }
    }
  })
})

onEveryDatabase('codes after a right password', (start) => {
  async function protectedAccount(service: RunningService) {
    const account = await service.account()
    const { secret } = await enableSecondFactor(service.context, operator, await service.stored(account))
    const code = () => totpCode(secret, service.now())
    const wrong = (n: number) => String((Number(code()) + 1 + n) % 1_000_000).padStart(6, '0')
    const signInWith = (totp: string, from: string, path?: string) =>
      signIn(service, account.username, `${account.password}:${totp}`, from, path)
    return { ...account, code, wrong, signInWith }
  }

  test('ten guesses are allowed, however many addresses there are and however many arrive at once', async () => {
    const service = await start(behindProxy)
    const { wrong, signInWith } = await protectedAccount(service)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => signInWith(wrong(n), `203.0.113.${n}`)),
    )
    const evaluated = answers.filter(({ status }) => status === 401)
    assert.equal(evaluated.length, 10)
    for (const answer of answers) if (answer.status !== 401) refused(answer, tooManyGuesses)
    service.advance(600_000)
    refused(await signInWith(wrong(1), '198.51.100.7'), credentialsInvalid)
    refused(await signInWith(wrong(2), '198.51.100.8'), tooManyGuesses)
  })

  test('a signout with the password alone makes no address known, and none unknown', async () => {
    const service = await start(behindProxy)
    const { username, password, code, wrong, signInWith } = await protectedAccount(service)
    succeeded(await signInWith(code(), owner))
    service.advance(30_000)
    assert.equal((await signIn(service, username, password, attacker, '/auth/signout')).status, 200)
    // The owner's own first code, from an address that was still unknown, was refunded.
    for (let n = 0; n < 10; n++) refused(await signInWith(wrong(n), attacker), credentialsInvalid)
    refused(await signInWith(wrong(11), attacker), tooManyGuesses)
    succeeded(await signInWith(code(), owner))
  })

  test('a known address has ten wrong codes of its own, and regains one every ten minutes', async () => {
    const service = await start(behindProxy)
    const { code, wrong, signInWith } = await protectedAccount(service)
    succeeded(await signInWith(code(), owner))
    service.advance(30_000)
    for (let n = 0; n < 10; n++) refused(await signInWith(wrong(n), owner), credentialsInvalid)
    mustWait(await signInWith(code(), owner), 600)
    service.advance(600_000)
    succeeded(await signInWith(code(), owner))
  })

  test('a change of password makes every address unknown again', async () => {
    const service = await start({ ...behindProxy, NORN_GUESS_ACCOUNT: '3' })
    const account = await service.account()
    succeeded(await signIn(service, account.username, account.password, owner))
    await setPassword(service.context, operator, await service.stored(account), 'another password')
    for (let n = 0; n < 3; n++) await guess(service, account.username, attacker)
    for (let n = 0; n < 2; n++) {
      refused(await guess(service, account.username, owner), credentialsInvalid)
    }
    refused(await guess(service, account.username, owner), tooManyGuesses)
  })
})

onEveryDatabase('a signout that races a sign-in', (start) => {
  test('ends earlier tokens, but not the sign-in', async (t) => {
    const service = await start()
    const account = await service.account()
    const checks = hold(t, service.context.passwords, 'matchingSpelling', 1)
    const signingIn = signIn(service, account.username, account.password)
    await checks.all
    await service.context.db.transaction((tx) => endCredentials(tx, account.id))
    checks.release()
    const answer = await signingIn
    succeeded(answer)
    const { accessToken } = answer.json
    assert.equal((await service.post('/auth/validate', { accessToken })).status, 200)
  })
})

onEveryDatabase('settings for budgets', (start) => {
  test('sizes and refill rates are settings', async () => {
    const service = await start({
      ...behindProxy,
      NORN_GUESS_ADDRESS_ACCOUNT: '9',
      NORN_GUESS_ADDRESS: '2',
      NORN_GUESS_REFILL: '90s',
    })
    for (const name of ['a', 'b']) refused(await guess(service, name), credentialsInvalid)
    mustWait(await guess(service, 'c'), 90)
  })
})

onEveryDatabase('a storm of sign-ins', (start) => {
  test('leaves a core to game servers while they send requests', async () => {
    const service = await start()
    const cores = availableParallelism()
    const turnedAway = async () => {
      // All at once: none is finished before the last has arrived.
      const all = Array.from({ length: cores * (1 + 64) }, () => service.context.passwords.hash('x'))
      const outcomes = await Promise.allSettled(all)
      return outcomes.filter(({ status }) => status === 'rejected').length
    }
    assert.equal(await turnedAway(), 0)
    for (const path of ['/session/hasJoined', '/session/legacy/hasJoined']) {
      let turned = 0
      // On a very busy machine, that moment may have passed.
      for (let asked = 0; turned === 0 && asked < 10; asked++) {
        await service.get(`${path}?username=Steve&user=Steve&serverId=s`)
        turned = await turnedAway()
      }
      assert.equal(turned, cores > 1 ? 1 : 0, path)
      await until('the core is given back', async () => (await turnedAway()) === 0)
    }
  })

  test('lets a core rest after each hash while game servers ask', async () => {
    const service = await start()
    const rests = 10
    const places = Math.max(1, availableParallelism() - 1)
    await service.get('/session/hasJoined?username=Steve&serverId=s')
    const began = performance.now()
    const all = Array.from({ length: places * (rests + 1) }, () => service.context.passwords.hash('x'))
    await Promise.all(all)
    assert.ok(performance.now() - began >= rests * restAfterHashMs)
  })

  test('is shed with 429, without affecting other requests and other networks', async () => {
    const service = await start(behindProxy)
    const account = await service.account()
    const accessToken = await service.signIn(account)
    const { passwords } = service.context
    let isOver = false
    // As many as one network may have in work and in the queue, each of which queues again as soon as it is done,
    // so there is never a free place.
    const storm = Array.from({ length: availableParallelism() * (1 + 64) }, async () => {
      while (!isOver) {
        // While game servers send requests, there is one place less.
        await passwords.hash('x', { groups: [attacker] }).catch(() => setTimeout(1))
      }
    })
    try {
      // Before game servers ask: when a core has rested, the queue has a free place for a moment.
      const answer = await signIn(service, account.username, account.password)
      refused(answer, overloaded)
      assert.equal(answer.headers.get('retry-after'), '1')
      for (let n = 0; n < 10; n++) {
        succeeded(await signIn(service, account.username, account.password, owner))

        const joining = { accessToken, selectedProfile: account.id, serverId: 's' }
        const asked = [
          await service.post('/auth/validate', { accessToken }),
          await service.post('/session/join', joining),
          await service.get(`/session/hasJoined?username=${account.username}&serverId=s`),
        ]
        assert.deepEqual(
          asked.map(({ status }) => status),
          [200, 200, 200],
        )
      }
    } finally {
      isOver = true
      await Promise.all(storm)
    }
    await service.signIn(account)
  })
})
