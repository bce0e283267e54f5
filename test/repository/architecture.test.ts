import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { importsOf, withoutComments } from './imports.ts'

const root = join(import.meta.dirname, '../..')
const src = join(root, 'src')

interface Room {
  /** The folders that this one may import from: the table of docs/architecture.md. */
  may: readonly string[]
  /** The packages that it may import, including those of Node.js. */
  packages: readonly string[]
}

const rooms: Record<string, Room> = {
  lib: {
    may: [],
    packages: ['node:', 'ipaddr.js', 'otpauth'],
  },
  passwords: {
    may: ['lib'],
    packages: ['node:', '@node-rs/argon2', '@node-rs/bcrypt', '@zxcvbn-ts/language-common'],
  },
  texts: { may: ['lib'], packages: ['node:fs'] },
  model: { may: ['texts', 'lib'], packages: [] },
  config: { may: ['texts', 'lib'], packages: ['node:', 'ipaddr.js'] },
  storage: { may: ['model', 'lib'], packages: ['node:', 'kysely', 'lru-cache', 'pg'] },
  state: {
    may: ['storage', 'model', 'config', 'lib'],
    packages: [
      'node:crypto',
      'node:net',
      'node:timers',
      'node:util',
      'altcha-lib',
      'aws4fetch',
      'jose',
      'lru-cache',
      'oauth4webapi',
      'pino',
      'sharp',
    ],
  },
  domain: {
    may: ['state', 'passwords', 'storage', 'model', 'config', 'texts', 'lib'],
    packages: ['node:crypto', 'node:net', '@simplewebauthn/server', 'jose', 'pino'],
  },
  moving: {
    may: ['domain', 'passwords', 'storage', 'model', 'lib'],
    packages: ['node:', 'kysely', 'lru-cache', 'mysql2', 'pg', 'typebox'],
  },
  present: { may: ['domain', 'state', 'storage', 'model', 'lib'], packages: [] },
  mail: { may: ['model', 'config', 'texts', 'lib'], packages: ['node:fs', 'node:path', 'nodemailer'] },
  jobs: {
    may: ['mail', 'present', 'domain', 'storage', 'model', 'config', 'lib'],
    packages: ['node:timers', 'pino'],
  },
  http: {
    may: ['domain', 'state', 'model', 'config', 'lib'],
    packages: [
      'node:',
      'fastify',
      '@fastify/fast-json-stringify-compiler',
      '@fastify/swagger',
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
      '@prometheus-io/client',
      'fast-querystring',
      'find-my-way',
      'pino',
      'typebox',
    ],
  },
  wire: {
    may: ['http', 'present', 'domain', 'state', 'model', 'config', 'lib'],
    packages: ['node:crypto', 'node:http', 'node:net', 'fastify', 'jose', 'oidc-provider', 'typebox'],
  },
  web: {
    may: ['http', 'present', 'domain', 'model', 'config', 'texts', 'lib'],
    packages: [
      'node:crypto',
      'node:fs',
      'node:path',
      'node:stream',
      'node:util',
      'node:zlib',
      '@fastify/cookie',
      '@simplewebauthn/server',
      'fastify',
      'typebox',
      'uqr',
    ],
  },
  cli: {
    may: [
      'wire',
      'http',
      'jobs',
      'mail',
      'moving',
      'present',
      'domain',
      'state',
      'passwords',
      'storage',
      'model',
      'config',
      'texts',
      'lib',
      '',
    ],
    packages: ['node:', 'fastify', 'ipaddr.js', 'nodemailer', 'pino', 'pino-pretty', 'uqr'],
  },
  '': {
    may: [
      'cli',
      'web',
      'wire',
      'http',
      'jobs',
      'mail',
      'moving',
      'present',
      'domain',
      'state',
      'passwords',
      'storage',
      'model',
      'config',
      'texts',
      'lib',
    ],
    packages: ['node:', 'pino'],
  },
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '')

const importsIn = (path: string): string[] => importsOf(withoutComments(readFileSync(path, 'utf8')))
const isOwn = (imported: string): boolean => imported.startsWith('.')
const pathOf = (file: string, imported: string): string => relative(src, join(src, dirname(file), imported))

test('imports go one way', () => {
  const offences = files.flatMap((file) => {
    const folder = folderOf(file)
    const room = rooms[folder]
    assert.ok(room, `src/${folder} is not a folder of docs/architecture.md`)
    return importsIn(join(src, file))
      .filter(isOwn)
      .map((imported) => pathOf(file, imported))
      .filter((imported) => !imported.startsWith('..'))
      .filter((imported) => folderOf(imported) !== folder && !room.may.includes(folderOf(imported)))
      .map((imported) => `src/${file} imports src/${imported}`)
  })
  assert.deepEqual(offences, [])
})

