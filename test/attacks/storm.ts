// A separate process that attacks from one network until it is told to stop. The attacker would be on another
// machine, so its CPU time is not the service's.
import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePng, noise } from '../png.ts'

export interface Timed {
  status: number
  ms: number
  text: string
}

export interface Target {
  baseUrl: string
  /** The attacker's own account. */
  profileId: string
  token: string
  password: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 1000 })

interface Sent {
  method: string
  path: string
  from: string
  type?: string
  body?: string | Buffer
  bearer?: string
  cookie?: string
}

export function send(
  baseUrl: string,
  { method, path, from, type, body = '', bearer, cookie }: Sent,
): Promise<Timed> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const failed = () => resolve({ status: 0, ms: performance.now() - startedAt, text: '' })
    const headers = {
      'x-forwarded-for': from,
      'content-length': Buffer.byteLength(body),
      ...(type && { 'content-type': type }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...(cookie && { cookie }),
    }
    const sent = request(baseUrl + path, { method, agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('error', failed)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, ms: performance.now() - startedAt, text }),
      )
    })
    sent.on('error', failed).end(body)
  })
}

export const post = (baseUrl: string, path: string, from: string, body: unknown): Promise<Timed> =>
  send(baseUrl, { method: 'POST', path, from, type: 'application/json', body: JSON.stringify(body) })

export const signIn = (baseUrl: string, username: string, from: string, password: string): Promise<Timed> =>
  post(baseUrl, '/auth/authenticate', from, { username, password, clientToken: 'launcher' })

const boundary = 'fairness'
const form = Buffer.concat([
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="model"\r\n\r\nslim\r\n`),
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="s.png"\r\n`),
  Buffer.from('Content-Type: image/png\r\n\r\n'),
  makePng(64, 64, noise(1)),
  Buffer.from(`\r\n--${boundary}--\r\n`),
])

const attacker = '192.0.2.1'
const site = (n: number) => `2001:db8:1:${(n % 65_536).toString(16)}::1`

const guestSecret = 'x'.repeat(43)
const csrf = createHmac('sha256', guestSecret).update('csrf').digest('base64url')

/** Registers like a browser that has opened the form before. */
function register({ baseUrl }: Target, n: number): Promise<Timed> {
  const name = `flood_${n.toString(36)}`
  const password = 'a sentence to remember'
  const fields = new URLSearchParams({ csrf, username: name, email: `${name}@example.test`, password })
  return send(baseUrl, {
    method: 'POST',
    path: '/register',
    from: site(n),
    type: 'application/x-www-form-urlencoded',
    body: fields.toString(),
    cookie: `norn-guest=${guestSecret}`,
  })
}

interface Storm {
  connections: number
  send(target: Target, n: number): Promise<Timed>
}

export const storms = {
  'sign-in with the right password': {
    connections: 200,
    send: ({ baseUrl, password }) => signIn(baseUrl, 'attacker', attacker, password),
  },
  'wrong logins from every /64 of a /48': {
    connections: 200,
    send: ({ baseUrl }, n) => signIn(baseUrl, `nobody${n}`, site(n), 'wrong'),
  },
  upload: {
    connections: 24,
    send: ({ baseUrl, profileId, token }) =>
      send(baseUrl, {
        method: 'PUT',
        path: `/authlib-injector/api/user/profile/${profileId}/skin`,
        from: attacker,
        type: `multipart/form-data; boundary=${boundary}`,
        body: form,
        bearer: token,
      }),
  },
  // Every /64 of a /48 has a budget of its own.
  registration: {
    connections: 200,
    send: (target, n) => register(target, n),
  },
  lookup: {
    connections: 4,
    send: ({ baseUrl }, n) =>
      send(baseUrl, { method: 'GET', path: `/api/users/profiles/game/nobody${n}`, from: attacker }),
  },
} satisfies Record<string, Storm>

if (import.meta.main && process.send) {
  setPriority(19)
  const [name = '', target = ''] = process.argv.slice(2)
  const storm: Storm = storms[name as keyof typeof storms]
  const at: Target = JSON.parse(target)
  const statuses = new Map<number, number>()
  let isOver = false
  let count = 0
  process.once('message', () => (isOver = true))
  await Promise.all(
    Array.from({ length: storm.connections }, async () => {
      while (!isOver) {
        const { status } = await storm.send(at, count++)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // A client that is turned away comes back immediately.
        if (status === 429) await sleep(200)
      }
    }),
  )
  agent.destroy()
  process.send([...statuses], () => process.disconnect())
}
