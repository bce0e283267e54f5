import type { Socket } from 'node:net'
import type { Caller } from '../../domain/linking/door.ts'
import { type DoorKey, encrypted } from './encryption.ts'
import { firstPacket, Malformed } from './frames.ts'
import {
  disconnect,
  encryptionRequest,
  type Handshake,
  legacyAnswer,
  legacyPing,
  pong,
  readEncryptionResponse,
  readHandshake,
  readLoginStart,
  readStatusRequest,
  statusAnswer,
} from './packets.ts'

/** The door, as far as a conversation needs it. */
export interface Host {
  key: DoorKey
  /** Returns a token of four bytes that no game can know before. */
  makeToken(): Buffer
  /** The time that a game which has sent a byte or two has for more (ms). Old games send no more, and wait. */
  legacyMs: number
  /** Shown in lists of servers. */
  sentenceInLists(): string
  /** Returns a sentence for a game that may not log in now, otherwise undefined. */
  turnsAway(): string | undefined
  /** Returns the sentence for a game that has joined. */
  answer(caller: Omit<Caller, 'address'>): Promise<string>
  /** Called when a game begins to log in, which may take longer than asking for the status. */
  onLogin(): void
}

/** Talks to one game until there is nothing more to say. Throws Malformed, and what the socket throws. */
export async function talk(socket: Socket, host: Host): Promise<void> {
  const packets = packetsOf(socket, host.legacyMs)
  try {
    const first = await packets.next()
    if (first.done) return
    if (first.value === 'legacy') return void socket.end(legacyAnswer(host.sentenceInLists()))
    const handshake = readHandshake(first.value)
    const next = async () => packetIn(await packets.next())
    await (handshake.wants === 'status' ? tellStatus : logIn)(socket, host, handshake, next)
  } catch (error) {
    if (!(error instanceof Ended)) throw error
  } finally {
    await packets.return(undefined)
  }
}

/** Thrown when a game has hung up. */
class Ended extends Error {
  override name = 'Ended'
}

type Next = () => Promise<Buffer>

/** A game asks once, and then measures the time of a ping. */
const maxStatusRequests = 2

async function tellStatus(socket: Socket, host: Host, { version }: Handshake, next: Next): Promise<void> {
  for (let asked = 0; asked < maxStatusRequests; asked++) {
    const { ping } = readStatusRequest(await next())
    if (ping) return void socket.end(pong(ping))
    socket.write(statusAnswer(version, host.sentenceInLists()))
  }
  socket.end()
}

async function logIn(socket: Socket, host: Host, { version }: Handshake, next: Next): Promise<void> {
  const username = readLoginStart(await next())
  host.onLogin()
  const turnedAway = host.turnsAway()
  if (turnedAway !== undefined) return void socket.end(disconnect(turnedAway))
  const { key } = host
  const token = host.makeToken()
  socket.write(encryptionRequest(version, key.publicKey, token))
  const response = readEncryptionResponse(version, await next())
  const secret = key.secret(response.secret)
  if (response.token && !key.decrypt(response.token).equals(token)) throw new Malformed('another token')
  const sentence = await host.answer({ username, serverId: key.joinHash(secret) })
  socket.end(encrypted(secret, disconnect(sentence)))
}

function packetIn(result: IteratorResult<Buffer | 'legacy', unknown>): Buffer {
  if (result.done) throw new Ended('a game has hung up')
  if (result.value === 'legacy') throw new Malformed('an old ping')
  return result.value
}

/** Yields the packets of a game as they are asked for. More is not read meanwhile. */
async function* packetsOf(socket: Socket, legacyMs: number): AsyncGenerator<Buffer | 'legacy', undefined> {
  let arrived: Buffer = await firstBytes(socket, legacyMs)
  if (isLegacy(arrived)) yield 'legacy'
  const next = (): Buffer | undefined => {
    const found = firstPacket(arrived)
    if (found) arrived = found.rest
    return found?.packet
  }
  for (let packet = next(); packet; packet = next()) yield packet
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    arrived = Buffer.concat([arrived, chunk])
    for (let packet = next(); packet; packet = next()) yield packet
  }
  return undefined
}

/** The bytes by which an old ping differs from the beginning of a packet. */
const decisiveBytes = 3

/**
 * Returns what arrives first: enough to tell an old ping from a packet, which may come byte by byte. Old games send one or
 * two bytes and wait, so what has not become more after `legacyMs` is a ping.
 */
async function firstBytes(socket: Socket, legacyMs: number): Promise<Buffer> {
  let arrived: Buffer = Buffer.alloc(0)
  let isOver = false
  const over = Promise.withResolvers<void>()
  const end = () => {
    isOver = true
    over.resolve()
  }
  let timer: NodeJS.Timeout | undefined
  socket.once('end', end).once('close', end)
  try {
    while (arrived.length === 0 || (arrived[0] === legacyPing && arrived.length < decisiveBytes)) {
      const chunk: Buffer | null = socket.read()
      if (chunk) arrived = Buffer.concat([arrived, chunk])
      else if (isOver || socket.readableEnded || socket.destroyed) break
      else {
        if (arrived.length > 0) timer ??= setTimeout(end, legacyMs)
        const more = Promise.withResolvers<void>()
        socket.once('readable', more.resolve)
        await Promise.race([more.promise, over.promise])
        socket.off('readable', more.resolve)
      }
    }
  } finally {
    clearTimeout(timer)
    socket.off('end', end).off('close', end)
  }
  return arrived
}

/** The first byte could also be the length of a packet, whose third byte is then 0. */
const isLegacy = (arrived: Buffer): boolean => arrived[0] === legacyPing && arrived[2] !== 0
