// Neither the data directory nor a backup reveals a key or a TOTP secret; and the steps to take after a leak.
import assert from 'node:assert/strict'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Installation, install, type Serving } from '../cli/norn.ts'
import { totpCode } from '../totp.ts'
import { bytesOf, secretLines, steal, withDatabase } from './stolen-database.ts'

const secret = 'Zk3v8zr1x7w5n2m9b4c6qjh0t8y5u1i2'
const other = 'p0o9i8u7y6t5r4e3w2q1a9s8d7f6g5h4'

let norn: Installation
before(async () => {
  norn = await install()
})
after(async () => {
  for (const service of services) service.kill('SIGKILL')
  for (const { ended } of services) await ended
  await norn.remove()
})

/** All services that were started: one that a failed test leaves running ends with the file. */
const services: Serving[] = []

async function serve(variables: Record<string, string>): Promise<Serving> {
  const service = await norn.serve(variables)
  services.push(service)
  return service
}

const data = () => join(norn.directory, 'data')
const password = 'correct horse battery'

async function run(line: string, variables: Record<string, string> = {}) {
  const { status, stdout, stderr } = await norn.run([...line.split(' '), '--json'], { variables })
  assert.equal(status, 0, `${line}: ${stderr}`)
  return JSON.parse(stdout)
}

/** Refused with one line, and not a byte of the database changes. */
async function isRefused(line: string, variables: Record<string, string>, message: RegExp) {
  const content = await steal(`sqlite:${norn.database}`)
  const { status, stderr } = await norn.run(line.split(' '), { variables })
  assert.equal(status, 1)
  assert.match(stderr, /^norn: [^\n]+\n$/)
  assert.match(stderr, message)
  assert.deepEqual(await steal(`sqlite:${norn.database}`), content)
}

/** Returns the names of the files in the directory that contain any of the texts. */
function findIn(directory: string, texts: readonly string[]): string[] {
  return bytesOf(directory).flatMap(({ name, bytes }) =>
    texts.filter((text) => bytes.includes(text)).map((text) => `${name}: ${text}`),
  )
}

async function signIn(baseUrl: string, totp: string): Promise<number> {
  // A time step is valid once per account, also under another secret, which is not what this tests.
  await withDatabase(`sqlite:${norn.database}`, ({ query }) => query.deleteFrom('used_totp_step').execute())
  const body = { username: 'Steve', password: `${password}:${totpCode(totp, Date.now())}`, clientToken: 'l' }
  const answer = await fetch(`${baseUrl}/auth/authenticate`, { method: 'POST', body: JSON.stringify(body) })
  return answer.status
}

let totp: string

