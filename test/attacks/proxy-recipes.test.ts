// What the proxy recipes log, and what they tell browsers. test/deploy/proxies.slow.test.ts runs them in real
// proxies.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The paths of pages that end in a token, as the code has them. */
function pathsOfLinks(): string[] {
  const pages = globSync('src/web/pages/**/*.ts', { cwd: root }).map(read)
  const constants = new Map(
    pages
      .flatMap((page) => [...page.matchAll(/const (\w+) = '(\/[^']*)'/g)])
      .map(([, name = '', path]) => [name, path]),
  )
  const routes = pages.flatMap((page) => [...page.matchAll(/[`']([^`'\s]+)\/:token[`']/g)])
  return [
    ...new Set(
      routes.map(([, path = '']) => path.replace(/\$\{(\w+)\}/, (_, name) => constants.get(name) ?? '')),
    ),
  ]
}

test('the nginx recipe logs no token of a link', () => {
  const recipe = read('deploy/nginx/norn.conf')
  const [, source = ''] = /^ {4}"~(.+)" "\$\{link\}\.\.\.";$/m.exec(recipe) ?? []
  const links = pathsOfLinks()
  assert.ok(links.length >= 3, links.join(' '))
  for (const link of links)
    for (const path of [`${link}/a-token`, `${link}/a-token/`, `/norn${link}/a-token`])
      assert.equal(
        new RegExp(source).exec(path)?.groups?.['link'],
        path.slice(0, path.indexOf('a-token')),
        path,
      )
  assert.match(recipe, /^log_format norn '[^']*"\$request_method \$norn_logged"/m)
  assert.doesNotMatch(
    recipe.replaceAll(/^map .*\{[^}]*\n\}/gm, ''),
    /\$(request|request_uri|uri)\b(?! *\$norn_logged).*'/,
  )
})

test('the nginx recipe logs no key of a game server', () => {
  const [, source = ''] =
    /^ {4}"~(.+)" "\$\{before\}\.\.\.\$\{below\}";$/m.exec(read('deploy/nginx/norn.conf')) ?? []
  assert.notEqual(source, '')
  for (const base of ['', '/norn'])
    for (const below of ['', '/', '/session/hasJoined', '/authlib-injector/discovery']) {
      const { before, below: after } = new RegExp(source).exec(`${base}/at/a-key${below}`)?.groups ?? {}
      assert.deepEqual([before, after], [`${base}/at/`, below])
    }
  assert.equal(new RegExp(source).test('/api/v1/accounts'), false)
})

test('both recipes make browsers stay with TLS', () => {
  const header = /Strict-Transport-Security max-age=31536000/
  assert.match(read('deploy/nginx/norn.conf'), header)
  assert.match(read('deploy/caddy/Caddyfile'), header)
})

test('both recipes offer TLS 1.2 and 1.3 alone', () => {
  assert.match(read('deploy/nginx/norn.conf'), /^ {4}ssl_protocols TLSv1\.2 TLSv1\.3;$/m)
  // Caddy offers nothing older unless it is told to.
  assert.doesNotMatch(read('deploy/caddy/Caddyfile'), /\bprotocols\b/)
})

test('both recipes offer cipher suites with forward secrecy and authenticated encryption alone', () => {
  const [, suites = ''] = /^ {4}ssl_ciphers (\S+);$/m.exec(read('deploy/nginx/norn.conf')) ?? []
  assert.ok(suites.split(':').length >= 6)
  for (const suite of suites.split(':'))
    assert.match(suite, /^ECDHE-(ECDSA|RSA)-(AES(128|256)-GCM-SHA(256|384)|CHACHA20-POLY1305)$/)
  // Caddy has the same ones unless it is told others.
  assert.doesNotMatch(read('deploy/caddy/Caddyfile'), /\bciphers\b/)
})
