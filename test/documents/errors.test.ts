// docs/errors.md and the tables in the code match the routes that are served.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { RouteOptions } from 'fastify'
import { pino } from 'pino'
import { commonHeading, errorTables } from '../../scripts/error-tables.ts'
import { buildApp } from '../../src/app.ts'
import { type OpenContext, openContext } from '../../src/compose.ts'
import { loadConfig } from '../../src/config/load.ts'
import { commonErrors } from '../../src/http/errors/common-errors.ts'
import { type ErrorTable, errorTable, wordsOf } from '../../src/http/errors/error-table.ts'
import { Metrics } from '../../src/http/observe/metrics.ts'
import { protocolScope, refusalsOf } from '../../src/http/paths/protocol-scope.ts'
import type { Routes } from '../../src/http/server/typed-fastify.ts'
import { pageRefusals } from '../../src/model/errors/page-refusals.ts'
import { type Refusal, Refused, refusalDetails } from '../../src/model/errors/refusal.ts'
import { reasonEntries } from '../../src/model/reasons/reasons.ts'
import { adminErrors } from '../../src/wire/admin/errors.ts'
import { lookupErrors } from '../../src/wire/lookup/errors.ts'
import { skinSystemErrors } from '../../src/wire/skin-system/errors.ts'
import { yggdrasilErrors } from '../../src/wire/yggdrasil/errors.ts'

/** Refusals about paths or any request, not about routes. */
const ofPaths = ['route_unknown', 'method_unknown', 'host_repeated'] as const

const routes: RouteOptions[] = []
const log: string[] = []
let folder: string
let context: OpenContext
let app: Routes
let page: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'norn-'))
  const settings = {
    NORN_DATA_DIR: folder,
    NORN_TEXTURES_KEY_BITS: '2048',
    NORN_METRICS_LISTEN: 'off',
    NORN_BEDROCK_LINKS: 'on',
  }
  const { config } = loadConfig(settings, folder)
  context = await openContext(config, { log: pino({}, { write: (line) => void log.push(line) }) })
  app = buildApp(context, new Metrics(context))
  app.addHook('onRoute', (route) => void routes.push(route))
  app.register(async (stray: Routes) => {
    protocolScope(stray, { title: 'Stray', errors: errorTable({}) })
    stray.get('/stray', { schema: { hide: true } }, () => {
      throw new Refused('join_unknown')
    })
  })
  await app.ready()
  page = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8')
})

after(async () => {
  await app.close()
  await context[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the cells of the rows under a heading whose first cell is a reason code. */
function rowsUnder(heading: string): string[][] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))
  assert.ok(section, `docs/errors.md has a section "${heading}"`)
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
}

const routesOf = (table: ErrorTable) =>
  routes.filter(({ config }) => {
    const errors = config?.scope?.errors
    return (errors?.base ?? errors) === table
  })

const isCommon = (reason: string): boolean => Object.hasOwn(commonErrors, reason)

/**
 * Returns the refusals that use the words of this table: those of its routes, and those for unknown paths and
 * methods.
 */
function refusalsUnder(heading: string, table: ErrorTable): Refusal[] {
  const isShared = heading === commonHeading
  const listed = (isShared ? routes : routesOf(table)).flatMap(refusalsOf)
  return [...new Set([...listed, ...ofPaths])].filter((reason) =>
    isShared ? isCommon(reason) : !isCommon(reason) || Object.hasOwn(table.own, reason),
  )
}

/** Returns a row of the page, generated from the words alone. */
function rowOf(table: ErrorTable, reason: Refusal): string[] {
  const words = wordsOf(table, reason)
  assert.ok(words, reason)
  if ('line' in words) return [reason, String(words.status), words.line]
  if ('title' in words) return [reason, String(words.status), words.detail]
  if ('message' in words) return [reason, String(words.status), words.message]
  const { status, error } = words
  const text = 'error_description' in words ? words.error_description : words.errorMessage
  const cells = [reason, String(status), error, text]
  if (!Object.values(table.own).some((other) => 'details' in other)) return cells
  return [...cells, 'details' in words ? JSON.stringify(words.details) : '']
}

