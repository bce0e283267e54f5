import type { TexturePlace } from '../../../model/game/texture.ts'

/** Two players who are friends, or of whom one has asked (docs/decisions/0139-friends.md). */
export interface FriendshipRow {
  /** The lower of the two ids. */
  low: string
  high: string
  /** The one that asked the other. Null once they are friends. */
  asked_by: string | null
  /** When they became friends, or one asked. */
  since: number
  /** The network of the client that asked. Null once they are friends. */
  network: string | null
}

/** A player whose request another one has declined, and who is not seen asking again for a while. */
export interface DeclinedPlayerRow {
  /** The one who declined. */
  account_id: string
  other_id: string
  until: number
}

/** A player whom another one blocks. */
export interface BlockedPlayerRow {
  account_id: string
  other_id: string
  since: number
}

/** The last report of a game with its token. On PostgreSQL a crash may lose it. */
export interface PresenceRow {
  account_id: string
  /** A random UUID. */
  pmid: string
  /** The digest of the token, as in CredentialRow. Null once the token was replaced: the report is no longer true. */
  token: string | null
  /** A word of model/game/presence.ts. */
  status: string
  /** When the status was first reported. */
  since: number
  /** The instant until which the report is true. */
  until: number
  /** The text that friends need to join the world. Null if they can't. */
  join_value: string | null
  /** The ids of those who are invited to it, separated by spaces. */
  invites: string | null
}

/** An image that accounts use or used, or that a visitor wears (docs/decisions/0011-textures-in-the-database.md). */
export interface TextureRow {
  /** The SHA-256 of the file in hex. */
  hash: string
  /** The file in Base64. Empty where it is in the object store. */
  png: string
  /** When the sweep first found that nobody uses or keeps it. Null while somebody does. */
  unworn_since: number | null
  /** The account or visitor that last set it. */
  worn_by: string
  /** When it was last set. */
  worn_at: number
  /** The place of the file. */
  place: TexturePlace
  /** The size of a file in the object store. Null for one in the database. */
  bytes: number | null
}

/**
 * An object that the store has or may have although no texture with its hash is there. It is deleted when it is due,
 * unless a texture there has that hash (docs/decisions/0151-object-store.md).
 */
export interface LooseObjectRow {
  /** The hash of the file, as in TextureRow. */
  hash: string
  /** Until then a texture may still be about to name it, or somebody is deleting it. */
  due_at: number
  /** When somebody last began to delete it. Null for as long as nobody has. */
  claimed_at: number | null
}

/** A skin that an account used before (docs/decisions/0036-skins-of-before.md). */
export interface FormerSkinRow {
  account_id: string
  /** The hash of the file, as in TextureRow. */
  hash: string
  model: 'default' | 'slim'
  taken_off_at: number
}

export interface PendingJoinRow {
  account_id: string
  /** The SHA-256 of the serverId, which may be any string and might not fit into a text column. */
  server_id_digest: string
  /** The client's address in canonical form. */
  address: string
  credentials_version: number
  expires_at: number
  /** The app password that its token was issued with. It may have ended since, and the join with it. */
  app_password_id: string | null
}

/** A Bedrock player who is a player here, one to one. */
export interface BedrockLinkRow {
  /** The player: an account or a character. */
  account_id: string
  /** The id at Xbox, as `readXuid` returns it. A text, because it may be larger than any safe number. */
  xuid: string
  /** The name at Xbox when it was last said. Null if nobody said one. */
  gamertag: string | null
  at: number
}

/** A code that a Bedrock player has been shown. Of each player, only the last one is valid. */
export interface BedrockCodeRow {
  digest: string
  xuid: string
  gamertag: string | null
  /** The digest of the session that has typed the code. Null for as long as nobody has. */
  session: string | null
  expires_at: number
}
