import type { SkinModel } from '../../../model/accounts/account.ts'
import type { Look, SharedState } from '../../../model/game/shared-texture.ts'
import type { TextureKind } from '../../../model/game/texture.ts'
import type { ReportState } from '../../../model/game/texture-report.ts'
import type { Flag } from '../../engine/flags.ts'

/** A texture that an account keeps, under a name (docs/decisions/0146-wardrobe.md). */
export interface WardrobeTextureRow {
  /** A UUID of version 7, so that later ones sort after it. */
  id: string
  /** Never a character's: its account has the wardrobe. */
  account_id: string
  /** The player of the account for whom it is kept, and whose tokens alone show it. It may be gone. */
  player_id: string
  /** The hash of the file, as in TextureRow. */
  hash: string
  kind: 'skin' | 'cape'
  /** Null for a cape. */
  model: 'default' | 'slim' | null
  name: string
  added_at: number
}

/** A texture of a group, which its members may wear (docs/decisions/0150-shelves.md). */
export interface ShelfTextureRow {
  /** A UUID of version 7, so that later ones sort after it. */
  id: string
  group_name: string
  /** No other texture of the group has it. */
  name: string
  /** The hash of the file, as in TextureRow. */
  hash: string
  kind: TextureKind
  /** Null for a cape. */
  model: SkinModel | null
  added_at: number
}

/** A player that wears, or has hidden, a texture because a group has it. */
export interface ShelfWearerRow {
  /** The player: an account's own or a character. */
  account_id: string
  kind: TextureKind
  shelf_texture_id: string
}

/** Something of a wardrobe that a player shares with all others (docs/decisions/0149-library.md). */
export interface SharedTextureRow {
  /** A UUID of version 7, in the order of sharing. */
  id: string
  wardrobe_id: string
  /** The player who shares it: the account's own one or a character. */
  player_id: string
  /** The hash of the file, as in TextureRow. */
  hash: string
  look: Look
  name: string
  name_folded: string
  state: SharedState
  /** The words of the moderator who refused it. Null if none. */
  note: string | null
  /** The time at which it was published first. Null if it never was. */
  listed_at: number | null
  /** The number of players who wore it when they were counted last. */
  worn: number
}

/** A report of what a player wore (docs/decisions/0143-moderation.md). */
export interface TextureReportRow {
  /** A UUID of version 7 as 32 hex digits, so that ids are in the order of the reports. */
  id: string
  /** The hash, or `{player_id} {kind}` where this service has no file of it. */
  subject: string
  /** The hash of the file, as in TextureRow. Null where this service has none. */
  hash: string | null
  kind: TextureKind
  /** The model of a skin, as it was worn. Null for a cape, and where this service has no file. */
  model: SkinModel | null
  /** The player that wore it, and the name at that moment. The player may be gone. */
  player_id: string
  player_name: string
  /** Set for a player of a neighbour. */
  is_visitor: Flag
  /** The account of the reporter. Null for the service, and once that account is gone. */
  reporter_id: string | null
  /** Set for a report by the service itself. */
  is_system: Flag
  reason: string
  state: ReportState
  at: number
  /** The name of who decided. Null while it is open. */
  decided_by: string | null
  decided_at: number | null
  /** Set where nobody reports anything: what is shared waits for its review. Then `player_id` is who shares it. */
  shared_id: string | null
}

/** A texture that nobody may wear. */
export interface TakenDownTextureRow {
  /** The hash of the file, as in TextureRow, which has no row of it. */
  hash: string
  kind: TextureKind
  /** 16 hex digits (src/model/game/likeness.ts). Null if the file could not be read. */
  likeness: string | null
  /** The file in Base64. Null once it can't be restored. */
  png: string | null
  /** The reason that the wearers were told. Null if none. */
  reason: string | null
  /** The name of who took it down. */
  taken_down_by: string | null
  at: number
}

/** A part of the likeness of a texture that was taken down. Two that are near share one of them. */
export interface LikenessBandRow {
  /** The number of the part, and its digits. */
  band: string
  hash: string
}
