// No body, header or path within the limits, on any route and in any encoding, blocks the event loop for 20 ms.
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { assertEventLoopFree, attack } from './attacked.ts'

const urlencoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=B'
const json = 'application/json'

const filled = (size: number, unit: string): string => unit.repeat(Math.floor(size / unit.length))
const part = (more = '', content = 'x') =>
  `--B\r\nContent-Disposition: form-data; name="a"${more}\r\n\r\n${content}\r\n`
const wideHead = (size: number, unit: string) => `${part(filled(size, unit))}--B--`

/** Bodies of the worst known kinds, just below the given size. */
const bodies = (size: number): [what: string, type: string, body: string][] => [
  ['a&a&', urlencoded, filled(size, 'a&')],
  ['&&&&', urlencoded, filled(size, '&')],
  ['%zz&', urlencoded, filled(size, '%zz&')],
  ['few long fields', urlencoded, filled(size - 100, `a=${'%41+'.repeat(64)}&`)],
  ['many parts', multipart, `${filled(size - 100, part())}--B--`],
  ['16 parts', multipart, `${part('', filled(size / 16 - 100, '\r\n--')).repeat(16)}--B--`],
  ['a part of many headers', multipart, wideHead(size - 100, '\r\na: b')],
  ['a header of many parameters', multipart, wideHead(size - 100, '; x="y"')],
  ['an array in an array', json, `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`],
  ['a list of invalid names', json, `[${filled(size - 20, '1,')}1]`],
  ['many members', json, `{${filled(size - 20, '"aa":1,')}"b":1}`],
  // Normalizing such a text (NFC) takes time quadratic in its length.
  [
    'an email of accents',
    json,
    JSON.stringify({ username: filled(size / 2 - 200, '\u0301\u0323'), password: 'x', clientToken: 'x' }),
  ],
]

const posts = ['/auth/authenticate', '/session/join', '/api/profiles/game']

const long = (unit: string): string => filled(15_000, unit)

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`no path, query or header blocks the event loop (${kind})`, async (t) => {
    await using attacked = await attack(kind, { NORN_TRUST_PROXY: '127.0.0.1' })
    const { username } = attacked.player
    const hasJoined = '/session/hasJoined?username=x&serverId=y'
    const asked: [what: string, path: string, headers?: Record<string, string>][] = [
      ['many parameters', `${hasJoined}&${long('a&')}`],
      ['parameters that cannot be decoded', `${hasJoined}&${long('%zz&')}`],
      ['the same parameter many times', `/session/hasJoined?${long('ip=1&')}`],
      ['a long address', `${hasJoined}&ip=${long('1:')}`],
      ['another', `${hasJoined}&ip=${long('0.')}`],
      ['a path of slashes', long('/')],
      ['a path of many segments', `/session/profile/${long('a/')}`],
      ['a path that cannot be decoded', `/${long('%zz')}`],
      ['a long name', `/api/users/profiles/game/${long('a-')}`],
      ['a long sessionId', `/session/legacy/join?user=x&serverId=y&sessionId=${long('token:')}`],
      ['many tags', `/skinsystem/face/${username}`, { 'if-none-match': long('W/"a",') }],
      ['many proxies', '/healthz', { 'x-forwarded-for': long('127.0.0.1,') }],
      [
        'a long bearer token',
        '/authlib-injector/minecraftservices/privileges',
        { authorization: `Bearer ${long('a.')}` },
      ],
      [
        'a bearer token of spaces',
        '/authlib-injector/minecraftservices/privileges',
        { authorization: `Bearer${long(' ')}a b` },
      ],
    ]
    for (const [what, path, headers = {}] of asked)
      await assertEventLoopFree(t, attacked, what, path, { headers })
  })
}

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`no unauthenticated body blocks the event loop (${kind})`, async (t) => {
    await using attacked = await attack(kind)
    // Code that reads the body does not know about the database.
    for (const path of kind === 'sqlite' ? posts : posts.slice(0, 1)) {
      for (const [what, type, body] of bodies(65_536)) {
        const headers = { 'content-type': type }
        await assertEventLoopFree(t, attacked, `${path}, ${what}`, path, { method: 'POST', headers, body })
        const zipped = { ...headers, 'content-encoding': 'gzip' }
        const init = { method: 'POST', headers: zipped, body: gzipSync(body) }
        await assertEventLoopFree(t, attacked, `${path}, ${what}, gzipped`, path, init)
      }
    }
  })

  test(`no upload blocks the event loop, whether or not its sender is signed in (${kind})`, async (t) => {
    await using attacked = await attack(kind)
    const { id, accessToken } = attacked.player
    const uploads = {
      sqlite: ['PUT', `/authlib-injector/api/user/profile/${id}/skin`],
      postgres: ['POST', '/authlib-injector/minecraftservices/game/profile/skins'],
    } as const
    const [method, path] = uploads[kind]
    for (const token of ['x', accessToken]) {
      for (const [what, type, body] of bodies(2 ** 20)) {
        const about = `${method} ${path}, ${what}, ${token === 'x' ? 'nobody' : 'a player'}`
        const headers = { 'content-type': type, authorization: `Bearer ${token}` }
        await assertEventLoopFree(t, attacked, about, path, { method, headers, body })
        const zipped = { ...headers, 'content-encoding': 'gzip' }
        await assertEventLoopFree(t, attacked, `${about}, gzipped`, path, {
          method,
          headers: zipped,
          body: gzipSync(body),
        })
      }
    }
  })
}

test('an admin API request with an unknown field is refused without walking a list', async (t) => {
  await using attacked = await attack('sqlite')
  const headers = { authorization: `Bearer ${await attacked.apiToken()}`, 'content-type': json }
  const wrong = {
    'numbers in a list': filled(65_000, '1,'),
    'objects in a list': filled(65_000, '{},'),
    'a number after texts': filled(65_000, '"a",'),
  }
  for (const [what, items] of Object.entries(wrong)) {
    const body = `{"name":"x","redirect_uris":[${items}1]}`
    // About 2 ms. Walking every item takes 12 ms or more.
    await assertEventLoopFree(t, attacked, what, '/api/v1/clients', { method: 'POST', headers, body }, 8)
  }
  for (const [what, , body] of bodies(65_536).filter(([, type]) => type === json))
    await assertEventLoopFree(t, attacked, what, '/api/v1/clients', { method: 'POST', headers, body })
})
