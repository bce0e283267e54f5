// The promises of docs/security.md about tokens hold, and each of its tests exists.
import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { promised } from './security-promises.ts'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part: string): object => JSON.parse(Buffer.from(part, 'base64url').toString())

onEveryDatabase('tokens', (_start, shared) => {
  let service: RunningService
  before(async () => {
    service = await shared()
  })

  const isGood = async (accessToken: string): Promise<boolean> =>
    (await service.post('/auth/validate', { accessToken })).status === 200

  test('a token with another algorithm, key, type or header is refused', async () => {
    const token = await service.signIn(await service.account())
    assert.ok(await isGood(token))
    const [head = '', claims = '', signature = ''] = token.split('.')
    const header = decode(head)
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const ours = service.context.keys.current('tokens')
    const signed = (changed: object, key: KeyObject, payload = claims): string => {
      const input = `${encode({ ...header, ...changed })}.${payload}`
      const by = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
      return `${input}.${by.toString('base64url')}`
    }
    assert.ok(await isGood(signed({}, ours.privateKey)), 'a correct token is accepted')

    const pem = ours.publicKey.export({ type: 'spki', format: 'pem' })
    const hmacInput = `${encode({ ...header, alg: 'HS256' })}.${claims}`
    const jwk = stranger.publicKey.export({ format: 'jwk' })
    const bad: Record<string, string> = {
      'none, unsigned': `${encode({ ...header, alg: 'none' })}.${claims}.`,
      'none, signed': `${encode({ ...header, alg: 'none' })}.${claims}.${signature}`,
      'HMAC with the public key': `${hmacInput}.${createHmac('sha256', pem).update(hmacInput).digest('base64url')}`,
      "a stranger's key": signed({}, stranger.privateKey),
      'a key in the header': signed({ jwk }, stranger.privateKey),
      'a key in the header, ours not named': signed({ jwk, kid: undefined }, stranger.privateKey),
      'another kid': signed({ kid: 'x' }, ours.privateKey),
      'a kid that is no text': signed({ kid: 5 }, ours.privateKey),
      'another type': signed({ typ: 'JWT' }, ours.privateKey),
      'no type': signed({ typ: undefined }, ours.privateKey),
      'a critical header': signed({ crit: ['x'], x: 1 }, ours.privateKey),
      'an unknown jti': signed({}, ours.privateKey, encode({ ...decode(claims), jti: 'ab'.repeat(16) })),
      'a changed subject': `${head}.${encode({ ...decode(claims), sub: 'ab'.repeat(16) })}.${signature}`,
      'white space': `${head}.${claims}.${signature} `,
      'white space within': `${head}. ${claims}.${signature}`,
      'Base64 with padding': `${head}.${claims}.${signature}==`,
      'a huge header': signed({ x: 'x'.repeat(40_000) }, stranger.privateKey),
      'four parts': `${token}.x`,
      'two parts': `${head}.${claims}`,
    }
    for (const [what, forged] of Object.entries(bad)) assert.ok(!(await isGood(forged)), what)
    assert.ok(await isGood(token))
  })
})

test('the page and the list of its tests name the same files', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const named = [...page.matchAll(/`test\/([^`]+?)\.test\.ts`|`test\/([^`]+\/)`/g)].map(
    ([, file, folder]) => file ?? folder ?? '',
  )
  const isNamed = (file: string, name: string) => (name.endsWith('/') ? file.startsWith(name) : file === name)
  const files = Object.keys(promised)
  assert.ok(files.length > 20)
  assert.deepEqual(
    files.filter((file) => !named.some((name) => isNamed(file, name))),
    [],
  )
  assert.deepEqual(
    named.filter((name) => !files.some((file) => isNamed(file, name))),
    [],
  )
})

test('docs/security.md names every place that opens a connection', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('\n## Whom Norn asks\n')
  const places = [...(section.split('\n## ')[0] ?? '').matchAll(/\| `([\w/.-]+)` \|$/gm)].map(
    ([, at = '']) => at,
  )
  const src = new URL('../../src/', import.meta.url)
  const opening = new RegExp(
    [
      String.raw`\b(getBounded|askGuarded)\(|[^.\w]fetch\(|createTransport\((?!\{ streamTransport)|new (Pool|Client)\(|createConnection\(`,
      String.raw`import \{[^}]*\bpost\b[^}]*\} from '[^']*net/outgoing\.ts'`,
      String.raw`import \{[^}]*\b(connect|request)\b[^}]*\} from 'node:(net|tls|https?)'`,
    ].join('|'),
  )
  const files = globSync('**/*.ts', { cwd: src }).filter(
    (file) => file !== 'lib/net/outgoing.ts' && opening.test(readFileSync(new URL(file, src), 'utf8')),
  )
  const isAt = (file: string, place: string) =>
    place.endsWith('/') ? file.startsWith(place) : file === place
  assert.deepEqual(
    files.filter((file) => !places.some((place) => isAt(file, place))),
    [],
  )
  assert.deepEqual(
    places.filter((place) => !files.some((file) => isAt(file, place))),
    [],
  )
})

test('every test of what docs/security.md promises exists', () => {
  for (const [file, titles] of Object.entries(promised)) {
    const path = new URL(`../${file}.test.ts`, import.meta.url)
    assert.ok(existsSync(path), `there is no test/${file}.test.ts`)
    const there = [...readFileSync(path, 'utf8').matchAll(/\btest\(\s*(['"`])(.*?)\1,/g)].map(
      (each) => each[2],
    )
    for (const title of titles)
      assert.ok(there.includes(title), `test/${file}.test.ts has no test "${title}"`)
  }
})
