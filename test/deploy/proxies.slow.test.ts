// The examples of deploy/ in real proxies: TLS, the client's address, a path.
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { type Installation, install, type Serving } from '../cli/norn.ts'
import { freePort } from '../free-port.ts'
import { makeAuthority, scratch, startServer, without } from './debian.ts'

const example = (name: string) => readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

interface Ready {
  norn: Installation
  service: Serving
  /** The URL of the proxy, with the path. */
  baseUrl: string
  root: string
  variables: Record<string, string>
}

/** `configure` writes the proxy's configuration and returns the command that starts it. */
async function behind(
  t: TestContext,
  path: string,
  configure: (about: {
    directory: string
    port: number
    upstream: number
    chain: string
    key: string
  }) => Promise<string[]>,
): Promise<Ready> {
  const directory = await scratch(t)
  const { root, issue } = await makeAuthority(directory)
  const { chain, key } = await issue('localhost')
  const [port, upstream, operators] = [await freePort(), await freePort(), await freePort()]
  const baseUrl = `https://localhost:${port}${path}`
  const norn = await install({ isOnDisk: true })
  const variables = {
    NORN_BASE_URL: baseUrl,
    NORN_PORT: String(upstream),
    NORN_METRICS_LISTEN: `127.0.0.1:${operators}`,
    NORN_TRUST_PROXY: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: root,
  }
  const service = await norn.serve(variables)
  t.after(async () => {
    service.kill('SIGKILL')
    await service.ended
    await norn.remove()
  })
  const line = await configure({ directory, port, upstream, chain, key })
  const isReady = async () => (await ask(`${baseUrl}/healthz`, root).catch(() => undefined))?.status === 200
  await startServer(t, line, isReady, { cwd: directory, env: { ...process.env, HOME: directory } })
  return { norn, service, baseUrl, root, variables }
}

interface Answer {
  status: number
  body: string
  headers: IncomingHttpHeaders
}

