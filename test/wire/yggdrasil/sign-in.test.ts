// Sign-ins with a second factor, with colons in passwords, and with hashes of other programs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disableSecondFactor, enableSecondFactor } from '../../../src/domain/sign-in/second-factor.ts'
import { sweep } from '../../../src/jobs/sweep.ts'
import { updateAccount } from '../../../src/storage/accounts/accounts.ts'
import {
  credentialsInvalid,
  refused,
  secondFactorRequired,
  succeeded,
  succeededEmpty,
} from '../../http/answers.ts'
import { hashesOfPassword } from '../../passwords/known-hashes.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../../service.ts'
import { totpCode } from '../../totp.ts'

const step = 30_000

const authenticate = (service: RunningService, { username }: { username: string }, password: string) =>
  service.post('/auth/authenticate', { username, password, clientToken: 'launcher' })

/** An account with two-factor protection, and its codes. */
async function protectedAccount(service: RunningService, overrides: Partial<TestAccount> = {}) {
  const account = await service.account(overrides)
  const { secret } = await enableSecondFactor(service.context, operator, await service.stored(account))
  const code = (offset = 0) => totpCode(secret, service.now() + offset * step)
  return { ...account, code, wrong: () => (code() === '123456' ? '654321' : '123456') }
}

onEveryDatabase('two-factor protection', (_, shared) => {
  test('requires the code, and accepts password:code', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    const { password, code } = account
    refused(await authenticate(service, account, password), secondFactorRequired)
    const answer = await authenticate(service, account, `${password}:${code()}`)
    succeeded(answer)
    assert.deepEqual(Object.keys(answer.json), [
      'accessToken',
      'clientToken',
      'availableProfiles',
      'selectedProfile',
    ])
  })

  test('a wrong code gets the same answer as a wrong password', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    const { password, code, wrong } = account
    const bad = [
      wrong(),
      '000',
      '1234567',
      `${code()} `,
      ` ${code()}`,
      '',
      'abcdef',
      code().slice(1),
      '１２３４５６',
    ]
    for (const token of bad) {
      refused(await authenticate(service, account, `${password}:${token}`), credentialsInvalid, token)
    }
    refused(await authenticate(service, account, `${password}${code()}`), credentialsInvalid)
    refused(await authenticate(service, account, `wrong:${code()}`), credentialsInvalid)
    refused(await authenticate(service, account, code()), credentialsInvalid)
  })

  test('a wrong code waits for the disk as often as a code with a wrong login or password', async (t) => {
    const service = await shared()
    const account = await protectedAccount(service)
    const plain = await service.account()
    const run = t.mock.method(service.context.db, 'run')
    const writes = async (login: { username: string }, secret: string) => {
      run.mock.resetCalls()
      refused(await authenticate(service, login, secret), credentialsInvalid)
      return run.mock.calls.filter(({ arguments: [statement] }) => statement.writes).length
    }
    const expected = await writes(account, `${account.password}:${account.wrong()}`)
    assert.ok(expected > 1)
    for (const [login, secret] of [
      [{ username: 'nobody' }, 'wrong:123456'],
      [account, 'wrong:123456'],
      [plain, `${plain.password}:123456`],
    ] as const)
      assert.equal(await writes(login, secret), expected, `${login.username} ${secret}`)
  })

  test('a code is valid one step early and one step late, but no further', async () => {
    const service = await shared()
    for (const [offset, isGood] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const) {
      const account = await protectedAccount(service)
      const answer = await authenticate(service, account, `${account.password}:${account.code(offset)}`)
      if (isGood) succeeded(answer, `${offset}`)
      else refused(answer, credentialsInvalid, `${offset}`)
    }
  })

  test('a step that was used once is refused afterwards, also for simultaneous requests', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    const { password, code } = account
    const secret = `${password}:${code()}`
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => authenticate(service, account, secret)),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(401)])
    await sweep(service.context)
    refused(await authenticate(service, account, secret), credentialsInvalid)
    service.advance(step)
    refused(await authenticate(service, account, secret), credentialsInvalid, 'late, but used')
    succeeded(await authenticate(service, account, `${password}:${code()}`))
  })

  test('a step used for a signout is used', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    const { username, password, code } = account
    succeededEmpty(await service.post('/auth/signout', { username, password: `${password}:${code()}` }))
    refused(await authenticate(service, account, `${password}:${code()}`), credentialsInvalid)
  })

  test('a failed attempt does not use up a step', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    const { password, code } = account
    refused(await authenticate(service, account, `wrong:${code()}`), credentialsInvalid)
    refused(await authenticate(service, account, password), secondFactorRequired)
    succeeded(await authenticate(service, account, `${password}:${code()}`))
  })

  test('for a signout the password alone is enough, and a wrong code is an error', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    const { username, password, wrong, code } = account
    const signout = (secret: string) => service.post('/auth/signout', { username, password: secret })
    refused(await signout(`${password}:${wrong()}`), credentialsInvalid)
    refused(await signout(`wrong:${code()}`), credentialsInvalid)
    succeededEmpty(await signout(password))
  })

  test('after it is turned off, the whole string is the password again', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    const { password, code } = account
    await disableSecondFactor(service.context, operator, await service.stored(account))
    refused(await authenticate(service, account, `${password}:${code()}`), credentialsInvalid)
    succeeded(await authenticate(service, account, password))
  })

  test('after it is turned on again, it has a different secret', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    const { password, code } = account
    const { secret } = await enableSecondFactor(service.context, operator, await service.stored(account))
    refused(await authenticate(service, account, `${password}:${code()}`), credentialsInvalid)
    succeeded(await authenticate(service, account, `${password}:${totpCode(secret, service.now())}`))
  })
})

