// The fuzzer: makes inputs by seed and index, sends them to a service of its own, and judges the answers.
import { noSession, operationsOfOAuth, operationsOfPages } from './browser.ts'
import { onOneConnection, pipelined, raw } from './client.ts'
import { Expectations, type Operation, operationsOf } from './document.ts'
import { hostile } from './hostile.ts'
import { judge, maxHeldMs, type Offence } from './judge.ts'
import { parserNames, parsers } from './parsers.ts'
import { importPeople, PageUsers, players, spares, strangers } from './people.ts'
import { Random } from './random.ts'
import { mutated } from './raw.ts'
import { flood, heavy, heavyHead, wellFramed } from './requests.ts'
import { Installation, type RunningProgram } from './service.ts'
import { clientToken, type Good } from './values.ts'
import { renewed, type Vector } from './vectors.ts'

export interface Order {
  seed: number
  inputs: number
  /** Tried before anything else. */
  vectors: readonly Vector[]
  /** Settings of the service, such as another database. */
  variables?: Record<string, string>
  progress(done: number, findings: number): void
  found(finding: Finding): void
}

export interface Finding extends Offence {
  kind: string
  bytes: Buffer
  /** The valid values at the time, which the bytes may contain. */
  good: Good
  /** -1 for a vector, and for findings that no single input causes. */
  index: number
}

export interface Outcome {
  findings: Finding[]
  counts: Record<string, number>
  /** In MB after a garbage collection, after the first tenth and at the end. */
  memory: { before: number; after: number; rss: number }
}

interface Input {
  kind: string
  index: number
  bytes: Buffer
  /** Only for `raw`: the pieces to send in order. */
  pieces?: Buffer[]
}

/** The number of inputs between two looks at the event loop. */
const batchSize = 512
const connections = 8

/**
 * A flood is what one read of the socket brings: hundreds of requests, of which 64 are answered. 24 to 67 ms were
 * measured.
 */
const maxFloodHeldMs = 100

/** No noise of a machine blocks the event loop for this much CPU time, in milliseconds. */
const surelyHeldMs = 200

/**
 * The memory that the process may retain after a full garbage collection, beyond that after the first tenth, in MB.
 */
const maxGrowthMb = 64
const maxResidentMb = 450

/** Each creates a key that is never deleted, until answers that list keys are slow. */
const spoilsAll = /^\/admin\/keys/

export async function fuzz(order: Order): Promise<Outcome> {
  const installation = await Installation.make(order.variables)
  try {
    return await new Fuzzer(order, installation).run()
  } finally {
    await installation.remove()
  }
}

class Fuzzer {
  readonly #order: Order
  readonly #installation: Installation
  readonly #findings = new Map<string, Finding>()
  readonly #counts: Record<string, number> = {}
  #service!: RunningProgram
  #operations: Operation[] = []
  #expectations = new Expectations([])
  readonly #pageUsers = new PageUsers()
  /** Inputs that have to be tried alone. */
  readonly #suspects: Input[] = []
  #good: Good

