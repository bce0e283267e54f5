import { randomBytes, randomUUID } from 'node:crypto'

/** The one source of randomness, a parameter as the clock is. */
export interface Random {
  /** A random UUID (RFC 9562, version 4) as 32 lower-case hex digits. */
  uuid: () => string
  bytes: (size: number) => Buffer
}

export const systemRandom: Random = {
  uuid: () => randomUUID().replaceAll('-', ''),
  bytes: (size) => randomBytes(size),
}
