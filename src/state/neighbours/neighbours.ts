import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/measure/clock.ts'
import { Durations } from '../../lib/measure/durations.ts'
import type { Spans } from '../../lib/measure/spans.ts'
import { askGuarded } from '../../lib/net/outgoing.ts'
import { fold } from '../../lib/text/fold.ts'
import type {
  AuthorizationServer,
  JoinAnswer,
  NameAnswer,
  NamesAnswer,
  Neighbour,
  NeighbourProblem,
  SaidKeys,
} from '../../model/community/neighbour.ts'
import { fetchDiscovery } from '../providers/discovery.ts'
import { joinQuestion, profileQuestion } from './addresses.ts'
import { type Reply, readJoin, readName, readNames, readProfile } from './answers.ts'
import { CodeExchange } from './code-exchange.ts'
import { guardedBy } from './guarded.ts'
import { readPublicKeys } from './keys.ts'
import { fetchMetadata, type NeighbourMetadata } from './metadata.ts'
import { type LineQuestion, NeighbourLine } from './neighbour-line.ts'
import type { NeighbourAsker } from './question-budget.ts'
import { RefusedNames } from './refused-names.ts'

/** More than anybody configures. A line that is dropped only forgets its failures. */
const maxLines = 1000

/** The most joins that are watched at once. Others are not. */
export const maxWatched = 64

export const maxKeysBytes = 64 * 1024

/** In seconds. */
const bounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4]

/** The figures of the questions to one neighbour since the process started. */
export interface NeighbourFigures {
  /** By what it has said, or the problem with its answer. */
  readonly outcomes: Map<string, number>
  readonly durations: Durations
  /** True if its last answer could be used. */
  isUp: boolean
  /** By what the answer to a game server would have been, with `watch`. */
  readonly watched: Map<string, number>
}

/** A neighbour, as far as questions to it need it. */
export type AskedNeighbour = Pick<
  Neighbour,
  'id' | 'addresses' | 'isPrivate' | 'forwardAddress' | 'limit' | 'textures'
>

export interface JoinQuestion {
  username: string
  serverId: string
  /** The player's address, as the game server sent it. */
  ip: string | undefined
}

type JoinKey = Pick<JoinQuestion, 'username' | 'serverId'>

/** Receives each answer of a neighbour; the problem is undefined if the answer could be used. */
export type Answered = (neighbour: string, problem: NeighbourProblem | undefined) => void

/** Sends questions to other account services. Their answers are never repeated, passed on or kept here. */
export class Neighbours {
  readonly #monotonic: Clock
  readonly #guarded: ReturnType<typeof guardedBy>
  readonly #lines = new LRUCache<string, NeighbourLine>({ max: maxLines })
  readonly #figures = new LRUCache<string, NeighbourFigures>({ max: maxLines })
  readonly codes: CodeExchange
  readonly refusedNames: RefusedNames
  readonly #answered: Answered
  readonly #spans: Spans | undefined
  /** The joins that are asked about now. */
  readonly #joins = new Map<string, { asker: string; questions: number }>()
  #watched = 0

