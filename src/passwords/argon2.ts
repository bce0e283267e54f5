import { hash, verify } from '@node-rs/argon2'

/** Costs of argon2id (RFC 9106). */
export interface Argon2Costs {
  /** KiB. */
  memory: number
  iterations: number
  parallelism: number
}

/** PHC form, with a salt of 8 bytes or more and a hash of 4 or more: what the library can check. */
const pattern =
  /^\$argon2(?:id|i|d)\$(?:v=(?:16|19)\$)?m=[1-9]\d{0,6},t=[1-9]\d{0,3},p=[1-9]\d?\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{6,128}$/

export const isArgon2 = (stored: string): boolean => pattern.test(stored)

/** A new argon2id hash in PHC form. The work is done on the thread pool. */
export function hashArgon2(password: string, costs: Argon2Costs, salt: Buffer): Promise<string> {
  return hash(password, {
    memoryCost: costs.memory,
    timeCost: costs.iterations,
    parallelism: costs.parallelism,
    salt,
  })
}

export function verifyArgon2(stored: string, password: string): Promise<boolean> {
  return verify(stored, password)
}

/** Whether a hash was made as new ones are: argon2id with these costs. */
export function isCurrent(stored: string, { memory, iterations, parallelism }: Argon2Costs): boolean {
  return stored.startsWith(`$argon2id$v=19$m=${memory},t=${iterations},p=${parallelism}$`)
}
