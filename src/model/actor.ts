import type { Profile } from './account.ts'
import type { Role } from './role.ts'

/** Who does something: contract of the audit log. */
export interface Actor {
  /** `account`: a player, signed in. `cli`: who runs a command on the machine. `api`: the bearer of an API token. */
  readonly kind: 'account' | 'cli' | 'api' | 'system'
  /** The account's UUID, or the API token's id. */
  readonly id?: string
  /** The username, the API token's name, or the user of the operating system. */
  readonly name?: string
  /** The client's address; absent where there is no client. */
  readonly address?: string
  /** Identifies the browser session of a player: once that has ended, `change` refuses to change anything. */
  readonly session?: string
  /** By which role they may do it: who has lost that role since changes nothing either. */
  readonly role?: Role
}

/** The service itself, by a job of its own. */
export const systemActor: Actor = { kind: 'system' }

/** A player, for a request from this address. */
export const accountActor = ({ id, username }: Profile, address: string): Actor => ({
  kind: 'account',
  id,
  name: username,
  address,
})
