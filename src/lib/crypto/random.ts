import { randomBytes, randomUUID } from 'node:crypto'

/** The only source of randomness. It is passed as a parameter, like the clock. */
export interface Random {
  /** Returns a random UUID (RFC 9562, version 4) as 32 lower-case hex digits. */
  uuid: () => string
  bytes: (size: number) => Buffer
}

export const systemRandom: Random = {
  uuid: () => randomUUID().replaceAll('-', ''),
  bytes: (size) => randomBytes(size),
}
