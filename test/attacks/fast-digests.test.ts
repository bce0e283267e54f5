// No column has a digest, without a key, of anything that a person chose: each would be a place to try words against.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { rotateKey } from '../../src/domain/operation/rotate-key.ts'
import { createAppPassword } from '../../src/domain/tokens/app-passwords.ts'
import { noticeNewDevices } from '../../src/domain/tokens/new-devices.ts'
import { fold } from '../../src/lib/text/fold.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { tables } from '../../src/storage/schema/schema.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'
import { startDevice } from '../wire/oauth2/oauth.ts'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

/** The prefixes that the code puts in front of texts before it digests them. */
const prefixes = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('migrations'))
  .flatMap((file) => [...readFileSync(join(source, file), 'utf8').matchAll(/[`'"]([a-z][a-z_ -]*[: ])\$\{/g)])
  .map(([, prefix = '']) => prefix)

/** A text as it is, and as code may change it before it digests it. */
function formsOf(text: string): string[] {
  const plain = [text, text.trim(), text.toLowerCase(), fold(text), text.normalize('NFKC')]
  const prefixed = plain.flatMap((each) => ['', ...new Set(prefixes)].map((prefix) => prefix + each))
  return [...new Set(prefixed.flatMap((each) => [each, JSON.stringify(each), `${each}\n`]))]
}

/** The beginnings of all digests of a text, in hex and Base64: a column may have a shortened one. */
const digestsOf = (text: string): string[] =>
  formsOf(text).flatMap((form) =>
    ['md5', 'sha1', 'sha256', 'sha384', 'sha512'].flatMap((algorithm) => {
      const bytes = hash(algorithm, form, 'buffer')
      const base64 = bytes.toString('base64url').slice(0, 12)
      return [bytes.toString('hex').slice(0, 12), base64]
    }),
  )

/** Every value of every column, as text, with its place. */
async function columnsOf({ context }: RunningService): Promise<{ place: string; text: string }[]> {
  const all = []
  for (const table of tables) {
    const rows = await context.db.query.selectFrom(table).selectAll().execute()
    for (const row of rows)
      for (const [column, value] of Object.entries(row)) {
        if (value !== null) all.push({ place: `${table}.${column}`, text: String(value) })
      }
  }
  return all
}

/** Places that have a digest of one of the texts. */
async function found(service: RunningService, texts: readonly string[]): Promise<string[]> {
  const digests = new Map(texts.flatMap((text) => digestsOf(text).map((digest) => [digest, text])))
  const columns = await columnsOf(service)
  return columns.flatMap(({ place, text }) => {
    const words =
      text
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .match(/[\w-]{12,}/g) ?? []
    return words.flatMap((word) =>
      [word.slice(0, 12), word.slice(0, 12).toLowerCase()].flatMap((start) => {
        const planted = digests.get(start)
        return planted === undefined ? [] : `${place}: ${planted}`
      }),
    )
  })
}

const registering = {
  NORN_CONFIRM_EMAIL: 'on',
  NORN_REGISTRATION: 'open',
}

onEveryDatabase('digests of what people choose', (start) => {
  test('no column has one, whichever door the text came through', async () => {
    const service = await start(registering)
    const planted: string[] = []
    const plant = (text: string): string => {
      planted.push(text)
      return text
    }
    const api = await adminClient(service)

    // What a program sets through the API, with a key to repeat the request.
    const body = {
      username: plant('Planted_1'),
      password: plant('hunter2 hunter2'),
      email: plant('Anna@Example.test'),
    }
    const key = plant('make-anna')
    const post = (path: string, given: object) => {
      const sent = JSON.stringify(given)
      for (const url of [path, `/api/v1${path}`])
        for (const asked of [
          sent,
          `POST${url}${sent}`,
          `POST ${url} ${sent}`,
          `POST\n${url}\n${sent}`,
          JSON.stringify(['POST', url, given]),
        ])
          plant(asked)
      return api.send('POST', path, given, { 'idempotency-key': `${key}${path}` })
    }
    assert.equal((await post('/accounts', body)).status, 201)
    assert.equal((await post('/groups', { name: plant('the-staff') })).status, 201)
    assert.equal((await post('/invites', { uses: 1 })).status, 201)
    assert.equal((await post('/api-tokens', { name: plant('my bot'), readOnly: true })).status, 201)

    // What was typed as a login, among it a password in the wrong field.
    for (const username of [
      plant('Nobody_here'),
      plant('hunter3 hunter3'),
      plant('  Nobody@Example.test '),
    ]) {
      const sent = { username, password: plant(`wrong ${username}`), clientToken: plant('my old laptop') }
      assert.equal((await service.post('/auth/authenticate', sent)).status, 401)
      await service.post('/auth/signout', sent)
      const browser = browserOf(service)
      await browser.signIn({ username, password: 'also wrong' })
    }

    // Links for an address without an account, and a name that is reserved.
    const guest = browserOf(service)
    await guest.send(await guest.get('/recover'), '/recover', { email: plant('stranger@example.test') })
    const chosen = {
      username: plant('Reserved_1'),
      email: plant('reserved@example.test'),
      password: plant('a sentence to remember'),
    }
    const sent = await guest.send(await guest.get('/register'), '/register', chosen)
    assert.equal(sent.path, '/register/sent', sent.alert)

    // A device, a pending second step, a text for a device code.
    const steve = await service.account({ username: plant('Steve'), email: plant('steve@example.test') })
    plant(steve.password)
    const agent = plant('Steve s secret phone')
    await service.post(
      '/auth/authenticate',
      { username: steve.username, password: steve.password, clientToken: plant('phone of Steve') },
      { headers: { 'user-agent': agent } },
    )
    await noticeNewDevices(service.context, 0)
    for (const network of ['127.0.0.1', '127.0.0.1/32']) plant(`device:${network}\n${agent}`)
    const { user_code } = await startDevice(service, 'openid')
    plant(user_code)
    plant(user_code.replaceAll('-', ''))

    const stored = await service.stored(steve)
    const appPassword = plant(
      await createAppPassword(
        service.context,
        accountActor(stored, '127.0.0.1'),
        stored,
        plant('HMCL at home'),
      ),
    )
    const letters = plant(appPassword.replaceAll('-', ''))
    for (const password of [appPassword, plant(letters.toUpperCase()), plant(`${letters}0`)])
      await service.post('/auth/authenticate', { username: steve.username, password, clientToken: 'x' })

    await service.context.attempts.flush()
    const columns = await columnsOf(service)
    for (const table of [
      'idempotency_key',
      'guess',
      'known_device',
      'registration',
      'attempt',
      'app_password',
      'oauth_artifact',
    ])
      assert.ok(
        columns.some(({ place }) => place.startsWith(`${table}.`)),
        `${table} has rows`,
      )
    assert.deepEqual(await found(service, planted), [])
  })

  test('the search finds a digest that is there', async () => {
    const service = await start()
    const full_at = service.now()
    const key = `login:${hash('sha256', JSON.stringify('nobody_here'), 'hex')}`
    await service.context.db.query.insertInto('guess').values({ key, full_at }).execute()
    assert.deepEqual(new Set(await found(service, ['Nobody_here'])), new Set(['guess.key: Nobody_here']))
  })

  test('limits on guesses, and on links to an address, hold as before', async () => {
    const service = await start({ NORN_GUESS_ADDRESS_ACCOUNT: '3' })
    const statuses = []
    for (let time = 0; time < 5; time++) {
      const sent = { username: ['Nobody', 'NOBODY', 'nObOdY'][time % 3], password: 'x', clientToken: 'x' }
      statuses.push((await service.post('/auth/authenticate', sent)).status)
    }
    assert.deepEqual(statuses, [401, 401, 401, 429, 429])
  })

  test('a device stays known when the key of the digests is replaced', async () => {
    const service = await start()
    const { context } = service
    const steve = await service.account()
    const signIn = async () => {
      await service.signIn(steve)
      await noticeNewDevices(context, 0)
      return context.db.query.selectFrom('known_device').select('digest').execute()
    }
    const [before] = await signIn()
    await rotateKey(context, operator, 'tokens', { isStolen: false })
    service.advance(1000)
    const after = await signIn()
    assert.equal(after.length, 1)
    assert.notEqual(after[0]?.digest, before?.digest, 'it is found by the newest key from now on')
    const mails = await context.db.query.selectFrom('mail').selectAll().execute()
    assert.deepEqual(mails, [])
  })
})
