// A stolen copy of the database is not enough to impersonate anybody; and the steps to take afterwards.
import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { createSteve, type Installation, install, type Serving } from '../cli/norn.ts'
import { databases } from '../databases.ts'
import { decoded, forgedTokens, signedWith, steal, withDatabase } from './stolen-database.ts'

interface Attacked {
  norn: Installation
  url: string
  variables: Record<string, string>
  id: string
  services: Serving[]
  end(): Promise<void>
}

const password = 'correct horse battery'

/** An installation with an account, and one service on it; two on PostgreSQL. */
async function attacked(kind: keyof typeof databases): Promise<Attacked> {
  const norn = await install()
  const fresh = kind === 'postgres' ? await databases.postgres() : undefined
  const url = fresh?.url ?? `sqlite:${norn.database}`
  const variables = { NORN_DATABASE_URL: url }
  const line = createSteve(password)
  const { status, stdout, stderr } = await norn.run([...line, '--json'], { variables })
  assert.equal(status, 0, stderr)
  const services = await Promise.all(Array.from({ length: fresh ? 2 : 1 }, () => norn.serve(variables)))
  const end = async () => {
    for (const service of services) service.kill('SIGTERM')
    for (const { ended } of services) await ended
    await fresh?.drop()
    await norn.remove()
  }
  return { norn, url, variables, id: JSON.parse(stdout).id, services, end }
}

async function post({ baseUrl }: Serving, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, text: await response.text() }
}

const authenticate = (service: Serving) =>
  post(service, '/auth/authenticate', { username: 'Steve', password, clientToken: 'launcher' })

async function signIn(service: Serving): Promise<string> {
  const { status, text } = await authenticate(service)
  assert.equal(status, 200, text)
  return JSON.parse(text).accessToken
}

const certificates = '/authlib-injector/minecraftservices/player/certificates'

/** The status of every route that a token opens. */
async function statuses(service: Serving, accessToken: string, id: string) {
  const bearer = { authorization: `Bearer ${accessToken}` }
  const answers = [
    await post(service, '/auth/validate', { accessToken }),
    await post(service, '/session/join', { accessToken, selectedProfile: id, serverId: 's' }),
    await post(service, certificates, {}, bearer),
    await post(service, '/auth/refresh', { accessToken, clientToken: 'launcher' }),
  ]
  return answers.map(({ status }) => status)
}

/** The keys for access tokens; those for ID tokens are RSA. */
async function jwks({ baseUrl }: Serving): Promise<string[]> {
  const response = await fetch(`${baseUrl}/oauth2/jwks`)
  const { keys } = (await response.json()) as { keys: { kid: string; kty: string }[] }
  return keys.filter(({ kty }) => kty === 'EC').map(({ kid }) => kid)
}

