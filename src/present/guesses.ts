import type { ClearedBudget } from '../domain/sign-in/unlock.ts'
import { isoTimeOrNull } from '../lib/text/instant.ts'

const words: Readonly<Record<ClearedBudget['kind'], string>> = {
  login: 'passwords',
  addressAtLogin: 'passwords from an address',
  reserve: 'passwords in reserve',
  codes: 'codes',
  address: 'passwords at all accounts',
}

/** Wrong guesses that were forgotten, as commands and the API show them. */
export const shownGuesses = ({ kind, network, blockedUntil }: ClearedBudget) => ({
  guesses: words[kind],
  network: network ?? null,
  blockedUntil: isoTimeOrNull(blockedUntil),
})
