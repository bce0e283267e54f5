import { hash, verify } from '@node-rs/argon2'

/** The costs of argon2id (RFC 9106). */
export interface Argon2Costs {
  /** The memory in KiB. */
  memory: number
  iterations: number
  parallelism: number
}

/**
 * Matches the PHC form with a salt of at least 8 bytes and a hash of at least 4, which is what the library can verify.
 */
const pattern =
  /^\$argon2(?:id|i|d)\$(?:v=(?:16|19)\$)?m=[1-9]\d{0,6},t=[1-9]\d{0,3},p=[1-9]\d?\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{6,128}$/

export const isArgon2 = (stored: string): boolean => pattern.test(stored)

/** Returns an argon2id hash in PHC form. The work is done on the thread pool. */
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

/** Returns true if the hash is argon2id with these costs, as new hashes are. */
export function isCurrent(stored: string, { memory, iterations, parallelism }: Argon2Costs): boolean {
  return stored.startsWith(`$argon2id$v=19$m=${memory},t=${iterations},p=${parallelism}$`)
}
