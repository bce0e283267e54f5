// What "password" is in the databases of other programs: the hashes of test/passwords/known-hashes.ts, which others made.
import { hashesOfPassword, saltedHashesOfPassword } from '../passwords/known-hashes.ts'

export interface StoredPassword {
  hash: string
  salt: string | null
}

/** Their costs are tenths of a second. */
const isCostly = (hash: string): boolean => hash.includes('m=65536') || hash.includes('p=16')

const all: readonly StoredPassword[] = [
  ...Object.values(hashesOfPassword).map((hash) => ({ hash, salt: null })),
  ...Object.values(saltedHashesOfPassword).map(({ passwordHash, passwordSalt }) => ({
    hash: passwordHash,
    salt: passwordSalt,
  })),
]
const cheap = all.filter(({ hash }) => !isCostly(hash))

/** Of each kind one, and then those that cost little, in turn. */
export function storedPassword(number: number): StoredPassword {
  const stored = all[number] ?? cheap[number % cheap.length]
  if (!stored) throw new Error('there are no hashes')
  return stored
}
