// A reverse proxy in front of several instances: nginx if the machine has it, otherwise a few lines of our own.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

/** The base URL of a proxy that takes the targets in turns and skips one that can't be reached. */
export async function startProxy(t: TestContext, targets: readonly string[]): Promise<string> {
  const url = hasNginx() ? await startNginx(t, targets) : await startOwn(t, targets)
  t.diagnostic(hasNginx() ? 'behind nginx' : "no nginx on this machine: using the tests' own proxy")
  return url
}

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function startNginx(t: TestContext, targets: readonly string[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'norn-nginx-'))
  // Its workers run as another user if it runs as root.
  await chmod(directory, 0o755)
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const configuration = `
    daemon off;
    pid ${directory}/pid;
    events {}
    http {
      access_log off;
      ${temporary.map((kind) => `${kind}_temp_path ${directory}/${kind};`).join('\n')}
      upstream norn {
        ${targets.map((target) => `server ${new URL(target).host};`).join('\n')}
      }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://norn;
          proxy_set_header Host $host;
          proxy_set_header X-Forwarded-For $remote_addr;
        }
      }
    }`
  await writeFile(join(directory, 'nginx.conf'), configuration)
  const flags = ['-p', directory, '-c', join(directory, 'nginx.conf'), '-e', join(directory, 'error.log')]
  const server = spawn('nginx', flags, { stdio: 'inherit' })
  const ended = once(server, 'exit')
  t.after(async () => {
    server.kill('SIGTERM')
    await ended
    await rm(directory, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))) {
    if (server.exitCode !== null) throw new Error('nginx has ended')
    await sleep(20)
  }
  return url
}

async function startOwn(t: TestContext, targets: readonly string[]): Promise<string> {
  let turn = 0
  const server = createServer(async (incoming, answer) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const start = turn++
    const order = targets.map((_, index) => targets[(start + index) % targets.length] ?? '')
    passOn(incoming, Buffer.concat(chunks), order, answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Forwards to the first target that accepts a connection: a request that was sent once is not sent again. */
function passOn(
  incoming: IncomingMessage,
  body: Buffer,
  [target, ...others]: readonly string[],
  answer: ServerResponse,
): void {
  const { method, url, headers } = incoming
  const outgoing = request(new URL(url ?? '/', target), { method, headers, agent: false })
  outgoing.on('response', (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer).on('error', () => answer.destroy())
    response.on('error', () => answer.destroy())
  })
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' && others.length > 0) return passOn(incoming, body, others, answer)
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end()
  })
  outgoing.end(body)
}
