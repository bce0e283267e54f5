// The people in the database that is fuzzed.
import { noSession, type Session, signInAt } from './browser.ts'
import { passwordHash } from './hashes.ts'
import { Random } from './random.ts'
import type { Installation } from './service.ts'

const password = 'correct horse'

const many = (length: number, name: string, digit: string) =>
  Array.from({ length }, (_, index) => ({
    id: index.toString().padStart(32, digit),
    username: `${name}_${index}`,
    email: `${name}${index}@example.test`.toLowerCase(),
    password,
  }))

/** Players with launchers: nothing that is sent may keep them out. */
export const players = many(8, 'Fuzz', 'a')

/** Accounts that administrators may ruin. */
export const spares = many(20, 'Spare', 'c')

/** Accounts with hashes of other servers; the same in every run, since vectors name them. */
export const strangers = Array.from({ length: 40 }, (_, index) => ({
  username: `Stranger_${index}`,
  email: `stranger${index}@example.test`,
  passwordHash: passwordHash(new Random(1, -1 - index)),
}))

/** Accounts that sign in to the pages. */
const pageUsers = many(280, 'Visitor', 'b')
const administrators = many(20, 'Admin', 'd').map((account) => ({ ...account, roles: ['admin'] }))

export async function importPeople(installation: Installation): Promise<void> {
  const { status, printed } = await installation.importAccounts([
    ...players,
    ...spares,
    ...pageUsers,
    ...administrators,
  ])
  if (status !== 0) throw new Error(`the import failed: ${printed}`)
  // Some of these are refused, as they should be.
  await installation.importAccounts(strangers)
}

/** People with browsers. Requests in their name may end their account; then another one takes over. */
export class PageUsers {
  readonly #left = [[...administrators], [...pageUsers]]

  /** Returns the session of an administrator or a player, in turn; one without a cookie if none is left. */
  async next(port: number, turn: number): Promise<Session> {
    const left = this.#left[turn % 2] ?? []
    for (let tries = 0; tries < 3; tries++) {
      const person = left.shift()
      if (!person) break
      const session = await signInAt(port, person.email, password)
      if (session.cookie === '') continue
      left.push(person)
      return session
    }
    return noSession
  }
}
