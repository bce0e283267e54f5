// Proxies that send requests to instances in turns, and are pointed to others while they run.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../test/free-port.ts'
import { until } from '../test/until.ts'

const run = promisify(execFile)

export interface Proxy extends AsyncDisposable {
  readonly port: number
  /** New requests go to these ports of loopback. Those under way end where they are. */
  point(ports: readonly number[]): Promise<void>
}

interface Kind {
  /** The name of the configuration's file. */
  readonly file: string
  configuration(about: { directory: string; port: number; admin: number; targets: string[] }): Promise<string>
  start(file: string, directory: string): string[]
  reload(file: string, directory: string): string[]
}

const example = (name: string) => readFile(join(import.meta.dirname, '../deploy', name), 'utf8')

export const proxies: Record<'nginx' | 'caddy', Kind> = {
  nginx: {
    file: 'nginx.conf',
    async configuration({ directory, port, targets }) {
      const snippet = (await example('nginx/norn-proxy.conf'))
        .replace('http://127.0.0.1:8080', 'http://norn')
        .replaceAll('/var/log/nginx/', `${directory}/`)
      const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      return `daemon off; pid ${directory}/pid; events {}
        http {
          access_log off;
          ${kinds.map((kind) => `${kind}_temp_path ${directory}/${kind};`).join(' ')}
          upstream norn {
            ${targets.map((target) => `server ${target};`).join(' ')}
            keepalive 16;
          }
          server { listen 127.0.0.1:${port}; location / {
            ${snippet}
          } }
        }`
    },
    start: (file, directory) => ['nginx', '-p', directory, '-c', file, '-e', `${directory}/error.log`],
    reload: (file, directory) => [...proxies.nginx.start(file, directory), '-s', 'reload'],
  },
  caddy: {
    file: 'Caddyfile',
    async configuration({ port, admin, targets }) {
      return (await example('caddy/Caddyfile'))
        .replace(/^\{\n/m, `{\n\tadmin 127.0.0.1:${admin}\n\tauto_https off\n`)
        .replace('{$NORN_SITE:accounts.example.org} {', `http://127.0.0.1:${port} {\n\tbind 127.0.0.1`)
        .replace('{$NORN_UPSTREAM:127.0.0.1:8080}', targets.join(' '))
    },
    start: (file) => ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
    reload: (file) => ['caddy', 'reload', '--config', file, '--adapter', 'caddyfile'],
  },
}

export async function startProxy(kind: Kind, ports: readonly number[]): Promise<Proxy> {
  const directory = await mkdtemp(join(tmpdir(), 'norn-proxy-'))
  // Workers of nginx run as another user if it runs as root.
  await chmod(directory, 0o755)
  const [port, admin] = [await freePort(), await freePort()]
  const file = join(directory, kind.file)
  const env = { PATH: `${process.env['PATH']}:/usr/sbin`, HOME: directory }
  const write = async (to: readonly number[]) => {
    const targets = to.map((target) => `127.0.0.1:${target}`)
    await writeFile(file, await kind.configuration({ directory, port, admin, targets }))
  }
  await write(ports)
  const [program = '', ...flags] = kind.start(file, directory)
  const server = spawn(program, flags, { env, stdio: 'ignore' })
  const ended = once(server, 'exit')
  await until(`${program} answers`, async () => {
    if (server.exitCode !== null) throw new Error(`${program} has ended with ${server.exitCode}`)
    return (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok
  })
  return {
    port,
    async point(to) {
      await write(to)
      const [reloading = '', ...words] = kind.reload(file, directory)
      await run(reloading, words, { env })
    },
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
