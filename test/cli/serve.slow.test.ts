import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { until } from '../until.ts'
import { createSteve, type Installation, install, type Serving, type ShownAccount } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

let installations = 0
/** Services that run at the same time have separate databases. */
const own = () => ({ NORN_DATA_DIR: join(norn.directory, `data${++installations}`) })

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function signIn({ baseUrl }: Serving, username: string, password: string) {
  return fetch(`${baseUrl}/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, clientToken: 'test' }),
  })
}

/** A sign-in whose headers the service has received and whose body it is waiting for. */
async function startRequest({ baseUrl }: Serving) {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  const body = JSON.stringify({ username: 'nobody', password: 'wrong', clientToken: 'test' })
  socket.write(
    `POST /auth/authenticate HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  )
  await once(socket, 'data')
  assert.match(answer, /^HTTP\/1\.1 100 /)
  answer = ''
  return {
    isOpen: () => !socket.closed,
    /** Sends the body and reads until the service closes the connection. */
    finish: async () => {
      socket.write(body)
      await once(socket, 'close')
      return answer
    },
  }
}

/** Resolves when the service accepts no more connections. */
async function refused({ baseUrl }: Serving): Promise<void> {
  for (;;) {
    const answered = await fetch(`${baseUrl}/healthz`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    )
    if (!answered) return
    await sleep(20)
  }
}

/** Occupies a port until closed. */
async function takePort(): Promise<{ port: number; close(): void }> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  return { port: address && typeof address === 'object' ? address.port : 0, close: () => server.close() }
}