describe('secrets at rest', () => {
  const plaintext: string[] = []

  test('without NORN_SECRET the keys are in the files, and a backup can be restored on its own', async () => {
    await run('account create --username Steve --email s@example.org --password x')
    await norn.run(['account', 'password', 'Steve', '--password-stdin'], { stdin: password })
    // A replaced key is still in the file.
    plaintext.push((await run('totp enable Steve')).secret)
    totp = (await run('totp enable Steve')).secret
    const { keys, totpSecrets } = await steal(`sqlite:${norn.database}`)
    assert.deepEqual(totpSecrets, [totp])
    plaintext.push(totp, ...keys.flatMap(({ private_key }) => secretLines(private_key)))
    assert.ok(plaintext.length > 20)
    assert.ok(findIn(data(), plaintext).length >= plaintext.length - 1)
    await run('backup clear.gz')
    const variables = { NORN_DATA_DIR: join(norn.directory, 'restored') }
    await run('restore clear.gz --verify', variables)
    assert.equal((await run('key list', variables)).length, 2)
  })

  test('with NORN_SECRET no key appears in the data directory or in a backup, while the service runs and afterwards', async (t) => {
    const service = await serve({ NORN_SECRET: secret })
    assert.deepEqual(findIn(data(), [...plaintext, secret, 'PRIVATE KEY']), [])
    assert.equal(await signIn(service.baseUrl, totp), 200)
    await run(`backup encrypted.gz`)
    cpSync(join(norn.directory, 'encrypted.gz'), join(norn.directory, 'backups', 'encrypted.gz'))
    assert.deepEqual(findIn(join(norn.directory, 'backups'), [...plaintext, secret, 'PRIVATE KEY']), [])
    // Created while encryption was on, so they were never stored in plain text.
    const made = (await run('totp enable Steve', { NORN_SECRET: secret })).secret
    await run('key rotate tokens', { NORN_SECRET: secret })
    assert.deepEqual(findIn(data(), [made, ...plaintext, secret, 'PRIVATE KEY']), [])
    totp = made
    assert.equal(await signIn(service.baseUrl, totp), 200)
    service.kill('SIGTERM')
    const { stdout } = await service.ended
    assert.ok(!stdout.includes(secret))
    const files = bytesOf(data())
    assert.deepEqual(findIn(data(), [made, ...plaintext, secret, 'PRIVATE KEY']), [])
    t.diagnostic(
      `${plaintext.length} texts in ${files.map(({ name, bytes }) => `${name} (${bytes.length})`)}`,
    )
  })

  test('without the secret, or with another or a short one, nothing starts and nothing changes', async () => {
    const missing = /encrypted, and NORN_SECRET is not set; set it, or NORN_SECRET_FILE/
    await isRefused('serve', {}, missing)
    await isRefused('totp enable Steve', {}, missing)
    await isRefused('account list', {}, missing)
    const wrong = /NORN_SECRET is not the secret that the keys in the database are encrypted with/
    await isRefused('serve', { NORN_SECRET: other }, wrong)
    await isRefused('secret rotate', { NORN_SECRET: other, NORN_NEW_SECRET: secret }, wrong)
    const short = /^norn: NORN_SECRET \(value hidden\) must be random text of 32 to 1024 characters/
    await isRefused('serve', { NORN_SECRET: secret.slice(1) }, short)
    await isRefused('secret rotate', { NORN_SECRET: secret }, /NORN_NEW_SECRET is not set/)
    const same = { NORN_SECRET: secret, NORN_NEW_SECRET: secret }
    await isRefused('secret rotate', same, /is the same as NORN_SECRET/)
  })

  test('commands rotate and remove the secret, reading it from files', async () => {
    const states = async (variables: Record<string, string>) => (await run('secret status', variables)).state
    assert.equal(await states({}), 'secret_missing')
    assert.equal(await states({ NORN_SECRET: other }), 'secret_wrong')
    const status = await run('secret status', { NORN_SECRET: secret })
    assert.equal(status.state, 'encrypted')
    assert.ok(status.erasedAt >= status.encryptedAt)

    const { keys, totpSecrets } = await steal(`sqlite:${norn.database}`)
    const before = [...totpSecrets, ...keys.map(({ private_key }) => private_key)]
    writeFileSync(join(norn.directory, 'new'), `${other}\n`)
    const rotated = await run('secret rotate', { NORN_SECRET: secret, NORN_NEW_SECRET_FILE: 'new' })
    assert.deepEqual(rotated, { values: 4 })
    assert.deepEqual(findIn(data(), before), [], 'whatever the old secret decrypts is gone too')
    assert.equal(await states({ NORN_SECRET: secret }), 'secret_wrong')
    assert.equal(await states({ NORN_SECRET_FILE: 'new' }), 'encrypted')
    assert.deepEqual(await run('secret remove', { NORN_SECRET_FILE: 'new' }), { values: 4 })
    assert.equal(await states({}), 'clear')
    assert.deepEqual((await steal(`sqlite:${norn.database}`)).totpSecrets, [totp])
  })
})

for (const [name, variables] of Object.entries({ NORN_SECRET: { NORN_SECRET: secret }, 'no secret': {} })) {
  describe(`a backup has leaked, with ${name}`, () => {
    test('each command of docs/operations.md works while a service runs', async () => {
      const service = await serve(variables)
      const before = await steal(`sqlite:${norn.database}`)
      if ('NORN_SECRET' in variables) {
        assert.deepEqual(await run('secret rotate', { ...variables, NORN_NEW_SECRET: other }), { values: 4 })
        await run('secret rotate', { NORN_SECRET: other, NORN_NEW_SECRET: secret })
        // The instance is restarted after that.
        service.kill('SIGTERM')
        await service.ended
      }
      const again = 'NORN_SECRET' in variables ? await serve(variables) : service
      await run('key rotate tokens --now', variables)
      await run('key rotate textures --now', variables)
      const renewed = await run('totp enable Steve', variables)
      const changed = await norn.run(['account', 'password', 'Steve', '--password-stdin'], {
        stdin: password,
        variables,
      })
      assert.equal(changed.status, 0, changed.stderr)
      assert.equal(await signIn(again.baseUrl, renewed.secret), 200)
      assert.equal(await signIn(again.baseUrl, totp), 401)
      totp = renewed.secret
      const after = await steal(`sqlite:${norn.database}`)
      const isOld = ({ kid }: { kid: string }) => before.keys.some((key) => key.kid === kid)
      assert.ok(after.keys.filter(isOld).every(({ revoked_at }) => revoked_at !== null))
      assert.equal(after.keys.filter(({ revoked_at }) => revoked_at === null).length, 2)
      again.kill('SIGTERM')
      await again.ended
      if ('NORN_SECRET' in variables) await run('secret remove', variables)
    })
  })
}