/** Pages that others may look into: those of signing in and of proving it again. */
const sharedPages = ['web/pages/providers', 'web/pages/security', 'web/pages/sign-in']

test('pages share what is in the rooms of all pages, and take nothing from administration', () => {
  const area = (file: string) => file.split('/').slice(0, 3).join('/')
  const offences = files
    .filter((file) => file.startsWith('web/') && file !== 'web/routes.ts')
    .flatMap((file) =>
      importsIn(join(src, file))
        .filter(isOwn)
        .map((imported) => pathOf(file, imported))
        .filter((imported) => imported.startsWith('web/pages/') && imported.split('/').length > 3)
        .filter((imported) => area(imported) !== area(file) && !sharedPages.includes(area(imported)))
        .map((imported) => `src/${file} imports src/${imported}`),
    )
  assert.deepEqual(offences, [])
})

test('each package is imported only where its work is done', () => {
  const offences = files.flatMap((file) => {
    const { packages } = rooms[folderOf(file)] as Room
    const isAllowed = (name: string) =>
      packages.some((known) =>
        known.endsWith(':') ? name.startsWith(known) : name === known || name.startsWith(`${known}/`),
      )
    return importsIn(join(src, file))
      .filter((imported) => !isOwn(imported) && !/^https?:/.test(imported))
      .filter((imported) => !isAllowed(imported))
      .map((imported) => `src/${file} imports ${imported}`)
  })
  assert.deepEqual(offences, [])
})

test('the table in docs/architecture.md is the one that this test enforces', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  for (const [folder, { may }] of Object.entries(rooms)) {
    if (folder === '') continue
    const row = text.match(new RegExp(`^\\| \`${folder}\` \\|([^|]*)\\|`, 'm'))
    assert.ok(row, `docs/architecture.md has a row for ${folder}`)
    const cell = (row[1] ?? '').trim()
    if (cell === 'all') continue
    assert.deepEqual(cell.split(', ').filter(Boolean), may, `row of ${folder}`)
  }
})

test('the rooms in docs/architecture.md are the existing ones', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8').split('\n## The rooms\n')[1] ?? ''
  const [table = ''] = text.split('\n## ')
  // Parentheses tell what a room holds, and which rooms are in it.
  const listed = [...table.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].flatMap(([, folder, rooms = '']) =>
    [...rooms.replaceAll(/\([^)]*\)/g, '').matchAll(/`([\w-]+)`/g)].map(([, room]) => `${folder}/${room}`),
  )
  const folders = ['lib', 'model', 'storage', 'state', 'domain', 'moving', 'http', 'web', 'cli']
  const there = folders.flatMap((folder) =>
    readdirSync(join(src, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}`),
  )
  assert.deepEqual(listed.toSorted(), there.toSorted())
})

test('a folder of rooms has no files of its own, except what all rooms share', () => {
  const beside = files.filter((file) =>
    /^(lib|model|storage|state|domain|moving|http|web|cli)\/[^/]+\.ts$/.test(file),
  )
  assert.deepEqual(beside.toSorted(), [
    'domain/asker.ts',
    'domain/change.ts',
    'domain/context.ts',
    'domain/idempotency.ts',
    'domain/mail.ts',
    'moving/export.ts',
    'moving/lines.ts',
    'state/database-health.ts',
    'state/known-providers.ts',
    'state/settings.ts',
    'state/shared-clock.ts',
    'web/assets.ts',
    'web/routes.ts',
  ])
})

test('a room holds 5 to 14 files, except those that docs/architecture.md names', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const [named = ''] = /^A room holds 5 to 14 files\..*$/m.exec(text) ?? []
  const odd = [...Map.groupBy(files, dirname)]
    .filter(
      ([room, { length }]) =>
        room.includes('/') && (length > 14 || (length < 5 && !room.startsWith('wire/'))),
    )
    .map(([room]) => room)
    .filter((room) => !named.includes(`\`${room}\``))
  assert.deepEqual(odd, [])
})

/** Tables may be longer than other files. */
const tables = ['config/options.ts']

test('no file is longer than 300 lines', () => {
  const long = files.filter(
    (file) => !tables.includes(file) && readFileSync(join(src, file), 'utf8').split('\n').length > 300,
  )
  assert.deepEqual(long, [])
})

/**
 * The files that may use globals: time and randomness are parameters, and the environment is read in one place.
 */
