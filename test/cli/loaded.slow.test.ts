// Importing and exporting is code of a few commands: the service does not load it.
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
