import type { AdmittedPlayers } from '../../../model/community/admitted-players.ts'
import type { LinkedPlayerUse } from '../../../model/community/linked-player.ts'
import type { NeighbourWho } from '../../../model/fields/neighbour.ts'
import type { Flag } from '../../engine/flags.ts'

/** A group of players chosen by an operator (docs/decisions/0064-groups.md). */
export interface PlayerGroupRow {
  name: string
  title: string
  /** `#rrggbb`, or null. */
  colour: string | null
  /** The number of players that its members may have. Null if the group says nothing about it. */
  characters: number | null
  created_at: number
}

export interface GroupMemberRow {
  account_id: string
  group_name: string
  /** The provider whose claims made the membership, and may end it. Null if it was made here. */
  provider: string | null
}

/** A game server with a root of its own (docs/decisions/0066-game-servers.md). */
export interface GameServerRow {
  id: string
  name: string
  title: string
  /** Null if players are not told. */
  address: string | null
  /** Since when it lets nobody in. Null if it is not paused. */
  paused_at: number | null
  /** Set if its answers include the groups of the player. */
  tells_groups: Flag
  /** Replaces the `who` of its neighbours. Null if each has its own. */
  visitors_who: NeighbourWho | null
  /** Set if its answers about visitors say where they come from. */
  tells_source: Flag
  links: LinkedPlayerUse
  characters: AdmittedPlayers
  /** The version of the game, the loader of mods with its version, and the mods, one a line. Null if players are not told. */
  game_version: string | null
  loader: string | null
  mods: string | null
  created_at: number
  /** Up to some seconds late. Null if it has never asked. */
  last_asked_at: number | null
}

/** The key that makes a root unguessable. Exactly one key of each server has no end. */
export interface GameServerKeyRow {
  /** The SHA-256 of the key in hex. */
  digest: string
  server_id: string
  /** Encrypted if there is an EncryptionRow. */
  key: string
  created_at: number
  /** When its grace period ends. Null for the current key. */
  ends_at: number | null
  /**
   * Decides who may join: the server's id and name, `open`, `primary` or `paused`, `on` or `off` for `tells_groups`, and the
   * groups that it names, separated by spaces. Null lets nobody in.
   */
  admission: string | null
}

/** A group whose members a server lets in. It may have been deleted. */
export interface GameServerGroupRow {
  server_id: string
  group_name: string
}

/** A setting that administrators change while the service runs. */
export interface SettingRow {
  /** A SettingName. */
  name: string
  value: string
  /** A random text that differs after each change. */
  version: string
}
