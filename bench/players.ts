// The accounts of a benchmark: any number of them, the same in every run.
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { hash as argon2 } from '@node-rs/argon2'

/** The tokens of a player who signed in with OAuth 2.0. */
export interface OauthTokens {
  clientId: string
  accessToken: string
  refreshToken: string
  /** The code of a device that nobody has approved or refused. */
  deviceCode: string
}

export interface Player {
  id: string
  username: string
  /** Only for players who have signed in. */
  accessToken: string
  /** Only for players who have signed in with OAuth 2.0. */
  oauth?: OauthTokens
  /** The reports of its game, counted from any number. */
  reports?: number
}

export const password = 'correct horse battery staple'

/** Hashes the password with Norn's defaults. */
export const hashedPassword = () => argon2(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

export function player(index: number): Player {
  return { id: hash('md5', `player ${index}`), username: `Player_${index}`, accessToken: '' }
}

/** The character that an account has if `withCharacters` of every hundred have one. */
export function characterOf(index: number, withCharacters: number): Player | undefined {
  if (index % 100 >= withCharacters) return undefined
  return { id: hash('md5', `character ${index}`), username: `Character_${index}`, accessToken: '' }
}

/** Returns `size` players, spread evenly over all accounts: of an account with a character that one. */
export function sample(accounts: number, size: number, withCharacters = 0): Player[] {
  const count = Math.min(accounts, size)
  return Array.from({ length: count }, (_, place) => {
    const index = Math.floor((place * accounts) / count)
    return characterOf(index, withCharacters) ?? player(index)
  })
}

/** Writes a file for `account import`. `withCharacters` of every hundred accounts have a character. */
export async function writeAccounts(file: string, accounts: number, withCharacters = 0): Promise<void> {
  const passwordHash = await hashedPassword()
  const to = createWriteStream(file)
  for (let index = 0; index < accounts; index++) {
    const { id, username } = player(index)
    const line = { id, username, email: `${username}@example.org`, passwordHash }
    const character = characterOf(index, withCharacters)
    const lines = [
      line,
      ...(character ? [{ id: character.id, username: character.username, owner: id }] : []),
    ]
    if (!to.write(lines.map((each) => `${JSON.stringify(each)}\n`).join(''))) await once(to, 'drain')
  }
  to.end()
  await once(to, 'close')
}
