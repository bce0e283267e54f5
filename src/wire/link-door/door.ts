import { createServer, type Server, type Socket } from 'node:net'
import type { ChangeContext } from '../../domain/context.ts'
import { answerAtDoor, sentenceInLists, sentenceWhenBusy } from '../../domain/linking/door.ts'
import { canonicalAddress } from '../../lib/net/address.ts'
import { DoorLimits } from '../../state/limits/door-limits.ts'
import { talk } from './caller.ts'
import { DoorKey } from './encryption.ts'
import { Malformed } from './frames.ts'

export const maxConnections = 200

/** The longest times of a connection (ms). */
export interface DoorTimes {
  /** Until a game logs in, or has the status. */
  start: number
  /** For the rest of a login. The game asks its own service meanwhile. */
  login: number
  /** For hanging up, once everything is said. */
  end: number
  /** Until one or two bytes are an old game's ping and not the beginning of more. */
  legacy?: number
}

const usualTimes: DoorTimes = { start: 10_000, login: 30_000, end: 2000, legacy: 500 }

type Deps = Parameters<typeof answerAtDoor>[0]

/** The listener that players of neighbours join in the game to get a code. */
export class LinkDoor {
  readonly server: Server
  readonly #context: Deps
  readonly #times: DoorTimes
  readonly #key = new DoorKey()
  readonly #limits: DoorLimits
  readonly #sockets = new Set<Socket>()

  constructor(context: Deps & ChangeContext, monotonic: () => number, times = usualTimes) {
    this.#context = context
    this.#times = times
    this.#limits = new DoorLimits(monotonic)
    this.server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void this.#receive(socket))
    this.server.maxConnections = maxConnections
  }

  /** Rejects with the error of the port. */
  async listen(at: { host: string; port: number }): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.server.once('error', reject)
    this.server.listen(at, resolve)
    await promise
    this.server.off('error', reject)
    this.server.on('error', (error) => this.#context.log.warn({ err: error }, 'link door'))
  }

  /** Hangs up on everybody. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.server.close(() => resolve())
    for (const socket of this.#sockets) socket.destroy()
    await promise
  }

  async #receive(socket: Socket): Promise<void> {
    const { remoteAddress = '' } = socket
    const address = canonicalAddress(remoteAddress) ?? remoteAddress
    // A socket without a listener for errors would end the process.
    socket.on('error', () => undefined)
    const leave = this.#limits.enter(address)
    if (!leave) return void socket.destroy()
    this.#sockets.add(socket)
    const hangUp = () => socket.destroy()
    let timer = setTimeout(hangUp, this.#times.start)
    const hangUpAfter = (milliseconds: number) => {
      clearTimeout(timer)
      timer = setTimeout(hangUp, milliseconds)
    }
    socket.once('close', () => {
      clearTimeout(timer)
      this.#sockets.delete(socket)
      leave()
    })
    try {
      await talk(
        socket,
        this.#hostOf(address, () => hangUpAfter(this.#times.login)),
      )
      if (socket.destroyed) return
      hangUpAfter(this.#times.end)
      // What else the game sends is not read, but a connection with unread bytes would end before its last sentence.
      socket.resume().end()
    } catch (error) {
      // A connection that ended by itself, or was hung up on, is not worth a warning.
      const isOurs = !(error instanceof Malformed || socket.destroyed || socket.errored)
      socket.destroy()
      this.#context.log[isOurs ? 'warn' : 'debug']({ address, err: error }, 'link door')
    }
  }

  #hostOf(address: string, onLogin: () => void) {
    const context = this.#context
    return {
      key: this.#key,
      legacyMs: this.#times.legacy ?? 500,
      makeToken: () => context.random.bytes(4),
      sentenceInLists: () => sentenceInLists(context),
      turnsAway: () => (this.#limits.takeLogin(address) ? undefined : sentenceWhenBusy(context)),
      answer: (caller: { username: string; serverId: string }) =>
        answerAtDoor(context, { ...caller, address }).catch((error: unknown) => {
          context.log.warn({ err: error }, 'link door')
          return sentenceWhenBusy(context)
        }),
      onLogin,
    }
  }
}
