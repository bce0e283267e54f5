import type { Profile } from './account.ts'
import type { Role } from './role.ts'

/** The person or program that does something, as recorded in the audit log. */
export interface Actor {
  /**
   * `account` is a signed-in player, `cli` a user who runs a command on the machine, `api` the bearer of an API token,
   * and `system` the service itself.
   */
  readonly kind: 'account' | 'cli' | 'api' | 'system'
  /** The account's UUID or the API token's id. */
  readonly id?: string
  /** The username, the API token's name, or the user of the operating system. */
  readonly name?: string
  /** The client's address, absent if there is no client. */
  readonly address?: string
  /** Identifies the browser session of a player. Once it has ended, `change` refuses to change anything. */
  readonly session?: string
  /** The character of the account that a player changes. Once it has another owner, `change` refuses to change anything. */
  readonly character?: ActedCharacter
  /** The role that permits the change. Once the account has lost it, `change` refuses to change anything. */
  readonly role?: Role
}

/** A character that its account changes. */
interface ActedCharacter {
  readonly id: string
  /** True if its suspension does not forbid the change. */
  readonly mayBeSuspended: boolean
}

/** The service itself, running one of its jobs. */
export const systemActor: Actor = { kind: 'system' }

/** Returns the actor for a player whose request comes from this address. */
export const accountActor = ({ id, username }: Profile, address: string): Actor => ({
  kind: 'account',
  id,
  name: username,
  address,
})