describe('serve', { concurrency: 4 }, () => {
  test('serves both listeners, notices changes by commands, and exits with 0', async () => {
    const service = await norn.serve()
    const alive = await Promise.all([
      fetch(`${service.baseUrl}/healthz`),
      fetch(`${service.operators}/metrics`),
      fetch(`${service.operators}/`),
    ])
    assert.deepEqual(
      alive.map(({ status }) => status),
      [200, 200, 200],
    )
    // The first probe starts the thread that writes, which takes its time on a busy machine.
    await until(
      'the service is ready',
      async () => (await fetch(`${service.operators}/readyz`)).status === 200,
    )
    const linked = (await alive[2].text()).matchAll(/href="([^"]+)"/g)
    const paths = Array.from(linked, ([, path = '']) => path)
    assert.deepEqual(paths, ['metrics', 'healthz', 'readyz'])
    for (const path of paths) assert.equal((await fetch(`${service.operators}/${path}`)).status, 200)

    await norn.json(...createSteve('pw'))
    assert.equal((await signIn(service, 'Steve', 'pw')).status, 200)
    await signIn(service, 'Steve', 'pw')
    const [first, token] = await norn.json<{ id: string }[]>('token', 'list', 'Steve')
    assert.deepEqual(Object.keys(token ?? {}), [
      'id',
      'userAgent',
      'address',
      'firstUsedAt',
      'lastUsedAt',
      'issuedAt',
      'expiresAt',
    ])
    const noToken = await norn.run(['token', 'revoke', 'Steve', '--id', 'nothing'])
    assert.equal(
      noToken.stderr,
      'norn: Steve has no token "nothing"; "norn token list Steve" shows all tokens\n',
    )
    assert.deepEqual(await norn.json('token', 'revoke', 'Steve', '--id', first?.id ?? ''), { revoked: 1 })
    assert.deepEqual(await norn.json('token', 'list', 'Steve'), [token])
    assert.deepEqual(await norn.json('token', 'revoke', 'Steve'), { revoked: 1 })
    assert.deepEqual(await norn.json('token', 'list', 'Steve'), [])

    service.kill('SIGTERM')
    const { status, stdout, stderr } = await service.ended
    assert.equal(stderr, '')
    assert.equal(status, 0)
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string> & { msg: string })
    const starts = lines.filter(({ msg }) => msg.includes(`listening: ${service.baseUrl}`))
    assert.equal(starts.length, 1)
    const { time, version, pid: _pid, hostname: _hostname, ...start } = starts[0] ?? assert.fail()
    assert.match(time ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.match(version ?? '', /^\d+\.\d+\.\d+/)
    assert.deepEqual(start, {
      level: 'info',
      msg: `listening: ${service.baseUrl}`,
      baseUrl: service.baseUrl,
      address: service.baseUrl,
      operators: service.operators,
      database: `sqlite:${norn.database}`,
      dataDir: join(norn.directory, 'data'),
      next: 'no accounts yet; create one with: norn account create --username NAME --email EMAIL',
    })
    assert.equal(lines.at(-1)?.msg, 'stopped')
  })

  test('finishes the requests in flight', async () => {
    const service = await norn.serve(own())
    const request = await startRequest(service)
    service.kill('SIGINT')
    await refused(service)
    assert.match(await request.finish(), /^HTTP\/1\.1 401 /)
    assert.equal((await service.ended).status, 0)
  })

  test('exits when its log is no longer read', async () => {
    const service = await norn.serve(own())
    service.closeOutput()
    service.kill('SIGTERM')
    const { status } = await service.ended
    assert.equal(status, 0)
  })

  test('cuts off requests that do not finish within 9 seconds', async () => {
    const service = await norn.serve(own())
    await startRequest(service)
    service.kill('SIGTERM')
    const { status, stdout } = await service.ended
    assert.equal(status, 0)
    // By its own log: the time that a busy machine needs to end a process does not count.
    const [stopping = Number.NaN, cutOff = Number.NaN] = [/stopping/, /cut off/].map((pattern) => {
      const line = stdout.split('\n').find((text) => pattern.test(text)) ?? '{}'
      return Date.parse((JSON.parse(line) as { time: string }).time)
    })
    assert.ok(cutOff - stopping > 8900 && cutOff - stopping < 20_000, `after ${cutOff - stopping} ms`)
  })

  test('a second signal ends it immediately; a Ctrl-C that arrives twice counts as one', async () => {
    const service = await norn.serve(own())
    const request = await startRequest(service)
    service.kill('SIGINT')
    service.kill('SIGINT')
    await service.logged(/stopping/)
    // Signals within half a second count as one.
    await sleep(1000)
    assert.equal(request.isOpen(), true)
    service.kill('SIGINT')
    assert.equal((await service.ended).status, 1)
  })

  test('a port in use stops the start with one line that names the variable', async () => {
    const taken = await takePort()
    const [main, metrics, links] = await Promise.all([
      norn.run(['serve'], { variables: { ...own(), NORN_PORT: String(taken.port) } }),
      norn.run(['serve'], { variables: { ...own(), NORN_METRICS_LISTEN: `127.0.0.1:${taken.port}` } }),
      norn.run(['serve'], { variables: { ...own(), NORN_LINK_LISTEN: `127.0.0.1:${taken.port}` } }),
    ])
    taken.close()
    const url = `http://127.0.0.1:${taken.port}`
    assert.equal(
      main.stderr,
      `norn: NORN_PORT: another program already listens at ${url}; stop it or set NORN_PORT to another port\n`,
    )
    assert.match(metrics.stderr, /^norn: NORN_METRICS_LISTEN: another program already listens at [^\n]+\n$/)
    assert.match(links.stderr, /^norn: NORN_LINK_LISTEN: another program already listens at [^\n]+\n$/)
    assert.deepEqual([main.status, metrics.status, links.status], [1, 1, 1])
    assert.doesNotMatch(main.stdout + metrics.stdout + links.stdout, /listening/)
  })

  test('the link door listens, and ends with the service', async () => {
    const service = await norn.serve({ ...own(), NORN_LINK_LISTEN: '127.0.0.1:0' })
    const [, port] = /"links":"127\.0\.0\.1:(\d+)"/.exec(service.output()) ?? []
    const game = connect(Number(port), '127.0.0.1')
    game.write(Buffer.from([0xfe, 1]))
    const [answer] = (await once(game, 'data')) as [Buffer]
    assert.equal(answer[0], 0xff)
    game.destroy()
    const waiting = connect(Number(port), '127.0.0.1')
    await once(waiting, 'connect')
    waiting.on('error', () => undefined)
    const closed = new Promise((resolve) => waiting.once('close', resolve))
    service.kill('SIGTERM')
    assert.equal((await service.ended).status, 0)
    await closed
  })

  test('NORN_LOG_FORMAT=text is for people, and the log contains warnings', async () => {
    const taken = await takePort()
    const variables = { ...own(), NORN_PORT: String(taken.port), NORN_PROT: '1', NORN_LOG_FORMAT: 'text' }
    const { stdout, stderr } = await norn.run(['serve'], { variables })
    taken.close()
    assert.match(stdout, /^\[\d{4}-\d\d-\d\dT[\d:.]+Z\] WARN: NORN_PROT is not a setting [^\n]+\n$/)
    assert.match(stderr, /^norn: NORN_PORT: [^\n]+\n$/)
  })

  test('login-digest prints the digest that the log shows for an unknown login', async () => {
    const variables = own()
    const service = await norn.serve(variables)
    const nobody = 'Nobody@example.org'
    assert.equal((await signIn(service, nobody, 'pw')).status, 401)
    const printed = await norn.run(['login-digest', nobody.toLowerCase(), '--json'], { variables })
    const { digests } = JSON.parse(printed.stdout) as { digests: string[] }
    service.kill('SIGTERM')
    const { stdout } = await service.ended
    assert.equal(digests.length, 1)
    assert.match(stdout, new RegExp(`"reason":"credentials_invalid","loginDigest":"${digests[0]}"`))
    assert.ok(!stdout.includes('example.org'))
  })

  test('a bad setting or database stops the start with one line', async () => {
    const [setting, logo, address, database] = await Promise.all([
      norn.run(['serve'], { variables: { NORN_PORT: 'http' } }),
      norn.run(['serve'], { variables: { ...own(), NORN_LOGO: 'none.png' } }),
      norn.run(['serve'], { variables: { ...own(), NORN_HOST: '192.0.2.1' } }),
      norn.run(['serve'], { variables: { NORN_DATABASE_URL: 'postgres://127.0.0.1:1/norn' } }),
    ])
    assert.match(setting.stderr, /^norn: NORN_PORT="http" must be [^\n]+\n$/)
    assert.match(logo.stderr, /^norn: NORN_LOGO="[^"]+none\.png" cannot be read \(ENOENT\); [^\n]+\n$/)
    assert.match(address.stderr, /^norn: NORN_HOST: this machine cannot listen at [^\n]+\n$/)
    assert.match(database.stderr, /^norn: the database cannot be used; [^\n]+\n$/)
    assert.deepEqual([setting.status, logo.status, address.status, database.status], [1, 1, 1, 1])
  })

  test('--json prints one value once it is listening; the log is on stderr', async () => {
    const service = await norn.serve(own(), { line: ['serve', '--json'] })
    service.kill('SIGTERM')
    const { status, stdout, stderr } = await service.ended
    assert.deepEqual(Object.keys(JSON.parse(stdout) as object), ['baseUrl', 'address', 'operators'])
    assert.match(stderr, /"msg":"listening: /)
    assert.equal(status, 0)
  })

  test("the operators' listener can be turned off", async () => {
    const service = await norn.serve({
      ...own(),
      NORN_METRICS_LISTEN: 'off',
      NORN_BASE_URL: 'https://example.org/norn/',
    })
    assert.deepEqual([service.baseUrl, service.operators], ['https://example.org/norn', 'off'])
    service.kill('SIGTERM')
    assert.equal((await service.ended).status, 0)
  })
})

