import { Stopped, Vendors } from '../outcome.ts'
import { type Answer, exchange, type Request, Unreachable } from './exchange.ts'
import { isVendors } from './hosts.ts'
import { limits, Patience } from './patience.ts'
import type { Reach } from './reach.ts'
import type { Secrets } from './secrets.ts'

/** Headers and body of a request. */
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

/** Secrets are looked for in so much of a body. */
const mostLearnt = 200_000

export interface Means {
  paces: { turn(host: string): Promise<void> }
  secrets: Secrets
  userAgent: string
  patience?: Patience
  /** Undefined where the server may lead anywhere. */
  reach?: Reach
}

/** Sends the requests of a run: in its pace, never to the vendor, and nothing more after a 429. */
export class Client {
  readonly secrets: Secrets
  readonly #paces: Means['paces']
  readonly #userAgent: string
  readonly #patience: Patience
  readonly #reach: Reach | undefined
  #stopped: string | undefined

  constructor({
    paces,
    secrets,
    userAgent,
    patience = new Patience(limits, () => performance.now()),
    reach,
  }: Means) {
    this.secrets = secrets
    this.#paces = paces
    this.#userAgent = userAgent
    this.#patience = patience
    this.#reach = reach
  }

  /**
   * @throws {Vendors} where the address is the vendor's
   * @throws {Stopped} at a 429 that was not asked for, where the server keeps the run waiting, and ever after
   * @throws {Unreachable} where there is no answer
   */
  async send(method: string, url: string, sending: Sending = {}): Promise<Answer> {
    const { hostname } = addressOf(url)
    if (isVendors(hostname)) throw new Vendors(`${hostname} belongs to the vendor: nothing is sent there`)
    if (this.#stopped) throw new Stopped(this.#stopped)
    await this.#reach?.check(hostname)
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
    const answer = await this.#exchanged({ method, url, headers, body })
    this.secrets.learnFromAnswer(answer.text.slice(0, mostLearnt))
    if (answer.status === 429 && !sending.may429) {
      const after = answer.headers['retry-after']
      this.#stopped = `the server answered 429${after ? ` and asks for ${after} s` : ''}: the run stopped there`
      throw new Stopped(this.#stopped)
    }
    return answer
  }

  async #exchanged(request: Request): Promise<Answer> {
    try {
      return await this.#patience.over(exchange(request, this.#patience.answerMs))
    } finally {
      this.#stopped ??= this.#patience.end
    }
  }
}

/** An address that a server has named may be anything. */
function addressOf(url: string): URL {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Unreachable(`it is no address of http or https: ${url.slice(0, 200)}`)
  const address = new URL(url)
  if (address.username || address.password)
    throw new Unreachable(`the address has a user in it, who is not sent: ${address.host}`)
  return address
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