  constructor(order: Order, installation: Installation) {
    this.#order = order
    this.#installation = installation
    this.#good = {
      ...(players[0] as (typeof players)[0]),
      token: '',
      apiToken: '',
      writeToken: '',
      spareIds: spares.map(({ id }) => id),
      ...noSession,
      texture: 'ab'.repeat(32),
      strangers: strangers.map(({ username }) => username),
    }
  }

  async run(): Promise<Outcome> {
    const { inputs, vectors } = this.#order
    await this.#prepare()
    try {
      for (const { kind, bytes } of vectors) {
        await this.#signIn(0)
        const input = { kind, index: -1, bytes: renewed(bytes, this.#good) }
        if (kind in parsers) await this.#tryParser(input)
        else await this.#tryAlone(input)
      }
      await this.#tryHostile()
      let before = await this.#memory()
      for (let start = 0, batch = 0; start < inputs; start += batchSize, batch++) {
        await this.#signIn(batch)
        await this.#batch(start, Math.min(start + batchSize, inputs))
        if (start * 10 < inputs) before = await this.#memory()
        this.#order.progress(Math.min(start + batchSize, inputs), this.#findings.size)
      }
      const after = await this.#memory()
      const memory = { before: before.live, after: after.live, rss: after.rss }
      this.#judgeMemory(memory)
      return { findings: [...this.#findings.values()], counts: this.#counts, memory }
    } finally {
      await this.#service.stop()
    }
  }

  /** Creates the accounts, some with hashes of other servers, and reads the service's document. */
  async #prepare(): Promise<void> {
    await importPeople(this.#installation)
    const made = await this.#installation.command('api-token', 'create', '--name', 'fuzz', '--read-only')
    this.#good.apiToken = /norn_[\w-]{43}/.exec(made.printed)?.[0] ?? ''
    const other = await this.#installation.command('api-token', 'create', '--name', 'fuzz-all')
    this.#good.writeToken = /norn_[\w-]{43}/.exec(other.printed)?.[0] ?? ''
    this.#service = await this.#installation.serve()
    const document = await (await fetch(`http://127.0.0.1:${this.#service.port}/openapi.json`)).json()
    const { port } = this.#service
    const session = await this.#pageUsers.next(port, 0)
    const pages = [
      ...(await operationsOfPages(port, noSession)),
      ...(await operationsOfPages(port, session)),
    ].filter(({ method, template }) => method === 'GET' || !spoilsAll.test(template))
    this.#operations = [
      ...operationsOf(document as Parameters<typeof operationsOf>[0]),
      ...(await operationsOfOAuth(port)),
      ...pages,
    ]
    this.#expectations = new Expectations(this.#operations)
  }

  /** Gets a valid token: an earlier input may have ended the last one, or renamed its player. */
  async #signIn(batch: number): Promise<void> {
    const account = players[batch % players.length] as (typeof players)[0]
    const answer = await fetch(`http://127.0.0.1:${this.#service.port}/auth/authenticate`, {
      method: 'POST',
      body: JSON.stringify({ username: account.email, password: account.password, clientToken }),
    })
    const body = (await answer.json()) as { accessToken?: string; selectedProfile: { name: string } }
    if (!body.accessToken) throw new Error(`nobody can sign in: ${answer.status} ${JSON.stringify(body)}`)
    const { accessToken: token, selectedProfile } = body
    const session = await this.#pageUsers.next(this.#service.port, batch)
    this.#good = { ...this.#good, ...account, ...session, token, username: selectedProfile.name }
  }

  /** Tries texts that no database accepts, in every place of every operation. */
  async #tryHostile(): Promise<void> {
    const inputs = [...hostile(this.#operations, this.#good)].map((bytes) => ({
      kind: 'request',
      index: -1,
      bytes,
    }))
    this.#counts['hostile'] = inputs.length
    for (let start = 0, batch = 0; start < inputs.length; start += batchSize, batch++) {
      await this.#signIn(batch)
      await this.#together(inputs.slice(start, start + batchSize))
    }
    // Slow answers are not the subject here.
    this.#suspects.splice(0)
  }

  #make(index: number): Input {
    const random = new Random(this.#order.seed, index)
    const [operations, good] = [this.#operations, this.#good]
    const kind = random.below(1000)
    if (kind < 20) return { kind: 'heavy', index, bytes: heavy(random, operations, good) }
    if (kind < 24) return { kind: 'heavy', index, bytes: heavyHead(random, operations, good) }
    if (kind < 25) return { kind: 'flood', index, bytes: flood(random, operations, good) }
    if (kind < 140) {
      const pieces = mutated(random, wellFramed(random, operations, good))
      return { kind: 'raw', index, bytes: Buffer.concat(pieces), pieces }
    }
    if (kind < 620) return { kind: 'request', index, bytes: wellFramed(random, operations, good) }
    const name = random.pick(parserNames)
    return { kind: name, index, bytes: parsers[name]?.make(random) ?? Buffer.alloc(0) }
  }

  async #batch(start: number, end: number): Promise<void> {
    const inputs = Array.from({ length: end - start }, (_, index) => this.#make(start + index))
    for (const { kind } of inputs) this.#counts[kind] = (this.#counts[kind] ?? 0) + 1
    for (const input of inputs) if (input.kind in parsers) await this.#tryParser(input)
    const cheap = inputs.filter(({ kind }) => kind === 'request' || kind === 'raw')
    if ((await this.#together(cheap)) > maxHeldMs) await this.#searchHolder(cheap)
    for (const input of this.#suspects.splice(0)) await this.#tryAlone(input)
    for (const input of inputs)
      if (input.kind === 'heavy' || input.kind === 'flood') await this.#tryAlone(input)
  }

  /** Sends inputs over several connections at once, and returns how long the event loop was blocked. */
  async #together(inputs: readonly Input[]): Promise<number> {
    await this.#service.probe().catch(() => undefined)
    const requests = inputs.filter(({ kind }) => kind === 'request')
    const raws = inputs.filter(({ kind }) => kind === 'raw')
    const lanes = Array.from({ length: connections }, async (_, lane) => {
      const own = requests.filter((_, index) => index % connections === lane)
      for (let at = 0; at < own.length; at += 8) await this.#look(own.slice(at, at + 8))
      for (const input of raws.filter((_, index) => index % connections === lane)) await this.#look([input])
    })
    await Promise.all(lanes)
    if (this.#service.hasEnded()) {
      await this.#searchKiller(inputs)
      return 0
    }
    return (await this.#service.probe()).held
  }

  /** Judges the answers. A slow one may have waited for others, so it is tried again alone. */
  async #look(inputs: readonly Input[]): Promise<void> {
    for (const { offence, input } of await this.#send(inputs)) {
      if (mayBeNoise(offence)) this.#suspects.push(input)
      else this.#report(offence, input)
    }
  }

  async #send(inputs: readonly Input[]): Promise<{ offence: Offence; input: Input }[]> {
    const [first] = inputs
    if (!first || this.#service.hasEnded()) return []
    const { port } = this.#service
    const isFramed = first.kind !== 'raw'
    const sent = first.kind === 'flood' ? floodOf(first) : inputs
    const bytes = sent.map((input) => input.bytes)
    const answers =
      first.kind === 'flood'
        ? await onOneConnection(port, bytes)
        : isFramed
          ? await pipelined(port, bytes)
          : await raw(port, first.pieces ?? bytes)
    if (this.#service.hasEnded()) return []
    return answers.flatMap((answer, index) => {
      const input = isFramed ? (sent[index] as Input) : first
      const offence = judge(input.bytes, answer, this.#expectations, isFramed)
      // So many requests at once may be slow; the point is that others are served.
      if (!offence || (first.kind === 'flood' && mayBeNoise(offence))) return []
      return [{ offence, input: offence.rule === 'broken answer' ? pipelineOf(input, sent) : input }]
    })
  }

  /** Tries one input alone. A slow one has to be slow three times in a row. */
  async #tryAlone(input: Input): Promise<void> {
    const most = input.kind === 'flood' ? maxFloodHeldMs : maxHeldMs
    let least = Number.POSITIVE_INFINITY
    let noise: Offence | undefined
    for (let tries = 0; tries < 3; tries++) {
      await this.#service.probe().catch(() => undefined)
      const offences = (await this.#send([input])).map(({ offence }) => offence)
      if (this.#service.hasEnded()) {
        this.#report({ rule: 'crash', where: input.kind, detail: this.#service.lastWords() }, input)
        this.#service = await this.#installation.serve()
        return
      }
      for (const offence of offences) if (!mayBeNoise(offence)) this.#report(offence, input)
      least = Math.min(least, (await this.#service.probe()).held)
      noise = offences.find(mayBeNoise)
      if ((least <= most && !noise) || least > surelyHeldMs) break
    }
    if (noise) this.#report(noise, input)
    if (least > most) {
      this.#report(
        { rule: 'event loop held', where: this.#whereOf(input), detail: `${Math.round(least)} ms` },
        input,
      )
    }
  }

  #whereOf({ kind, bytes }: Input): string {
    const [method = '', target = ''] = bytes
      .toString('latin1', 0, Math.max(0, bytes.indexOf('\r\n')))
      .split(' ')
    const [operation] = this.#expectations.find(method, target).fitting
    const type = /\r\nContent-Type: ([a-z/-]+)/i.exec(bytes.toString('latin1', 0, 2000))?.[1] ?? ''
    return kind === 'flood' ? 'flood' : `${method} ${operation?.template ?? 'unknown path'} ${type}`.trim()
  }

  /** Halves a batch as long as one half blocks the event loop by itself. */
  async #searchHolder(inputs: readonly Input[]): Promise<void> {
    if (inputs.length === 1) {
      await this.#tryAlone(inputs[0] as Input)
      return
    }
    const middle = inputs.length >> 1
    for (const half of [inputs.slice(0, middle), inputs.slice(middle)]) {
      if ((await this.#together(half)) > maxHeldMs) await this.#searchHolder(half)
    }
  }

  async #searchKiller(inputs: readonly Input[]): Promise<void> {
    const words = this.#service.lastWords()
    this.#service = await this.#installation.serve()
    const before = this.#findings.size
    for (const input of inputs) await this.#tryAlone(input)
    const [first] = inputs
    if (this.#findings.size === before && first) {
      this.#report({ rule: 'crash', where: 'several requests together', detail: words }, first)
    }
  }

  async #tryParser(input: Input): Promise<void> {
    const parser = parsers[input.kind]
    if (!parser) return
    let least = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 3 && least > maxHeldMs; tries++) {
      const began = performance.now()
      try {
        await parser.run(input.bytes)
      } catch (error) {
        this.#report({ rule: 'parser', where: input.kind, detail: String(error) }, input)
        return
      }
      least = Math.min(least, performance.now() - began)
    }
    if (least > maxHeldMs) {
      this.#report({ rule: 'event loop held', where: input.kind, detail: `${Math.round(least)} ms` }, input)
    }
  }

  async #memory(): Promise<{ live: number; rss: number }> {
    await this.#service.probe(true)
    const { heapUsed, external, rss } = await this.#service.probe(true)
    return { live: (heapUsed + external) / 2 ** 20, rss: rss / 2 ** 20 }
  }

  #judgeMemory({ before, after, rss }: Outcome['memory']): void {
    const detail = `${before.toFixed(0)} MB, then ${after.toFixed(0)} MB, resident ${rss.toFixed(0)} MB`
    if (after - before <= maxGrowthMb && rss <= maxResidentMb) return
    this.#report(
      { rule: 'memory', where: 'all', detail },
      { kind: 'none', index: -1, bytes: Buffer.alloc(0) },
    )
  }

  #report(offence: Offence, { kind, bytes, index }: Input): void {
    // Each status is a finding of its own; times differ from answer to answer.
    const status = isTime(offence) ? '' : offence.detail.slice(0, 3)
    const key = `${offence.rule} ${offence.where} ${status}`
    if (this.#findings.has(key)) return
    const finding = { ...offence, kind, bytes, index, good: this.#good }
    this.#findings.set(key, finding)
    this.#order.found(finding)
  }
}

const isTime = ({ rule }: Offence): boolean => rule === 'slow' || rule === 'event loop held'

/**
 * Returns everything sent on the connection as one input. The end of an answer to HEAD can't be determined then.
 */
const pipelineOf = ({ index }: Input, sent: readonly Input[]): Input => {
  const requests = sent
    .map(({ bytes }) => bytes)
    .filter((bytes) => bytes.toString('latin1', 0, 5) !== 'HEAD ')
  return { kind: 'raw', index, bytes: Buffer.concat(requests) }
}

/** Busy machines also cause these, so they count only after three times. */
const mayBeNoise = ({ rule }: Offence): boolean => rule === 'slow' || rule === 'no answer'

/** Repeats a request as often as the service reads in one piece. */
const floodOf = (input: Input): Input[] =>
  Array.from({ length: Math.min(4000, Math.floor(65_536 / Math.max(1, input.bytes.length))) }, () => input)
