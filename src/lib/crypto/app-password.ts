import { randomLetters, readLetters } from './letters.ts'

const groups = 4
const groupLength = 5
const length = groups * groupLength

/** The longest text that is read as one: what people and programs put between the groups included. */
const maxTypedLength = 64

/** Generates a password with 100 random bits, in the form `xxxxx-xxxxx-xxxxx-xxxxx`. */
export function newAppPassword(bytes: (size: number) => Buffer): string {
  const letters = randomLetters(bytes, length)
  return Array.from({ length: groups }, (_, group) =>
    letters.slice(group * groupLength, (group + 1) * groupLength),
  ).join('-')
}

/** Normalises a typed app password to the form that is digested. Returns undefined if the text can't be one. */
export const readAppPassword = (typed: string): string | undefined =>
  typed.length > maxTypedLength ? undefined : readLetters(typed, length)
