// Parsers of input from strangers, called in this process: thousands of inputs a second.
import assert from 'node:assert/strict'
import { parseEnv } from 'node:util'
import { readFields } from '../src/http/body/fields.ts'
import { decodableUrl } from '../src/http/server/url.ts'
import { parseUuid } from '../src/lib/crypto/uuid.ts'
import { linesOf } from '../src/lib/files/lines.ts'
import { onlyPixels, pngSize } from '../src/lib/files/png.ts'
import { canonicalAddress, clientNetwork } from '../src/lib/net/address.ts'
import { parseNetwork } from '../src/lib/net/network.ts'
import { serversOf } from '../src/lib/net/postgres-url.ts'
import { fold } from '../src/lib/text/fold.ts'
import { accountKey, isEmail, isLanguage, isUsername } from '../src/model/accounts/account.ts'
import { Refused } from '../src/model/errors/refusal.ts'
import { EntryRefused } from '../src/moving/import/imported-account.ts'
import { readImportLine } from '../src/moving/lines.ts'
import { hashProblem } from '../src/passwords/importable.ts'
import { Passwords } from '../src/passwords/passwords.ts'
import { chunk, header, makePng, noise, pngOf } from '../test/png.ts'
import { boundary, multipartType } from './bodies.ts'
import { passwordHash } from './hashes.ts'
import type { Random } from './random.ts'
import { json, text } from './values.ts'

const costs = { memory: 1024, iterations: 1, parallelism: 1 }
const passwords = new Passwords(
  costs,
  () => 1,
  { all: 8, group: 8 },
  (size) => Buffer.alloc(size, 1),
)

export interface Parser {
  /** Makes the bytes to try. */
  make(random: Random): Buffer
  /** Throws if the parser breaks a promise. */
  run(input: Buffer): void | Promise<void>
}

