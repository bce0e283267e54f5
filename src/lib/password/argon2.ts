import { hash, parseOptions, verify } from '@node-rs/argon2'

/** Costs of argon2id (RFC 9106). */
export interface Argon2Costs {
  /** KiB. */
  memory: number
  iterations: number
  parallelism: number
}

export const isArgon2 = (stored: string): boolean => stored.startsWith('$argon2')

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
export function isCurrent(stored: string, costs: Argon2Costs): boolean {
  if (!stored.startsWith('$argon2id$')) return false
  const made = parseOptions(stored)
  return (
    made.memoryCost === costs.memory &&
    made.timeCost === costs.iterations &&
    made.parallelism === costs.parallelism
  )
}
