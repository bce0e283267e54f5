// The beginning of the game's protocol as a game speaks it, written apart from the service's own.
import { constants, createDecipheriv, createHash, publicEncrypt, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { addNeighbour, type NeighbourFields } from '../../../src/domain/neighbours/neighbours.ts'
import { addressesBelow } from '../../../src/state/neighbours/addresses.ts'
import { type DoorTimes, LinkDoor } from '../../../src/wire/link-door/door.ts'
import { operator, type RunningService, type TestAccount } from '../../service.ts'

/** Opens the door of a service and returns its port. */
export async function openDoor(t: TestContext, service: RunningService, times?: DoorTimes) {
  const door = new LinkDoor(service.context, () => service.now(), times)
  await door.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => door.close())
  return { door, port: (door.server.address() as { port: number }).port }
}

/** Makes one Norn a neighbour of another. */
export const befriend = (
  here: RunningService,
  there: RunningService,
  id = 'friends',
  fields: NeighbourFields = {},
) =>
  addNeighbour(here.context, operator, {
    id,
    place: {
      kind: 'authlib-injector',
      root: `${there.baseUrl}/authlib-injector`,
      addresses: addressesBelow('authlib-injector', `${there.baseUrl}/authlib-injector`, 'minecraft'),
      textureHosts: [],
      isPrivate: true,
    },
    who: 'linked',
    ...fields,
  })

export function varInt(value: number): Buffer {
  const bytes: number[] = []
  let rest = value >>> 0
  do {
    bytes.push((rest & 127) + (rest > 127 ? 128 : 0))
    rest >>>= 7
  } while (rest > 0)
  return Buffer.from(bytes)
}

export const prefixed = (bytes: Buffer): Buffer => Buffer.concat([varInt(bytes.length), bytes])
export const string = (words: string): Buffer => prefixed(Buffer.from(words))
export const packet = (id: number, ...parts: Buffer[]): Buffer =>
  prefixed(Buffer.concat([varInt(id), ...parts]))

export const handshake = (version: number, next: number, host = 'localhost'): Buffer =>
  packet(0, varInt(version), string(host), Buffer.from([0x63, 0xdd]), varInt(next))

const flag = (isOn: boolean) => Buffer.from([isOn ? 1 : 0])

/** Login start as games of this version send it; those with a key for chat send it along where the version has it. */
export function loginStart(version: number, username: string, { signs = false } = {}): Buffer {
  const signature = signs
    ? [flag(true), Buffer.alloc(8, 1), prefixed(Buffer.alloc(294, 2)), prefixed(Buffer.alloc(512, 3))]
    : [flag(false)]
  const id = randomBytes(16)
  if (version < 759) return packet(0, string(username))
  if (version === 759) return packet(0, string(username), ...signature)
  if (version === 760) return packet(0, string(username), ...signature, flag(true), id)
  if (version < 764) return packet(0, string(username), flag(true), id)
  return packet(0, string(username), id)
}

/** A connection to the door. */
export class Game {
  readonly socket: Socket
  #arrived = Buffer.alloc(0)

  private constructor(socket: Socket) {
    this.socket = socket
  }

