// A service does not load the code of a few commands, nor code that only an email, a scrape, a picture or a write needs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createSteve, type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install({ isUnbundled: true })
})
after(() => norn.remove())

/** Makes Node.js list each file that it loads on standard error. */
const telling = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module'
    registerHooks({
      load(url, context, next) {
        process.stderr.write('loads ' + url + '\\n')
        return next(url, context)
      },
    })`)}`,
]

const loadedOf = (stderr: string): string[] =>
  [...stderr.matchAll(/^loads (.*)$/gm)].map(([, url = '']) => url)

const isOfMoving = (url: string): boolean => /\/src\/moving\/|\/mysql2\//.test(url)

test('the service loads neither src/moving nor the MySQL client', async () => {
  const service = await norn.serve({}, { node: telling })
  const answer = await fetch(`${service.baseUrl}/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'nobody', password: 'wrong', clientToken: 'test' }),
  })
  service.kill('SIGTERM')
  const loaded = loadedOf((await service.ended).stderr)
  assert.equal(answer.status, 401)
  assert.ok(loaded.some((url) => url.endsWith('/src/wire/yggdrasil/auth.ts')))
  assert.deepEqual(loaded.filter(isOfMoving), [])
})

test('a command about one account does not load them either; an import from MySQL does', async () => {
  const made = await norn.start(createSteve(), { node: telling })
  assert.equal(made.status, 0)
  assert.deepEqual(loadedOf(made.stderr).filter(isOfMoving), [])
  const line = ['import', '--from', 'authme', 'mysql://nobody@127.0.0.1:1/none']
  const refused = await norn.start(line, { node: telling })
  assert.equal(refused.status, 1)
  const loaded = loadedOf(refused.stderr)
  assert.ok(loaded.some((url) => url.endsWith('/src/moving/programs/authme.ts')))
  assert.ok(loaded.some((url) => url.includes('/node_modules/mysql2/')))
})

/** A part of the path of each module that serving needs later, or never. */
const needed = {
  'the first email': '/node_modules/nodemailer/',
  'the first scrape': '/node_modules/@prometheus-io/',
  'the first picture': '/node_modules/sharp/',
  'the first client of OAuth': '/node_modules/oidc-provider/',
  'the first passkey': '/node_modules/@simplewebauthn/server/',
  'the first write': '/src/storage/sqlite/thread-entry.ts',
}

test('a service that nobody uses loads nothing for later', async () => {
  // A code for the first administrator would be written.
  const service = await norn.serve({ NORN_LOG_LEVEL: 'warn' }, { node: telling })
  service.kill('SIGTERM')
  const loaded = loadedOf((await service.ended).stderr)
  for (const [event, part] of Object.entries(needed))
    assert.deepEqual(loaded.filter((url) => url.includes(part)).slice(0, 1), [], `before ${event}`)
})

/** Makes the first load of a module fail, as when the process has too many files open. */
const failingOnce = (ending: string): string[] => [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module'
    let hasFailed = false
    registerHooks({
      load(url, context, next) {
        if (hasFailed || !url.endsWith(${JSON.stringify(ending)})) return next(url, context)
        hasFailed = true
        throw new Error('too many open files')
      },
    })`)}`,
]

test('a scrape whose code cannot be loaded fails without a reason on the wire, and the next one succeeds', async (t) => {
  const service = await norn.serve({}, { node: failingOnce('/exposition.ts') })
  t.after(() => service.kill('SIGKILL'))
  const failed = await fetch(`${service.operators}/metrics`)
  assert.deepEqual([failed.status, await failed.text()], [500, '{"status":"failed"}'])
  const again = await fetch(`${service.operators}/metrics`)
  assert.equal(again.status, 200)
  assert.match(await again.text(), /^norn_build_info/m)
  service.kill('SIGTERM')
  assert.match((await service.ended).stdout, /"err":.*too many open files.*a request of an operator failed/)
})
