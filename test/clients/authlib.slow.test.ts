// Unmodified games and servers from 1.16.4 on, with exactly the options that we print and document for them. authlib of
// each version is asked where it asks, through a proxy on this machine, so that nothing leaves it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createSteve, type Installation, install, type Serving } from '../cli/norn.ts'
import { freePort } from '../free-port.ts'
import { authlibJars, authlibLines } from './authlib.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('AskAuthlib.java', import.meta.url))
const documented = 'https://accounts.example.org'

const jars = await authlibJars()

/** The options of unmodified games in a text. */
const optionsIn = (text: string): string[] => text.match(/-Dminecraft\.api\.[a-z]+\.host=[^\s`]+/g) ?? []

describe('authlib, unmodified', () => {
  let norn: Installation
  let serving: Serving
  let base = ''
  let classes = ''
  /** The places that have the lines, each with the address below which all requests belong. */
  const printed = new Map<string, { options: string[]; root: string }>()

  before(async () => {
    const port = await freePort()
    base = `http://127.0.0.1:${port}/norn`
    const variables = { NORN_PORT: String(port), NORN_BASE_URL: base }
    norn = await install()
    await norn.json(...createSteve())
    serving = await norn.serve(variables)
    const lines = async (...line: string[]) => (await norn.run(line, { variables })).stdout
    await lines('server', 'add', 'survival')
    const { root } = JSON.parse(await lines('server', 'show', 'survival', '--json')) as { root: string }
    printed.set('client-setup', { options: optionsIn(await lines('client-setup')), root: base })
    const ofServer = await lines('client-setup', '--server', 'survival')
    printed.set('client-setup --server', { options: optionsIn(ofServer), root })
    const page = await readFile(new URL('../../docs/clients.md', import.meta.url), 'utf8')
    const row = page.split('\n').find((line) => line.includes('1.16.4 to 26.2'))
    const ofPage = optionsIn((row ?? '').replaceAll(documented, base))
    printed.set('docs/clients.md', { options: ofPage, root: base })
    if (typeof jars === 'string') return
    classes = norn.directory
    await run('javac', ['-d', classes, program])
  })
  after(async () => {
    serving.kill('SIGTERM')
    await serving.ended
    await norn.remove()
    const [folder] = typeof jars === 'string' ? [] : jars.values()
    if (folder !== undefined) await rm(dirname(folder), { recursive: true })
  })

  test('is documented with the lines that client-setup prints', () => {
    const [ofCommand = [], ofPage = []] = ['client-setup', 'docs/clients.md'].map(
      (place) => printed.get(place)?.options,
    )
    const [discovery] = ofCommand.slice(-1)
    assert.deepEqual([...ofPage, discovery], ofCommand)
  })

  test('finds every option that its version wants in each place that has the lines', () => {
    for (const [place, { options, root }] of printed) {
      const hosts = options.map((option) => /api\.([a-z]+)\./.exec(option)?.[1])
      for (const { games, needs } of authlibLines) {
        const missing = needs.filter((host) => !hosts.includes(host))
        assert.deepEqual(missing, [], `${place}: games ${games} ignore every option without these`)
      }
      for (const option of options) {
        const [, address] = option.split('=')
        assert.ok(
          address === root || address?.startsWith(`${root}/`),
          `${place}: ${option} is not below ${root}`,
        )
      }
    }
  })

  for (const { version, games, needs } of authlibLines) {
    const folder = typeof jars === 'string' ? undefined : jars.get(version)
    const skip =
      typeof jars === 'string' ? jars : folder === undefined && `Maven has no com.mojang:authlib:${version}`
    for (const place of ['client-setup', 'client-setup --server']) {
      test(`authlib ${version} (${games}) asks us with the lines of ${place}`, { skip }, async (t) => {
        const { options = [], root = '' } = printed.get(place) ?? {}
        const asked: string[] = []
        const proxy = createServer((from, to) => {
          asked.push(`${from.method} ${from.url}`)
          const { method, headers } = from
          from.pipe(
            request(`${from.url}`, { method, headers, agent: false }, (answer) => {
              to.writeHead(answer.statusCode ?? 502, answer.headers)
              answer.pipe(to)
            }),
          )
        }).on('connect', (from, socket) => {
          asked.push(`CONNECT ${from.url}`)
          // Java ends while its connections are open, which resets them. Nobody else listens for that here.
          socket.on('error', () => undefined)
          socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
        })
        await once(proxy.listen(0, '127.0.0.1'), 'listening')
        t.after(() => proxy.close())
        const { port } = proxy.address() as AddressInfo

        await join('a-server')
        const line = [
          '-cp',
          `${classes}:${folder}/*`,
          ...options,
          'AskAuthlib',
          String(port),
          'Steve',
          'a-server',
        ]
        const { stdout } = await run('java', line, { timeout: 120_000 })
        assert.match(stdout, /^hasJoinedServer: .*\bname=Steve\b/m)
        assert.match(stdout, /^onProfileLookupSucceeded: .*\bSteve\b/m)
        const without = (option: string) =>
          asked.some((url) => url.includes(`=without-minecraft.api.${option}.host`))
        const own = asked.slice(0, asked.findIndex((url) => /byname|profiles\/minecraft/.test(url)) + 1)
        for (const url of own) assert.ok(url.includes(` ${root}/`), `${url}, not below ${root}`)
        const ignored = options
          .map((option) => /api\.([a-z]+)\./.exec(option)?.[1] ?? '')
          .filter((host) => !without(host))
        assert.deepEqual(ignored.sort(), needs, 'without one of these it asks the vendor')
      })
    }
  }

  async function join(serverId: string): Promise<void> {
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
      assert.equal(answer.status, 200)
      return answer.text()
    }
    const credentials = { username: 'Steve', password: 'x', clientToken: 'mine' }
    const { accessToken, selectedProfile } = JSON.parse(await post('/auth/authenticate', credentials))
    await post('/session/join', { accessToken, selectedProfile: selectedProfile.id, serverId })
  }
})
