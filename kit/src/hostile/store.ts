import type { Chance } from '../random.ts'

export interface Profile {
  id: string
  name: string
}

export interface HostileAccount {
  /** The UUID of the account; each of its profiles has another one. */
  id: string
  login: string
  password: string
  profiles: Profile[]
}

/** A token is good, or good for refresh alone, or it is not in the store. */
export interface Token {
  accessToken: string
  clientToken: string
  account: HostileAccount
  profile: Profile | undefined
  isStale: boolean
}

const joinLifetimeMs = 30_000

/** Everything that the hostile server knows, as long as it runs. */
export class Store {
  readonly accounts: readonly HostileAccount[]
  readonly #chance: Chance
  readonly #now: () => number
  readonly #tokens = new Map<string, Token>()
  readonly #joins = new Map<string, { profile: Profile; until: number }>()

  constructor(chance: Chance, now: () => number) {
    this.#chance = chance
    this.#now = now
    this.accounts = [1, 3, 0].map((profiles, index) => ({
      id: chance.uuid(),
      login: `${['one', 'many', 'none'][index]}@example.com`,
      password: `${chance.hex(6)} "ä" ${chance.hex(4)}`,
      profiles: Array.from({ length: profiles }, () => this.#newProfile()),
    }))
  }

  #newProfile(): Profile {
    return { id: this.#chance.uuid(), name: `P${this.#chance.hex(8)}` }
  }

  account(login: string, password: string): HostileAccount | undefined {
    return this.accounts.find((each) => each.login === login.toLowerCase() && each.password === password)
  }

  profile(id: string): Profile | undefined {
    return this.#profiles().find((each) => each.id === id)
  }

  profilesNamed(names: readonly string[]): Profile[] {
    const wanted = names.map((name) => name.toLowerCase())
    return this.#profiles().filter(({ name }) => wanted.includes(name.toLowerCase()))
  }

  #profiles(): Profile[] {
    return this.accounts.flatMap(({ profiles }) => profiles)
  }

  issue(account: HostileAccount, clientToken: string, profile: Profile | undefined): Token {
    const accessToken = `${this.#chance.hex(this.#chance.pick([32, 120, 900]))}.${this.#chance.hex(8)}-_`
    const token = { accessToken, clientToken, account, profile, isStale: false }
    this.#tokens.set(accessToken, token)
    return token
  }

  token(accessToken: string): Token | undefined {
    return this.#tokens.get(accessToken)
  }

  end(accessToken: string): void {
    this.#tokens.delete(accessToken)
  }

  endAll(account: HostileAccount): void {
    for (const token of this.#tokens.values()) if (token.account === account) this.end(token.accessToken)
  }

  /** Names change while a launcher is closed. */
  rename(profile: Profile): void {
    profile.name = `P${this.#chance.hex(8)}`
  }

  join(profile: Profile, serverId: string): void {
    this.#joins.set(serverId, { profile, until: this.#now() + joinLifetimeMs })
  }

  /** Takes the join of a server, once. */
  takeJoin(name: string, serverId: string): Profile | undefined {
    const join = this.#joins.get(serverId)
    if (!join || join.until < this.#now() || join.profile.name.toLowerCase() !== name.toLowerCase())
      return undefined
    this.#joins.delete(serverId)
    return join.profile
  }
}