onEveryDatabase('passwords with colons', (_, shared) => {
  const odd = [
    'secret:123456',
    ':123456',
    'a:b:c',
    'x:',
    ':',
    'new\nline:123456',
    '123456:123456',
    '::000000',
  ]

  test('work without two-factor protection, and nothing may be appended to them', async () => {
    const service = await shared()
    for (const password of odd) {
      const account = await service.account({ password })
      succeeded(await authenticate(service, account, password), password)
      refused(await authenticate(service, account, `${password}:123456`), credentialsInvalid, password)
      const cut = password.replace(/:\d{6}$/s, '')
      if (cut !== password && cut !== '') {
        refused(await authenticate(service, account, cut), credentialsInvalid, cut)
      }
    }
  })

  test('work with two-factor protection', async () => {
    const service = await shared()
    for (const password of odd) {
      const account = await protectedAccount(service, { password })
      const { code } = account
      refused(await authenticate(service, account, password), secondFactorRequired, password)
      succeeded(await authenticate(service, account, `${password}:${code()}`), password)
      refused(await authenticate(service, account, `${password}:${code()}`), credentialsInvalid, password)
    }
  })
})

onEveryDatabase('stored hashes', (start, shared) => {
  const hashOf = async ({ context }: RunningService, { id }: { id: string }): Promise<string> =>
    (
      await context.db.query
        .selectFrom('account')
        .select('password_hash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).password_hash
  const store = ({ context }: RunningService, { id }: { id: string }, hash: string) =>
    updateAccount(context.db, id, { password_hash: hash })

  for (const [kind, hash] of Object.entries(hashesOfPassword)) {
    test(`${kind} signs in once and is replaced by argon2id`, async () => {
      const service = await shared()
      const account = await service.account()
      await store(service, account, hash)
      refused(await authenticate(service, account, 'wrong'), credentialsInvalid)
      assert.equal(await hashOf(service, account), hash, 'a wrong password replaces nothing')
      succeeded(await authenticate(service, account, 'password'))
      const replaced = await hashOf(service, account)
      assert.match(replaced, /^\$argon2id\$v=19\$m=1024,t=1,p=1\$/)
      succeeded(await authenticate(service, account, 'password'))
      assert.equal(await hashOf(service, account), replaced, 'once')
    })
  }

  test('with two-factor protection, a foreign hash is replaced after the complete sign-in, by a hash of the password alone', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    const hash = hashesOfPassword['bcrypt $2b$'] ?? ''
    await store(service, account, hash)
    refused(await authenticate(service, account, 'password'), secondFactorRequired)
    assert.equal(await hashOf(service, account), hash)
    succeeded(await authenticate(service, account, `password:${account.code()}`))
    refused(await authenticate(service, account, 'password'), secondFactorRequired)
    assert.match(await hashOf(service, account), /^\$argon2id\$/)
  })

  test('new hashing costs are applied at the next sign-in', async () => {
    const service = await start({ NORN_PASSWORD_MEMORY: '2048', NORN_PASSWORD_ITERATIONS: '3' })
    const account = await service.account({ password: 'password' })
    assert.match(await hashOf(service, account), /m=2048,t=3,p=1/)
    await store(service, account, hashesOfPassword['argon2id of other costs'] ?? '')
    succeeded(await authenticate(service, account, 'password'))
    assert.match(await hashOf(service, account), /m=2048,t=3,p=1/)
  })

  test('the longest password has 1,024 characters', async () => {
    const service = await shared()
    const password = 'x'.repeat(1024)
    const account = await service.account({ password })
    succeeded(await authenticate(service, account, password))
    for (const longer of [`${password}x`, password.repeat(20)]) {
      refused(await authenticate(service, account, longer), credentialsInvalid)
    }
    await assert.rejects(service.account({ password: `${password}x` }), { reason: 'password_malformed' })
  })
})
