// Each packet in the layout of the version that the handshake names. Of the newer fields only those are read that are needed.
import { framed, Malformed, PacketReader, text, varInt } from './frames.ts'

/** The first version with VarInt lengths of keys: before it, games of 1.7 have two bytes. */
const varIntLengths = 47
/** From 1.19 to 1.19.2, a game with a key for chat signs the token instead of encrypting it. */
const signedTokens = { first: 759, last: 760 }
/** From 1.20.5 on, a server says whether the game has to join its own service. */
const saysWhetherToJoin = 766
/** Versions under development have this bit. They are taken for the newest. */
const snapshot = 1 << 30

const isAtLeast = (version: number, first: number): boolean => (version & snapshot) !== 0 || version >= first

export interface Handshake {
  /** The number of the game's protocol. */
  version: number
  wants: 'status' | 'login'
}

/** Longer than a hostname, since mods append words of their own. */
const maxHostLength = 255

/** Reads the first packet of a connection. Throws Malformed. */
export function readHandshake(packet: Buffer): Handshake {
  const reader = readerOf(packet, 0)
  const version = reader.varInt()
  reader.text(maxHostLength)
  reader.uint16()
  const next = reader.varInt()
  if (next === 1) return { version, wants: 'status' }
  // 3 is a login after another server has sent the player here.
  if (next === 2 || next === 3) return { version, wants: 'login' }
  throw new Malformed('what a game wants')
}

/** Reads a request for the status, or the number of a ping, which is answered as it is. Throws Malformed. */
export function readStatusRequest(packet: Buffer): { ping?: Buffer } {
  const reader = new PacketReader(packet)
  const id = reader.varInt()
  if (id === 0) return {}
  if (id === 1) return { ping: reader.bytes(8) }
  throw new Malformed('a request for the status')
}

export const statusAnswer = (version: number, sentence: string): Buffer =>
  framed(
    0,
    text(
      JSON.stringify({
        // The game's own version, so that the list does not call the server outdated.
        version: { name: 'Norn', protocol: version },
        players: { max: 0, online: 0 },
        description: { text: sentence },
      }),
    ),
  )

export const pong = (number: Buffer): Buffer => framed(1, number)

const maxNameLength = 16

/** Reads the name of a player who logs in. Throws Malformed. */
export const readLoginStart = (packet: Buffer): string => readerOf(packet, 0).text(maxNameLength)

export function encryptionRequest(version: number, key: Buffer, token: Buffer): Buffer {
  const sized = (bytes: Buffer) => Buffer.concat([lengthOf(version, bytes), bytes])
  // The name of the server is empty, as in the game itself.
  const fields = [text(''), sized(key), sized(token)]
  return framed(1, ...fields, ...(isAtLeast(version, saysWhetherToJoin) ? [Buffer.from([1])] : []))
}

function lengthOf(version: number, { length }: Buffer): Buffer {
  if (isAtLeast(version, varIntLengths)) return varInt(length)
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(length)
  return bytes
}

/** The encrypted secret and token. The token is undefined if the game has signed it with its key for chat. */
export interface EncryptionResponse {
  secret: Buffer
  token: Buffer | undefined
}

/** Reads the answer to an encryption request. Throws Malformed. */
export function readEncryptionResponse(version: number, packet: Buffer): EncryptionResponse {
  const reader = readerOf(packet, 1)
  const sized = () => reader.bytes(isAtLeast(version, varIntLengths) ? reader.varInt() : reader.uint16())
  const secret = sized()
  const maySign = version >= signedTokens.first && version <= signedTokens.last
  return { secret, token: maySign && !reader.isTrue() ? undefined : sized() }
}

/** The sentence that ends a login. */
export const disconnect = (sentence: string): Buffer => framed(0, text(JSON.stringify({ text: sentence })))

/** The first byte of a request for the status by games before 1.7. */
export const legacyPing = 0xfe

/** Answers games before 1.7, which show the sentence and call the server outdated. */
export function legacyAnswer(sentence: string): Buffer {
  const words = ['§1', '127', 'Norn', sentence, '0', '0'].join('\0')
  const bytes = Buffer.from(words, 'utf16le').swap16()
  const head = Buffer.from([0xff, 0, 0])
  head.writeUInt16BE(words.length, 1)
  return Buffer.concat([head, bytes])
}

function readerOf(packet: Buffer, expected: number): PacketReader {
  const reader = new PacketReader(packet)
  if (reader.varInt() !== expected) throw new Malformed('the kind of a packet')
  return reader
}