async function ask(url: string, root: string, headers = {}): Promise<Answer> {
  const ca = await readFile(root)
  return new Promise((resolve, reject) => {
    // Not the proxy's own address.
    const asked = request(
      url,
      { ca, headers, family: 4, localAddress: '127.0.0.7', agent: false },
      (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          resolve({ status, body, headers })
        })
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

const links = ['/recover', '/register/confirm', '/account/email/confirm']

/** Asserts that browsers are told to stay with TLS, even by a refusal. */
async function tellsBrowsers({ baseUrl, root }: Ready): Promise<void> {
  for (const path of ['/', '/nowhere']) {
    const { headers } = await ask(`${baseUrl}${path}`, root)
    assert.equal(headers['strict-transport-security'], 'max-age=31536000')
  }
}

async function holds({ norn, service, baseUrl, root, variables }: Ready): Promise<void> {
  const plain = await ask(`${baseUrl}/healthz/address`, root)
  assert.equal(plain.body, '{"address":"127.0.0.7","forwarded":"trusted"}')
  const forged = await ask(`${baseUrl}/healthz/address`, root, { 'x-forwarded-for': '192.0.2.1' })
  assert.equal(forged.body, '{"address":"127.0.0.7","forwarded":"trusted"}')
  const metadata = JSON.parse((await ask(`${baseUrl}/authlib-injector/`, root)).body)
  assert.deepEqual(metadata.skinDomains, ['localhost'])
  const token = `${baseUrl}/session/hasJoined?username=nobody&serverId=x%2Fy`
  assert.equal((await ask(token, root)).status, 401)

  const { status, stdout } = await norn.run(['doctor', '--json'], { variables })
  const found = JSON.parse(stdout) as { check: string; state: string; message: string }[]
  const stateOf = (check: string) => found.filter((each) => each.check === check).map(({ state }) => state)
  assert.equal(status, 0, stdout)
  assert.deepEqual(stateOf('certificate'), ['ok'], stdout)
  assert.deepEqual(stateOf('proxy'), ['ok'], stdout)
  await service.logged(/"route":"[^"]*\/session\/hasJoined","status":401,[^\n]*"ip":"127\.0\.0\.7"/)
}

/** Paths and queries that open something, as far as a request line has them. */
const opening = [
  ...links.map((link) => `${link}/a-token-of-a-mail`),
  '/at/a-token-of-a-server/session/hasJoined?username=Steve&serverId=x',
  '/at/a-token-of-a-server/authlib-injector/',
  '/session/legacy/join?user=Steve&sessionId=token%3Aa-token-of-a-game%3Ax&serverId=x',
]

/** Kills Norn, and asks for what has a secret in its address until the proxy has noticed. */
async function askTheDead({ service, baseUrl, root }: Ready): Promise<void> {
  service.kill('SIGKILL')
  await service.ended
  for (const path of opening) {
    const { status } = await ask(`${baseUrl}${path}`, root, { referer: `${baseUrl}${opening[0]}` })
    assert.equal(status, 502)
  }
}

describe('nginx', { skip: without('nginx', 'openssl') }, () => {
  const configure =
    (location: string) =>
    async ({ directory, port, upstream, chain, key }: Parameters<Parameters<typeof behind>[2]>[0]) => {
      const site = (await example('nginx/norn.conf'))
        .replaceAll(/^ {4}listen \[::\].*\n/gm, '')
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
        .replaceAll('accounts.example.org', 'localhost')
        .replace('/etc/letsencrypt/live/localhost/fullchain.pem', chain)
        .replace('/etc/letsencrypt/live/localhost/privkey.pem', key)
        .replaceAll('/var/log/nginx/', `${directory}/`)
        .replace('    location / {\n        include', `    location ${location} {\n        include`)
      await mkdir(join(directory, 'snippets'))
      const proxy = (await example('nginx/norn-proxy.conf'))
        .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
        .replaceAll('/var/log/nginx/', `${directory}/`)
      await writeFile(join(directory, 'snippets/norn-proxy.conf'), proxy)
      const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const temporary = kinds.map((kind) => `${kind}_temp_path ${directory}/${kind};`).join('\n')
      const main = `daemon off; pid ${directory}/pid; events {} http { ${temporary}\n${site} }`
      await writeFile(join(directory, 'nginx.conf'), main)
      return [
        'nginx',
        '-p',
        directory,
        '-c',
        join(directory, 'nginx.conf'),
        '-e',
        join(directory, 'error.log'),
      ]
    }

  test('with a site of its own', async (t) => {
    let log = ''
    const ready = await behind(t, '', async (about) => {
      log = join(about.directory, 'norn.log')
      return configure('/')(about)
    })
    await holds(ready)
    await tellsBrowsers(ready)
    for (const link of links) await ask(`${ready.baseUrl}${link}/a-token-of-a-mail`, ready.root)
    // Neither a query, which may contain a token, nor the end of a link, which is one.
    const lines = await readFile(log, 'utf8')
    assert.match(lines, /"GET \/session\/hasJoined" 401 /)
    for (const link of links) assert.ok(lines.includes(`"GET ${link}/..." `), lines)
    assert.doesNotMatch(lines, /serverId|a-token/)

    await askTheDead(ready)
    const written = [
      lines,
      await readFile(log, 'utf8'),
      await readFile(join(dirname(log), 'error.log'), 'utf8'),
    ]
    assert.match(written[1] ?? '', / 502 /)
    assert.doesNotMatch(written.join('\n'), /serverId|a-token/)
  })

  test('below a path', async (t) => {
    let directory = ''
    const ready = await behind(t, '/norn', async (about) => {
      directory = about.directory
      return configure('/norn')(about)
    })
    await holds(ready)
    await askTheDead(ready)
    assert.doesNotMatch(await readFile(join(directory, 'error.log'), 'utf8'), /a-token/)
  })
})

describe('Caddy', { skip: without('caddy', 'openssl') }, () => {
  const write = async (directory: string, text: string) => {
    await writeFile(
      join(directory, 'Caddyfile'),
      text.replace(/^\{\n/m, `{\n\tadmin off\n\tauto_https disable_redirects\n`),
    )
    const line = ['caddy', 'run', '--config', join(directory, 'Caddyfile'), '--adapter', 'caddyfile']
    return ['sh', '-c', 'exec "$@" 2> log', 'sh', ...line]
  }

  /** Asserts that its log has each failure while Norn is down, and no secret. */
  async function logsNoSecrets(ready: Ready, directory: string): Promise<void> {
    await askTheDead(ready)
    const log = await readFile(join(directory, 'log'), 'utf8')
    assert.equal(log.match(/"logger":"http\.log\.error/g)?.length, opening.length, log)
    assert.doesNotMatch(log, /serverId|a-token/)
  }

  test('with a site of its own', async (t) => {
    let folder = ''
    const ready = await behind(t, '', async ({ directory, port, upstream, chain, key }) => {
      folder = directory
      const site = (await example('caddy/Caddyfile'))
        .replace(
          '{$NORN_SITE:accounts.example.org} {',
          `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${chain} ${key}`,
        )
        .replace('{$NORN_UPSTREAM:127.0.0.1:8080}', `127.0.0.1:${upstream}`)
      return write(directory, site)
    })
    await holds(ready)
    await tellsBrowsers(ready)
    await logsNoSecrets(ready, folder)
  })

  test('below a path, as docs/deploy.md has it', async (t) => {
    let folder = ''
    const ready = await behind(t, '/norn', async ({ directory, port, upstream, chain, key }) => {
      folder = directory
      const page = await readFile(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
      const [, block = ''] = /```caddyfile\n([^]*?)```/.exec(page) ?? []
      const site = block
        .replace('example.org {', `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${chain} ${key}`)
        .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`)
      return write(directory, site)
    })
    await holds(ready)
    await logsNoSecrets(ready, folder)
  })
})