describe('under an old Node.js', () => {
  const packages = createRequire(import.meta.url)
  const skip = (() => {
    try {
      packages.resolve(`node-${process.platform}-${process.arch}/package.json`)
      return false
    } catch {
      return 'npm brings no Node.js for this platform'
    }
  })()
  /** Makes the launcher, and nothing else, believe that it runs on an old version. */
  const old = async () => {
    const file = join(norn.directory, 'old.cjs')
    await writeFile(file, "Object.defineProperty(process, 'version', { value: 'v20.19.0' })")
    return ['--require', file]
  }

  test('the launcher hands over, with streams, exit status and signals', { skip }, async () => {
    const node = await old()
    const line = [
      'account',
      'create',
      '--username',
      'Old',
      '--email',
      'o@example.org',
      '--password-stdin',
      '--json',
    ]
    const made = await norn.run(line, { stdin: 'pw\n', node })
    assert.equal(made.status, 0, made.stderr)
    assert.equal((JSON.parse(made.stdout) as ShownAccount).username, 'Old')
    assert.equal((await norn.run(['nonsense'], { node })).status, 2)

    const service = await norn.serve({}, { node })
    service.kill('SIGTERM')
    const { status, stdout } = await service.ended
    assert.equal(status, 0)
    assert.match(stdout, /"msg":"stopped"/)
  })

  test('killing the launcher also ends the service', { skip }, async () => {
    const service = await norn.serve({}, { node: await old() })
    service.kill('SIGKILL')
    await service.ended
    await assert.rejects(fetch(`${service.baseUrl}/healthz`))
  })
})