const inOrder = (rows: string[][]): string[] => rows.map((row) => row.join(' | ')).sort()

for (const [heading, table] of Object.entries(errorTables)) {
  test(`the catalogue under "${heading}" is the error table, row for row`, () => {
    const sent = refusalsUnder(heading, table).map((reason) => rowOf(table, reason))
    assert.ok(sent.length > 2)
    assert.deepEqual(inOrder(rowsUnder(heading)), inOrder(sent))
  })

  test(`"${heading}" words exactly the existing refusals`, () => {
    assert.deepEqual(Object.keys(table.own).sort(), refusalsUnder(heading, table).sort())
  })
}

test('the words of every route are a table of the catalogue, with a row for each of its refusals', () => {
  const tables = new Set(Object.values(errorTables))
  const scoped = routes.filter(({ url, config }) => config?.scope && url !== '/stray')
  assert.ok(scoped.length > 50)
  for (const route of scoped) {
    const { scope } = route.config ?? {}
    assert.ok(scope && tables.has(scope.errors.base ?? scope.errors), route.url)
    for (const reason of refusalsOf(route))
      assert.ok(wordsOf(scope.errors, reason), `${route.url}: ${reason}`)
  }
  const unscoped = routes.filter(({ config }) => config?.refusals && !config.scope)
  assert.deepEqual(unscoped, [], 'a route that lists refusals is in a scope')
})

test('the requests that a described reason declines are routes', () => {
  const served = new Set(
    routesOf(adminErrors).map(({ method, url }) => `${method} ${url.replace('/api/v1', '')}`),
  )
  const missing = reasonEntries.flatMap(([name, { at = [] }]) =>
    at.filter((request) => !served.has(request)).map((request) => `${name}: ${request}`),
  )
  assert.deepEqual(missing, [])
})

test('the catalogue explains every reason once, and no others', () => {
  const explained = rowsUnder('Reasons').map(([reason]) => reason)
  const sent = Object.keys(errorTables).flatMap((heading) => rowsUnder(heading).map(([reason]) => reason))
  // Pages have their own words for these, in the reader's language.
  assert.deepEqual(explained.sort(), [...new Set([...sent, ...pageRefusals])].sort())
})

test('the catalogue explains every detail of a refusal, and no others', () => {
  assert.deepEqual(
    rowsUnder('Details').map(([detail]) => detail),
    [...refusalDetails],
  )
})

test("a refusal is one of the protocol's two errors, or one of HTTP's own", () => {
  const http = ['Not Found', 'Method Not Allowed', 'Service Unavailable', 'Internal Server Error']
  const illegal = [400, 413, 415]
  const forbidden = [401, 403, 429]
  const native = { ...commonErrors, ...yggdrasilErrors.own, ...lookupErrors.own, ...skinSystemErrors.own }
  for (const [reason, { status, error, errorMessage }] of Object.entries(native)) {
    if (error === 'IllegalArgumentException') assert.ok(illegal.includes(status), reason)
    else if (error === 'ForbiddenOperationException') assert.ok(forbidden.includes(status), reason)
    else assert.ok(http.includes(error), reason)
    assert.match(errorMessage, /\S \S/, reason)
  }
})

test('a refusal without words in the protocol is a bug: 500, with its reason in the log', async () => {
  const { statusCode, body } = await app.inject('/stray')
  assert.equal(statusCode, 500)
  assert.equal(body, '{"error":"Internal Server Error","errorMessage":"An internal error occurred."}')
  const lines = log.map((line) => JSON.parse(line)).filter(({ route }) => route === '/stray')
  assert.deepEqual(
    lines.map(({ reason, err }) => [reason, err.type, err.message]),
    [['unexpected', 'Refused', 'join_unknown']],
  )
})