const globals: Record<string, readonly RegExp[]> = {
  'Date.now(': [/^lib\/measure\/clock\.ts$/],
  'new Date()': [],
  // These measure how long a lock, or a process, has existed; no decision depends on the time of day.
  'performance.now(': [/^lib\/measure\/clock\.ts$/, /^storage\/sqlite\//, /^cli\//],
  'process.hrtime': [],
  'Math.random(': [],
  // The content of a boundary affects no decision.
  'randomUUID(': [/^lib\/crypto\/random\.ts$/],
  'randomBytes(': [/^lib\/crypto\/random\.ts$/],
  'getRandomValues(': [],
  'process.env': [/^config\/load\.ts$/],
  // Commands get everything about their process as parameters (`Surroundings`), so that tests run them in their own
  // process.
  'process.cwd(': [/^config\/load\.ts$/],
  'process.std': [/^main\.ts$/, /^cli\/serve\/serve\.ts$/],
  'execFile(': [/^cli\/serve\/systemd\.ts$/],
  'spawn(': [],
  'eval(': [],
  'new Function(': [],
}

for (const [call, homes] of Object.entries(globals)) {
  test(`${call} occurs only in its place`, () => {
    const offences = files.filter(
      (file) =>
        !homes.some((home) => home.test(file)) &&
        withoutComments(readFileSync(join(src, file), 'utf8')).includes(call),
    )
    assert.deepEqual(offences, [])
  })
}

/** These are given parts of a context that does not exist yet, or no database that can be read. */
const partsOfContext = [
  'domain/checklist/backups.ts',
  'domain/community/server-keys.ts',
  'domain/context.ts',
  'domain/game/clean.ts',
  'domain/neighbours/facts.ts',
]

test('use cases take named sets of the context', () => {
  const picking = files.filter((file) =>
    /Pick<\s*Context,/.test(withoutComments(readFileSync(join(src, file), 'utf8'))),
  )
  assert.deepEqual(picking.toSorted(), partsOfContext)
})

test('each part of the context is in one set', () => {
  const text = withoutComments(readFileSync(join(src, 'domain/context.ts'), 'utf8'))
  const [whole = '', ...sets] = text.split(/^export type /m)
  const parts = [...whole.slice(whole.indexOf('interface Context')).matchAll(/^  (\w+): /gm)]
  const inSets = sets.flatMap((set) => [...set.matchAll(/'(\w+)'/g)])
  const named = (found: RegExpMatchArray[]) => found.map(([, name = '']) => name).toSorted()
  assert.deepEqual(named(inSets), named(parts))
})

test('transactions are begun in one place', () => {
  const begun = /\.transaction\(\)|startTransaction\(|\.connection\(\)/
  const beginners = files.filter((file) => begun.test(readFileSync(join(src, file), 'utf8')))
  assert.deepEqual(beginners, ['storage/engine/transactions.ts'])
})

test("the game's name does not occur in our code", () => {
  const named = files.filter((file) => /minecraft|mojang/i.test(readFileSync(join(src, file), 'utf8')))
  // Constants that authlib-injector, games and proxies have built in: paths and names that no setting changes.
  assert.deepEqual(named, ['http/paths/vendor-words.ts'])
})

describe('the conformance kit', () => {
  const kit = join(root, 'kit/src')
  const sources = readdirSync(kit, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )

  test('the kit imports itself and Node.js, and none of our code imports the kit', () => {
    const offences = sources.flatMap((file) =>
      importsIn(join(kit, file))
        .filter((imported) => !imported.startsWith('node:'))
        .filter(
          (imported) =>
            !isOwn(imported) || relative(kit, join(kit, dirname(file), imported)).startsWith('..'),
        )
        .map((imported) => `kit/src/${file} imports ${imported}`),
    )
    // The kit reads its version from its own package.
    assert.deepEqual(offences, ['kit/src/kit.ts imports ../package.json'])
    const ours = files.filter((file) =>
      importsIn(join(src, file)).some((imported) => imported.includes('kit/')),
    )
    assert.deepEqual(ours, [])
  })

  test('the kit needs no package at run time', () => {
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(root, 'kit/package.json'), 'utf8'),
    )
    assert.deepEqual(
      [dependencies, optionalDependencies, peerDependencies],
      [undefined, undefined, undefined],
    )
  })

  test("the game's name occurs only where clients and their constants are named", () => {
    const named = sources.filter((file) => /minecraft|\bmojang/i.test(readFileSync(join(kit, file), 'utf8')))
    assert.deepEqual(named.sort(), ['words/clients.ts', 'words/vendor.ts'])
  })

  test('no file of the kit is longer than 300 lines', () => {
    const long = sources.filter((file) => readFileSync(join(kit, file), 'utf8').split('\n').length > 300)
    assert.deepEqual(long, [])
  })
})
