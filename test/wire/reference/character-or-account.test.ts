// On the wire, a character is an ordinary account, to the byte: every operation of the protocol reference, asked as
// each, on two services whose only difference is that the players of one are characters.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createCharacter } from '../../../src/domain/characters/create.ts'
import { makePrimary } from '../../../src/domain/characters/primary.ts'
import { openDatabase } from '../../../src/storage/engine/open.ts'
import { migrate } from '../../../src/storage/schema/migrate.ts'
import { type Kind, kinds, migrated } from '../../databases.ts'
import { type Answer, operator, type RunningService, startService } from '../../service.ts'
import type { Call, World } from './calls.ts'
import { operations } from './operations.ts'

const settings = { NORN_BASE_URL: 'https://accounts.example.test', NORN_GUESS_ADDRESS: '1000000' }

let made = 0
const idOf = (number: number): string => `${number.toString(16).padStart(12, '0')}4${'a'.repeat(19)}`

type Player = Awaited<ReturnType<World['player']>> & { email: string }

interface Asking extends World {
  player(): Promise<Player>
}

interface Named {
  username: string
  email: string
  password: string
  id: string
}

/** Makes a player, as an account or as the primary character of one. */
type Make = (service: RunningService, named: Named) => Promise<{ accountId: string }>

const asAccount: Make = async (service, named) => ({ accountId: (await service.account(named)).id })

const asCharacter: Make = async (service, { username, id, ...login }) => {
  const account = await service.account({ username: `Owner_${id.slice(4, 12)}`, ...login })
  const owner = await service.stored(account)
  const character = await createCharacter(service.context, operator, owner, { username, id })
  await makePrimary(service.context, operator, character)
  return { accountId: owner.id }
}

/** The players of a world have the same names and UUIDs in each, since `first` is the same. */
function worldOf(service: RunningService, make: Make, first: number): Asking {
  let number = first
  return {
    service,
    player: async () => {
      number++
      const named = {
        id: idOf(number),
        username: `Same_${number}`,
        email: `same${number}@example.test`,
        password: `correct horse ${number}`,
      }
      const { accountId } = await make(service, named)
      return { ...named, accountId, accessToken: await service.signIn(named) }
    },
  }
}

/** Replaces what is random: the ids and signatures of tokens, keys of players, and nothing else. */
const masked = (text: string): string =>
  text
    .replaceAll(/eyJ[\w-]+\.([\w-]+)\.[\w-]+/g, (_, claims: string) => {
      const { jti, ...others } = JSON.parse(Buffer.from(claims, 'base64url').toString())
      return `token ${String(jti).length} ${JSON.stringify(others)}`
    })
    .replaceAll(/("clientToken":")[0-9a-f]{32}"/g, '$1made by the service"')
    .replaceAll(/-----BEGIN [^"]+/g, 'a key')
    .replaceAll(
      /("publicKeySignature(?:V2)?":)"([^"]+)"/g,
      (_, name: string, value: string) => `${name}${value.length}`,
    )

const random = new Set(['x-request-id', 'date'])

/** The length of a private key varies. */
const lengthOf = (text: string) => (text.includes('PRIVATE KEY') ? new Set(['content-length']) : new Set())

const seen = ({ status, headers, text }: Answer) => ({
  status,
  headers: Object.fromEntries(
    [...headers]
      .filter(([name]) => !random.has(name) && !lengthOf(text).has(name))
      .map(([name, value]) => [name, masked(value)]),
  ),
  text: masked(text),
})

function bodyOf(body: unknown): RequestInit {
  if (body === undefined) return {}
  const fields = Object.entries(body as object)
  if (!fields.some(([, value]) => Buffer.isBuffer(value)))
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const form = new FormData()
  for (const [name, value] of fields)
    form.append(name, Buffer.isBuffer(value) ? new Blob([new Uint8Array(value)]) : String(value))
  return { body: form }
}

async function ask(service: RunningService, operation: string, call: Call) {
  const [method = '', path = ''] = operation.split(' ')
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(call.path?.[name] ?? 'x'),
  )
  const { headers, ...init } = bodyOf(call.body)
  const query = call.query ? `?${new URLSearchParams(call.query)}` : ''
  const all = { ...(headers as Record<string, string>), ...call.headers }
  return seen(
    await service.request(`${filled}${query}`, { ...init, method: method.toUpperCase(), headers: all }),
  )
}

/** Two services with the same signing keys, so that even signatures are the same. */
async function twoServices(t: TestContext, kind: Kind): Promise<[RunningService, RunningService]> {
  const [first, second] = [await migrated[kind](), await migrated[kind]()]
  t.after(async () => {
    for (const { drop } of [first, second]) await drop()
  })
  const one = await startService(first.url, settings)
  t.after(() => one.close())
  // The keys of OAuth are made by the first request that needs them.
  await one.get('/oauth2/jwks')
  const db = await openDatabase(second.url)
  await migrate(db)
  await db.query.deleteFrom('signing_key').execute()
  const keys = await one.context.db.query.selectFrom('signing_key').selectAll().execute()
  await db.query.insertInto('signing_key').values(keys).execute()
  await db.close()
  const two = await startService(second.url, settings)
  t.after(() => two.close())
  return [one, two]
}

for (const kind of kinds()) {
  const both = async (t: TestContext) => {
    const [ordinary, other] = await twoServices(t, kind)
    const first = (made += 1000)
    return [worldOf(ordinary, asAccount, first), worldOf(other, asCharacter, first)] as const
  }

  test(`a character is answered like an account by every operation of the reference (${kind})`, async (t) => {
    const worlds = await both(t)
    const asked = Object.entries(operations).filter(([operation]) => !operation.includes(' /api/v1/'))
    assert.ok(asked.length > 70)
    let answers = 0
    for (const [operation, calls] of asked) {
      const [one, other] = [await calls(worlds[0]), await calls(worlds[1])]
      assert.equal(one.length, other.length)
      for (const [place, call] of one.entries()) {
        const expected = await ask(worlds[0].service, operation, call)
        const actual = await ask(worlds[1].service, operation, other[place] ?? {})
        assert.deepEqual(actual, expected, `${operation}, request ${place}`)
        answers++
      }
    }
    assert.ok(answers > 250, `${answers} answers`)
  })

  test(`a character signs in, is refused, refreshed and signed out like an account (${kind})`, async (t) => {
    const seenBy = await Promise.all(
      (await both(t)).map(async (world) => {
        const { service } = world
        const { id, email, username, password, accessToken } = await world.player()
        const post = async (path: string, body: object) => seen(await service.post(path, body))
        const clientToken = 'c'
        const logins = [username, username.toUpperCase(), email, `${email}x`, id]
        const answers = []
        for (const login of logins)
          for (const secret of [password, 'wrong', `${password}:123456`, ''])
            answers.push(
              await post('/auth/authenticate', {
                username: login,
                password: secret,
                clientToken,
                requestUser: true,
              }),
            )
        for (const selectedProfile of [
          undefined,
          { id, name: username },
          { id: 'ab'.repeat(16), name: 'Other' },
        ])
          answers.push(
            await post('/auth/refresh', {
              accessToken,
              clientToken: 'launcher',
              selectedProfile,
              requestUser: true,
            }),
          )
        answers.push(await post('/auth/validate', { accessToken }))
        answers.push(await post('/auth/signout', { username: email, password }))
        answers.push(await post('/auth/signout', { username, password: 'wrong' }))
        return answers
      }),
    )
    assert.deepEqual(seenBy[1], seenBy[0])
    assert.equal(seenBy[0]?.filter(({ status }) => status === 200).length, 5)
  })
}