  /** The base URL is undefined in commands that do not know it. `answered` is called for each answer. */
  constructor(
    monotonic: Clock,
    baseUrl: () => string | undefined,
    answered: Answered = () => undefined,
    spans?: Spans,
  ) {
    this.#monotonic = monotonic
    this.#answered = answered
    this.#spans = spans
    this.#guarded = guardedBy(baseUrl)
    this.codes = new CodeExchange(this.#guarded)
    this.refusedNames = new RefusedNames(monotonic)
  }

  /** Asks whether a player has joined. `signal` ends the question. Never throws. */
  askJoin(
    neighbour: AskedNeighbour,
    { ip, ...question }: JoinQuestion,
    asker: NeighbourAsker,
    signal: AbortSignal,
  ): Promise<JoinAnswer> {
    const sent = { ...question, ip: neighbour.forwardAddress ? ip : undefined }
    const url = joinQuestion(neighbour.addresses, sent)
    const asked = { url, asker, about: fold(question.username), ...this.#guarded(neighbour, signal) }
    const read = (reply: Reply) => readJoin(reply, neighbour)
    return this.#ask(neighbour, asked, read)
  }

  /** Asks which player has a name. Never throws. */
  askName(
    neighbour: AskedNeighbour,
    username: string,
    asker: NeighbourAsker,
    signal: AbortSignal,
  ): Promise<NameAnswer> {
    const { names } = neighbour.addresses
    const question = { asker, about: fold(username), ...this.#guarded(neighbour, signal) }
    if ('bulk' in names) {
      const asked = bulkQuestion({ url: names.bulk, ...question }, [username])
      return this.#ask(neighbour, asked, (reply) => readName(reply, username))
    }
    // In a path, a name of dots only would be another address.
    if (/^\.+$/.test(username)) return Promise.resolve({ says: 'no' })
    const read = (reply: Reply): NameAnswer =>
      reply.status === 404 ? { says: 'no' } : readName(reply, username)
    const url = names.single + encodeURIComponent(username)
    return this.#ask(neighbour, { url, ...question }, read)
  }

  /** Asks at its address for many names which players have them. Never throws. */
  askNames(
    neighbour: AskedNeighbour,
    url: string,
    usernames: readonly string[],
    asker: NeighbourAsker,
    signal: AbortSignal,
  ): Promise<NamesAnswer> {
    const about = usernames.map(fold).join()
    const question = bulkQuestion({ url, asker, about, ...this.#guarded(neighbour, signal) }, usernames)
    return this.#ask(neighbour, question, (reply) => readNames(reply, usernames))
  }

  /** Asks for the profile of a UUID. Never throws. */
  askProfile(
    neighbour: AskedNeighbour,
    id: string,
    asker: NeighbourAsker,
    signal: AbortSignal,
  ): Promise<JoinAnswer> {
    const url = profileQuestion(neighbour.addresses, id)
    const question = { url, asker, about: id, ...this.#guarded(neighbour, signal) }
    return this.#ask(neighbour, question, (reply) => readProfile(reply, id, neighbour))
  }

  /** Reads the metadata of an authlib-injector root. Throws MetadataUnusable, and what a request throws. */
  readMetadata(root: string, isPrivate: boolean, signal: AbortSignal): Promise<NeighbourMetadata> {
    return fetchMetadata(root, this.#guarded({ isPrivate }, signal))
  }

  /** Reads a discovery document. Throws DiscoveryUnusable, and what a request throws. */
  readDiscovery(url: string, isPrivate: boolean, signal: AbortSignal): Promise<AuthorizationServer> {
    return fetchDiscovery(url, this.#guarded({ isPrivate }, signal))
  }

  /** Reads the keys at an address. Throws KeysUnusable, and what a request throws. */
  async readKeys(url: string, isPrivate: boolean, signal: AbortSignal): Promise<SaidKeys> {
    const question = { ...this.#guarded({ isPrivate }, signal), maxBytes: maxKeysBytes }
    return readPublicKeys(await askGuarded(url, question))
  }

  /**
   * Begins to ask about a join and returns a function that ends that. Returns undefined while the same join is asked about on
   * behalf of another asker: a neighbour that itself asks others has led back here.
   */
  beginJoin(asker: string, { username, serverId }: JoinKey): (() => void) | undefined {
    const key = `${fold(username)} ${serverId}`
    const join = this.#joins.get(key) ?? { asker, questions: 0 }
    if (join.asker !== asker) return undefined
    join.questions++
    this.#joins.set(key, join)
    return () => {
      join.questions--
      if (join.questions === 0) this.#joins.delete(key)
    }
  }

  /** Does the work, unless so much of it is being done that this is left out. */
  async watch<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#watched >= maxWatched) return undefined
    this.#watched++
    try {
      return await work()
    } finally {
      this.#watched--
    }
  }

  /** Returns the figures of all neighbours that were asked, by id. */
  figures(): Iterable<[string, NeighbourFigures]> {
    return this.#figures.entries()
  }

  /** Asks, measures and never throws. */
  async #ask<T extends { says: string; problem?: NeighbourProblem; flaw?: string }>(
    neighbour: AskedNeighbour,
    question: LineQuestion,
    read: (reply: Reply) => T,
  ): Promise<T | { says: 'unsure'; problem: NeighbourProblem }> {
    const { id } = neighbour
    const began = this.#monotonic()
    const end = this.#spans?.begin('neighbour question', { 'norn.neighbour': id })
    const answer: { says: string; problem?: NeighbourProblem; flaw?: string } & (
      | T
      | { says: 'unsure'; problem: NeighbourProblem }
    ) = await this.#lineOf(neighbour).ask(question, read)
    const figures = this.#figuresOf(id)
    const outcome = answer.problem ?? answer.flaw ?? answer.says
    end?.({ 'norn.outcome': outcome })
    figures.outcomes.set(outcome, (figures.outcomes.get(outcome) ?? 0) + 1)
    figures.durations.observe((this.#monotonic() - began) / 1000)
    // Our own limits say nothing new about the neighbour.
    if (outcome !== 'limit' && outcome !== 'failing') {
      figures.isUp = answer.problem === undefined
      this.#answered(id, answer.problem)
    }
    return answer
  }

  /** Counts what the answer to a game server would have been because of a neighbour. */
  watched(id: string, outcome: string): void {
    const { watched } = this.#figuresOf(id)
    watched.set(outcome, (watched.get(outcome) ?? 0) + 1)
  }

  #figuresOf(id: string): NeighbourFigures {
    let figures = this.#figures.get(id)
    if (!figures) {
      figures = { outcomes: new Map(), durations: new Durations(bounds), isUp: true, watched: new Map() }
      this.#figures.set(id, figures)
    }
    return figures
  }

  #lineOf({ id, limit }: AskedNeighbour): NeighbourLine {
    // A changed limit takes effect with a new line.
    const key = `${id} ${limit}`
    let line = this.#lines.get(key)
    if (!line) this.#lines.set(key, (line = new NeighbourLine(this.#monotonic, limit)))
    return line
  }
}

const bulkQuestion = <Guarded extends { headers: object }>(
  guarded: Guarded,
  usernames: readonly string[],
) => ({
  ...guarded,
  headers: { ...guarded.headers, 'content-type': 'application/json' },
  body: JSON.stringify(usernames),
})