async function fields(type: string, input: Buffer): Promise<void> {
  try {
    const read = await readFields(input, type)
    assert.equal(Object.getPrototypeOf({}).polluted, undefined)
    assert.equal(typeof read, 'object')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

/** Makes a text from the characters that a parser treats specially, with noise in between. */
const of =
  (alphabet: readonly string[], max: number) =>
  (random: Random): Buffer =>
    Buffer.from(
      Array.from({ length: random.below(max) }, () =>
        random.chance(0.05) ? text(random, 8) : random.pick(alphabet),
      ).join(''),
    )

const asText =
  (run: (input: string) => void) =>
  (input: Buffer): void =>
    run(input.toString())

const line = (random: Random): Buffer => {
  const maybe = (one: unknown): unknown =>
    random.chance(0.85) ? one : random.chance(0.5) ? undefined : json(random)
  return Buffer.from(
    JSON.stringify({
      id: maybe(random.pick([null, 'ab'.repeat(16), 'x'])),
      username: maybe(random.pick(['Steve', '..', text(random, 30)])),
      email: maybe(random.pick(['a@b.test', text(random, 300)])),
      passwordHash: maybe(passwordHash(random)),
      password: random.chance(0.2) ? text(random, 2000) : undefined,
      language: maybe(random.pick(['en', 'de-AT', 'x'])),
      totpSecret: maybe(random.pick([null, 'JBSWY3DPEHPK3PXP', 'x'])),
      createdAt: maybe(random.pick([0, -1, '2026-01-01', '2026-13-45T99:99Z', 9e15])),
      usernameHistory: maybe([{ name: text(random, 12), changedToAt: maybe(0) }, json(random)]),
    }),
  )
}

function picture(random: Random): Buffer {
  if (random.chance(0.5)) {
    const names = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'tEXt', 'acTL', 'ABCD', '\0\0\0\0']
    const chunks = Array.from({ length: random.below(30) }, () =>
      chunk(random.pick(names), random.bytes(random.below(20))),
    )
    return pngOf(header(random.pick([64, 0, 2 ** 31]), 64), ...chunks)
  }
  const png = makePng(8, 8, noise(1))
  for (let i = random.below(4); i > 0; i--) png[random.below(png.length)] = random.below(256)
  return png.subarray(0, random.chance(0.2) ? random.below(png.length) : png.length)
}

const addresses = [
  '1',
  '255',
  '.',
  ':',
  '::',
  'ffff',
  '0',
  '%',
  'eth0',
  '/',
  '64',
  '32',
  '127.0.0.1',
  '[',
  ']',
  'fe80::',
]
const urls = ['postgres://', 'a', '@', ':', '/', ',', '?', '#', '%', '5432', '[::1]', '//']

export const parsers: Record<string, Parser> = {
  'fields in JSON': {
    make: (random) =>
      random.chance(0.5)
        ? Buffer.from(JSON.stringify(json(random, 5)))
        : of(['{', '}', '[', ']', '"', ':', ',', '\\u', '0', 'e', '-', 'true', '__proto__'], 200)(random),
    run: (input) => fields('application/json', input),
  },
  'fields in a form': {
    make: of(['a', '=', '&', '%', '%41', '+', '__proto__', '%zz', '\0', 'é'], 400),
    run: (input) => fields('application/x-www-form-urlencoded', input),
  },
  'fields in parts': {
    make: of(
      [
        `--${boundary}`,
        '\r\n',
        'Content-Disposition: form-data',
        '; name="a"',
        '; filename="b"',
        '--',
        'x',
        '\n',
        'Content-Type: text/plain',
        '"',
      ],
      60,
    ),
    run: (input) => fields(multipartType, input),
  },
  PNG: {
    make: picture,
    run(input) {
      const kept = onlyPixels(input)
      if (typeof kept === 'string') return
      assert.ok(pngSize(kept))
      assert.ok(kept.length <= input.length)
      assert.deepEqual(onlyPixels(kept), kept, 'a file that was read is read the same again')
    },
  },
  lines: {
    make: (random) => of(['\n', '\r\n', 'a', 'abc', '\0', '{}'], 100)(random),
    async run(input) {
      const cut = [input.subarray(0, input.length >> 1), input.subarray(input.length >> 1)]
      const found: { bytes: Buffer | undefined; length: number }[] = []
      for await (const one of linesOf(
        (async function* () {
          yield* cut
        })(),
        16,
      ))
        found.push(one)
      assert.equal(
        found.reduce((sum, { length }) => sum + length, 0),
        input.length,
      )
      for (const { bytes } of found) assert.ok(!bytes || (bytes.length <= 16 && !bytes.includes(10)))
    },
  },
  'line of an import': {
    make: (random) =>
      random.chance(0.8) ? line(random) : of(['{', '}', '"', ':', 'username', 'email', ','], 40)(random),
    run(input) {
      try {
        const account = readImportLine(input, passwords, 1_700_000_000_000)
        assert.ok(isUsername(account.username) && (account.email === undefined || isEmail(account.email)))
        assert.ok(account.names.length > 0)
      } catch (error) {
        if (!(error instanceof EntryRefused)) throw error
      }
    },
  },
  '.env': {
    make: of(['NORN_PORT', '=', '\n', '"', "'", '#', ' ', '80', '\ufeff', '\\', '`', 'export '], 80),
    run: asText((input) => {
      for (const value of Object.values(parseEnv(input))) assert.equal(typeof value, 'string')
    }),
  },
  path: {
    make: of(['/', '%', '%41', '%zz', '?', 'a', '..', '%2f', '%c3', '#'], 60),
    run: asText((input) => {
      const path = decodableUrl(input).replace(/\?.*/s, '')
      decodeURIComponent(path)
    }),
  },
  address: {
    make: of(addresses, 14),
    run: asText((input) => {
      const written = canonicalAddress(input)
      if (written !== undefined) assert.equal(canonicalAddress(written), written)
      clientNetwork(input)
      const network = parseNetwork(input)
      if (network !== undefined) assert.equal(parseNetwork(network), network)
    }),
  },
  UUID: {
    make: of(['a', '0', 'F', '-', 'abcdef01', 'g', '0123'], 40),
    run: asText((input) => assert.match(parseUuid(input) ?? 'ab'.repeat(16), /^[0-9a-f]{32}$/)),
  },
  'name, e-mail, language': {
    make: of(['a', '_', '.', '-', '@', 'İ', ' ', 'en', '\0', '😀', 'ß'], 300),
    run: asText((input) => {
      const key = accountKey(input)
      if (isUsername(input)) assert.match(input, /^[\w.-]{1,21}$/)
      if (key?.column === 'email_folded') assert.equal(fold(key.value), key.value)
      isLanguage(input)
    }),
  },
  'password hash': {
    make: (random) => Buffer.from(passwordHash(random)),
    run: asText((input) => assert.ok([undefined, 'unknown', 'costly'].includes(hashProblem(input)))),
  },
  'address of a database': {
    make: of(urls, 20),
    run: asText((input) => {
      for (const server of serversOf(input) ?? []) assert.ok(URL.canParse(server))
    }),
  },
}

export const parserNames = Object.keys(parsers)
