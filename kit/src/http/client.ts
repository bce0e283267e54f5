import { Stopped, UsageError } from '../outcome.ts'
import { type Answer, exchange, Unreachable } from './exchange.ts'
import { isVendors } from './hosts.ts'
import type { Secrets } from './secrets.ts'

/** What to send, beside method and address. */
export interface Sending {
  headers?: Record<string, string>
  /** Sent as JSON, with the type `application/json` unless the headers say another. */
  json?: unknown
  /** Sent as a form. */
  form?: Record<string, string>
  /** Sent as it is. */
  body?: string | Buffer
  /** A 429 is an answer like any other, not the server's wish that the run ends. */
  may429?: boolean
}

const timeoutMs = 15_000

/** Secrets are looked for in so much of a body. */
const mostLearnt = 200_000

/** Sends the requests of a run: in its pace, never to the vendor, and nothing more after a 429. */
export class Client {
  readonly secrets: Secrets
  readonly #paces: { turn(host: string): Promise<void> }
  readonly #userAgent: string
  #stopped: string | undefined

  constructor(paces: { turn(host: string): Promise<void> }, secrets: Secrets, userAgent: string) {
    this.#paces = paces
    this.secrets = secrets
    this.#userAgent = userAgent
  }

  /**
   * @throws {Stopped} at a 429 that was not asked for, and ever after
   * @throws {Unreachable} where there is no answer
   */
  async send(method: string, url: string, sending: Sending = {}): Promise<Answer> {
    const { hostname } = new URL(url)
    if (isVendors(hostname)) throw new UsageError(`${hostname} belongs to the vendor: nothing is sent there`)
    if (this.#stopped) throw new Stopped(this.#stopped)
    await this.#paces.turn(hostname)
    if (this.#stopped) throw new Stopped(this.#stopped)
    const { body, type } = bodyOf(sending)
    const headers: Record<string, string> = {
      'user-agent': this.#userAgent,
      accept: '*/*',
      ...(type && { 'content-type': type }),
      ...(body && { 'content-length': String(body.length) }),
      ...lowerCase(sending.headers),
    }
    if (body) this.secrets.learn(body.toString('utf8', 0, mostLearnt))
    const answer = await exchange({ method, url, headers, body }, timeoutMs)
    this.secrets.learn(answer.text.slice(0, mostLearnt))
    if (answer.status === 429 && !sending.may429) {
      const after = answer.headers['retry-after']
      this.#stopped = `the server answered 429${after ? ` and asks for ${after} s` : ''}: the run stopped there`
      throw new Stopped(this.#stopped)
    }
    return answer
  }
}

export { Unreachable }

function bodyOf({ json, form, body }: Sending): { body: Buffer | undefined; type?: string } {
  if (json !== undefined) return { body: Buffer.from(JSON.stringify(json)), type: 'application/json' }
  if (form)
    return {
      body: Buffer.from(new URLSearchParams(form).toString()),
      type: 'application/x-www-form-urlencoded',
    }
  return { body: body === undefined ? undefined : Buffer.from(body) }
}

const lowerCase = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