  /** `from` is an address of this machine. */
  static async connect(t: TestContext, port: number, from = '127.0.0.1'): Promise<Game> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => undefined)
    t.after(() => socket.destroy())
    await once(socket, 'connect')
    return new Game(socket)
  }

  send(...bytes: Buffer[]): void {
    this.socket.write(Buffer.concat(bytes))
  }

  /** Everything that arrives until the other side hangs up. */
  async rest(): Promise<Buffer> {
    const chunks: Buffer[] = [this.#arrived]
    try {
      for await (const chunk of this.socket) chunks.push(chunk)
    } catch {
      // It was hung up on without an end.
    }
    return Buffer.concat(chunks)
  }

  /** The next packet, without its length. */
  async packet(): Promise<Buffer> {
    for (;;) {
      const found = unframed(this.#arrived)
      if (found) {
        this.#arrived = this.#arrived.subarray(found.end)
        return found.packet
      }
      const chunk: Buffer | null = this.socket.read()
      if (chunk) this.#arrived = Buffer.concat([this.#arrived, chunk])
      else if (this.socket.readableEnded || this.socket.destroyed) throw new Error('the door has hung up')
      else {
        await Promise.race([
          once(this.socket, 'readable'),
          once(this.socket, 'close'),
          once(this.socket, 'end'),
        ])
      }
    }
  }
}

function unframed(bytes: Buffer): { packet: Buffer; end: number } | undefined {
  let length = 0
  for (let at = 0; at < 3; at++) {
    const byte = bytes[at]
    if (byte === undefined) return undefined
    length += (byte & 127) * 128 ** at
    if (byte > 127) continue
    const end = at + 1 + length
    return bytes.length < end ? undefined : { packet: bytes.subarray(at + 1, end), end }
  }
  throw new Error('the length of a packet')
}

/** Reads an array of bytes with its length before it, as this version writes lengths. */
function array(version: number, bytes: Buffer, at: number): { value: Buffer; end: number } {
  if (version < 47) {
    const length = bytes.readUInt16BE(at)
    return { value: bytes.subarray(at + 2, at + 2 + length), end: at + 2 + length }
  }
  const first = bytes[at] ?? 0
  const [length, start] = first < 128 ? [first, at + 1] : [(first & 127) + (bytes[at + 1] ?? 0) * 128, at + 2]
  return { value: bytes.subarray(start, start + length), end: start + length }
}

const lengthed = (version: number, bytes: Buffer): Buffer => {
  if (version >= 47) return prefixed(bytes)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

export function hashOf(secret: Buffer, key: Buffer): string {
  const digest = createHash('sha1').update('').update(secret).update(key).digest()
  const isNegative = (digest[0] ?? 0) > 127
  let number = BigInt(`0x${digest.toString('hex')}`)
  if (isNegative) number -= 1n << 160n
  return number.toString(16)
}

export interface Login {
  version?: number
  username: string
  signs?: boolean
  /** The address of this machine that it comes from. */
  from?: string
  /** Tells the game's own service that it joins. */
  join(hash: string): Promise<unknown>
}

/** An encryption request, and the secret that answers it. */
export interface Asked {
  key: Buffer
  token: Buffer
  secret: Buffer
  encrypt(bytes: Buffer): Buffer
}

/** Logs in up to the encryption request. */
export async function askToLogIn(
  game: Game,
  { version = 767, username, signs = false }: Omit<Login, 'join'>,
): Promise<Asked> {
  game.send(handshake(version, 2), loginStart(version, username, { signs }))
  const request = await game.packet()
  if (request[0] !== 1) throw new Error(request.subarray(3).toString())
  if (request[1] !== 0) throw new Error('the name of the server is not empty')
  const key = array(version, request, 2)
  const token = array(version, request, key.end)
  const tail = request.subarray(token.end)
  if (tail.toString('hex') !== (version >= 766 ? '01' : ''))
    throw new Error(`the request ends with ${tail.toString('hex')}`)
  const pem = `-----BEGIN PUBLIC KEY-----\n${key.value.toString('base64')}\n-----END PUBLIC KEY-----`
  return {
    key: key.value,
    token: token.value,
    secret: randomBytes(16),
    encrypt: (bytes) => publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, bytes),
  }
}

export function encryptionResponse(
  version: number,
  { encrypt, secret, token }: Asked,
  signs = false,
): Buffer {
  const first = lengthed(version, encrypt(secret))
  if (version !== 759 && version !== 760) return packet(1, first, lengthed(version, encrypt(token)))
  return signs
    ? packet(1, first, flag(false), Buffer.alloc(8, 4), prefixed(Buffer.alloc(256, 5)))
    : packet(1, first, flag(true), lengthed(version, encrypt(token)))
}

/** Reads the sentence that ends an encrypted login. */
export async function farewell(game: Game, secret: Buffer): Promise<string> {
  const bytes = createDecipheriv('aes-128-cfb8', secret, secret).update(await game.rest())
  const found = unframed(bytes)
  if (!found || found.end !== bytes.length || found.packet[0] !== 0) throw new Error('not one packet')
  return JSON.parse(array(767, found.packet, 1).value.toString()).text
}

/** Logs in as a game does, and returns the sentence that it shows. */
export async function logIn(t: TestContext, port: number, login: Login): Promise<string> {
  const { version = 767, signs = false } = login
  const game = await Game.connect(t, port, login.from)
  const asked = await askToLogIn(game, login)
  await login.join(hashOf(asked.secret, asked.key))
  game.send(encryptionResponse(version, asked, signs))
  return farewell(game, asked.secret)
}

/** Returns a function that joins as an account of a service. */
export function joinerAt(service: RunningService, account: TestAccount) {
  let accessToken: Promise<string> | undefined
  return async (serverId: string): Promise<void> => {
    accessToken ??= service.signIn(account)
    const answer = await service.post('/session/join', {
      accessToken: await accessToken,
      selectedProfile: account.id,
      serverId,
    })
    if (answer.status !== 200) throw new Error(answer.text)
  }
}

export const codeIn = (sentence: string): string =>
  /\b(\d{3}) (\d{3})\b/.exec(sentence)?.slice(1).join('') ?? ''
