// The stored passwords of other programs' databases: the hashes of test/passwords/known-hashes.ts, which other
// programs made.
import { hashesOfPassword, saltedHashesOfPassword } from '../passwords/known-hashes.ts'

export interface StoredPassword {
  hash: string
  salt: string | null
}

/** Checking one takes tenths of a second. */
const isCostly = (hash: string): boolean => hash.includes('m=65536') || hash.includes('p=16')

const all: readonly StoredPassword[] = [
  ...Object.values(hashesOfPassword).map((hash) => ({ hash, salt: null })),
  ...Object.values(saltedHashesOfPassword).map(({ passwordHash, passwordSalt }) => ({
    hash: passwordHash,
    salt: passwordSalt,
  })),
]
const cheap = all.filter(({ hash }) => !isCostly(hash))

/** One of each kind, and then the cheap ones in turn. */
export function storedPassword(number: number): StoredPassword {
  const stored = all[number] ?? cheap[number % cheap.length]
  if (!stored) throw new Error('there are no hashes')
  return stored
}