const opened = [200, 200, 200, 200]

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`stolen database (${kind})`, () => {
    let one: Attacked
    before(async () => {
      one = await attacked(kind)
    })
    after(() => one.end())

    test('the keys and rows of a copy cannot forge a token that is accepted anywhere', async () => {
      const [service] = one.services as [Serving]
      const token = await signIn(service)
      const stolen = await steal(one.url)
      const forged = forgedTokens(stolen, decoded(token.split('.')[1]).scope)
      assert.equal(forged.length, 5)
      for (const each of forged) {
        const refusedWith = await statuses(service, each, one.id)
        assert.ok(
          refusedWith.every((status) => status >= 400 && status < 500),
          `${refusedWith}`,
        )
        await post(service, '/auth/invalidate', { accessToken: each, clientToken: 'launcher' })
      }
      // The attack itself works: with the jti, which only the token contains, it is accepted everywhere.
      const [header, claims] = token.split('.').map((part, index) => (index < 2 ? decoded(part) : part))
      const key = stolen.keys.find(({ kid }) => kid === header.kid)
      const again = signedWith(createPrivateKey(key?.private_key ?? ''), header, claims)
      assert.notEqual(again, token)
      assert.deepEqual(await statuses(service, again, one.id), opened)
    })

    test('key rotate tokens --now ends all tokens and the old keys immediately, in every instance', async () => {
      const { services } = one
      const [first] = services as [Serving]
      const tokens = [await signIn(first), await signIn(first)]
      for (const service of services) {
        const { status } = await post(service, '/auth/validate', { accessToken: tokens[0] })
        assert.equal(status, 200)
      }
      const before = await jwks(first)
      const { status, stdout, stderr } = await one.norn.run(
        ['key', 'rotate', 'tokens', '--now', '--json'],
        one,
      )
      assert.equal(status, 0, stderr)
      const made = JSON.parse(stdout)
      assert.equal(made.state, 'signing')

      for (const service of services) {
        for (const token of tokens) {
          const refusedWith = await statuses(service, token, one.id)
          assert.ok(
            refusedWith.every((each) => each >= 400 && each < 500),
            `${refusedWith}`,
          )
        }
        assert.deepEqual(await jwks(service), [made.kid])
        const fresh = await signIn(service)
        assert.equal(decoded(fresh.split('.')[0]).kid, made.kid)
        assert.deepEqual(await statuses(service, fresh, one.id), opened)
      }

      // A valid row and the old key: like a token whose sign-in was in progress when the key was revoked.
      const live = await signIn(first)
      const [header, claims] = live.split('.').map((part, index) => (index < 2 ? decoded(part) : part))
      const { keys } = await steal(one.url)
      const old = keys.find(({ kid }) => kid === before[0])
      const forged = signedWith(
        createPrivateKey(old?.private_key ?? ''),
        { ...header, kid: old?.kid },
        claims,
      )
      for (const service of services) {
        const refusedWith = await statuses(service, forged, one.id)
        assert.ok(
          refusedWith.every((each) => each >= 400 && each < 500),
          `${refusedWith}`,
        )
      }
      const list = JSON.parse((await one.norn.run(['key', 'list', '--json'], one)).stdout)
      const states = list.map(({ use, state }: { use: string; state: string }) => `${use} ${state}`)
      assert.deepEqual(states, ['oauth signing', 'textures signing', 'tokens revoked', 'tokens signing'])
    })

    test('a sign-in that is in progress while the keys are revoked issues no valid token', async (t) => {
      const [service] = one.services as [Serving]
      await signIn(service)
      let isOver = false
      const issued: string[] = []
      const first = Promise.withResolvers<void>()
      const players = Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const { status, text } = await authenticate(service)
          // Its credentials were ended while the password was being checked.
          if (status !== 200) continue
          issued.push(JSON.parse(text).accessToken)
          first.resolve()
        }
      })
      await first.promise
      const rotated = await one.norn.run(['key', 'rotate', 'tokens', '--now', '--json'], one)
      isOver = true
      await Promise.all(players)
      assert.equal(rotated.status, 0, rotated.stderr)
      const { kid } = JSON.parse(rotated.stdout)
      let live = 0
      for (const accessToken of issued) {
        const { status } = await post(service, '/auth/validate', { accessToken })
        if (status === 200) live++
        if (status === 200) assert.equal(decoded(accessToken.split('.')[0]).kid, kid)
      }
      t.diagnostic(`${issued.length} sign-ins, ${live} tokens alive, all of the new key`)
      assert.ok(issued.length > live)
    })

    test('key rotate textures --now signs with the new key immediately and publishes no other', async () => {
      const [service] = one.services as [Serving]
      const published = async () => {
        const response = await fetch(`${service.baseUrl}/authlib-injector/minecraftservices/publickeys`)
        return ((await response.json()) as { profilePropertyKeys: unknown[] }).profilePropertyKeys
      }
      // The key prepared for later was stolen as well.
      assert.equal((await one.norn.run(['key', 'rotate', 'textures'], one)).status, 0)
      const before = await published()
      assert.equal(before.length, 2)
      const { stdout } = await one.norn.run(['key', 'rotate', 'textures', '--now', '--json'], one)
      assert.equal(JSON.parse(stdout).state, 'signing')
      const after = await published()
      assert.equal(after.length, 1)
      assert.ok(!before.some((old) => JSON.stringify(old) === JSON.stringify(after[0])))
      const rows = await withDatabase(one.url, ({ query }) =>
        query.selectFrom('signing_key').selectAll().where('use', '=', 'textures').execute(),
      )
      assert.equal(rows.filter(({ revoked_at }) => revoked_at !== null).length, 2)
      // Tokens stay valid.
      const { status } = await post(service, '/auth/validate', { accessToken: await signIn(service) })
      assert.equal(status, 200)
    })
  })
}
