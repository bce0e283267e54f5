// Signing in through real providers, with no more than issuer, id and secret: oidc-provider, and Norn itself. All are
// programs with ports of their own. On PostgreSQL there are two instances, and the answer arrives at the other one.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { type Installation, install } from '../cli/norn.ts'
import { kinds, migrated } from '../databases.ts'
import { freePort } from '../free-port.ts'
import { clients, ProviderBrowser, startOpenidProvider } from '../providers/openid-provider.ts'
import { browserOf } from '../web/browser.ts'

const password = 'a sentence to remember'

interface RealProvider {
  issuer: string
  id: string
  secret: string
  /** Signs somebody in where the browser was sent, and returns the address to which it is sent back. */
  signIn(sentTo: URL): Promise<URL>
}

/** A service at an address, as browsers see it; `at` returns the address of the instance that a path reaches. */
const visited = (baseUrl: string, at: (path: string) => string) => ({
  baseUrl,
  context: { baseUrl: () => baseUrl },
  request: async (path: string, init: RequestInit = {}) => {
    const { status, headers, ...body } = await answerOf(`${at(path)}${path}`, init)
    return { status, headers, ...body }
  },
})

async function answerOf(url: string, init: RequestInit) {
  const answer = await fetch(url, { redirect: 'manual', ...init })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: undefined }
}

async function installed(t: TestContext): Promise<Installation> {
  const norn = await install()
  t.after(() => norn.remove())
  return norn
}

async function served(t: TestContext, norn: Installation, variables: Record<string, string>) {
  const port = String(await freePort())
  const serving = await norn.serve({ ...variables, NORN_PORT: port })
  t.after(async () => {
    serving.kill('SIGTERM')
    await serving.ended
  })
  return `http://127.0.0.1:${port}`
}

/** A Norn at which Steve has an account, whose address is confirmed. */
async function nornItself(t: TestContext, callback: string): Promise<RealProvider> {
  const norn = await installed(t)
  const account = ['account', 'create', '--username', 'Steve', '--email', 's@example.org']
  await norn.json(...account, '--password', password)
  const client = ['client', 'create', '--name', 'Norn', '--redirect-uri', callback]
  const made = await norn.json<{ client_id: string; client_secret: string }>(...client)
  const stored = new DatabaseSync(norn.database)
  stored.exec('UPDATE account SET email_confirmed = email')
  stored.close()
  const issuer = await served(t, norn, {})
  const person = browserOf(visited(issuer, () => issuer))
  return {
    issuer,
    id: made.client_id,
    secret: made.client_secret,
    signIn: async ({ pathname, search }) => {
      let page = await person.get(pathname + search)
      if (page.heading === 'Sign in') page = await person.send(page, '/sign-in', { login: 'Steve', password })
      if (!page.sentTo) page = await person.send(page, page.path, { answer: 'allow' })
      assert.ok(page.sentTo, page.text)
      return page.sentTo
    },
  }
}

async function oidcProvider(t: TestContext, callback: string): Promise<RealProvider> {
  const { issuer, close } = await startOpenidProvider(callback)
  t.after(close)
  const person = new ProviderBrowser()
  return { issuer, ...clients.basic, signIn: (sentTo) => person.follow(sentTo) }
}

const providers = { 'norn itself': nornItself, 'oidc-provider': oidcProvider }

for (const kind of kinds()) {
  for (const [name, start] of Object.entries(providers)) {
    test(`${name} proves a newcomer, and somebody known (${kind})`, async (t) => {
      const database = await migrated[kind]()
      t.after(() => database.drop())
      const baseUrl = `http://127.0.0.1:${await freePort()}`
      const variables = {
        NORN_DATABASE_URL: database.url,
        NORN_BASE_URL: baseUrl,
        NORN_REGISTRATION: 'open',
      }
      const norn = await installed(t)
      const { issuer, id, secret, signIn } = await start(t, `${baseUrl}/sign-in/with/other/callback`)
      const run = async (line: string, stdin = '') => {
        const { status, stdout, stderr } = await norn.run(line.split(' '), { variables, stdin })
        assert.equal(status, 0, stderr)
        return JSON.parse(stdout)
      }
      const client = `--client-id ${id} --client-secret-stdin`
      await run(`provider add other --issuer ${issuer} --private ${client} --json`, secret)
      assert.deepEqual((await run('provider test other --json')).problems, [])

      const first = await served(t, norn, variables)
      const second = kind === 'postgres' ? await served(t, await installed(t), variables) : first
      const at = (path: string) =>
        path.includes('/callback') || path.startsWith('/register') ? second : first
      const come = async () => {
        const browser = browserOf(visited(baseUrl, at))
        const { sentTo, text } = await browser.get('/sign-in/with/other')
        assert.ok(sentTo, text)
        assert.equal(sentTo.origin, issuer)
        const { pathname, search } = await signIn(sentTo)
        return { browser, page: await browser.get(pathname + search) }
      }
      const { browser, page } = await come()
      assert.deepEqual([page.heading, page.alert], ['Choose a username', undefined])
      assert.match(page.text, /name="username"[^>]* value="Steve"/)
      const [, email = ''] = /name="email"[^>]* value="([^"]*)"/.exec(page.text) ?? []
      assert.match(email, /^s(teve)?@example\.org$/)
      const made = await browser.send(page, '/register/with/other', { username: 'Alex', email })
      assert.deepEqual([made.path, made.flash], ['/account/play', 'Your account is ready.'])
      const known = await come()
      assert.deepEqual([known.page.path, known.page.status], ['/account', 200])
      assert.match((await known.browser.get('/account/linked')).text, /Unlink: other/)
    })
  }
}
