import type { TextureKind, TexturePlace } from '../../model/game/texture.ts'
import type { Queries } from '../engine/database.ts'
import { type Flag, flag } from '../engine/flags.ts'
import { readsAll } from '../engine/queries.ts'

/** A texture with how it is used. */
export interface ListedTextureRow {
  hash: string
  kind: TextureKind
  /** The size of the file. Null once it is gone. */
  bytes: number | null
  place: TexturePlace
  worn: number
  kept: number
  /** The name of the player who has it in the library. */
  shared_by: string | null
  is_hidden: Flag
  reason: string | null
}

const count = (from: string): string => `(select count(*) from ${from})`

/** The columns that say how many use the file with this hash. */
const uses = (hash: string): string => `cast(${[
  `account where skin_hash = ${hash}`,
  `account where cape_hash = ${hash}`,
  `mirrored_textures where skin_hash = ${hash}`,
  `mirrored_textures where cape_hash = ${hash}`,
]
  .map(count)
  .join(' + ')} as integer) as worn,
  cast(${[
    `account where hidden_cape = ${hash}`,
    `former_skin where former_skin.hash = ${hash}`,
    `wardrobe_texture where wardrobe_texture.hash = ${hash}`,
    `shelf_texture where shelf_texture.hash = ${hash}`,
  ]
    .map(count)
    .join(' + ')} as integer) as kept,
  (select case when shared_texture.state = 'published' then account.username end
   from shared_texture join account on account.id = shared_texture.player_id
   where shared_texture.hash = ${hash} and shared_texture.state <> 'refused') as shared_by`

const bytes = `cast(length(rtrim(png, '=')) * 3 / 4 as integer)`

const isCape = `exists (select 1 from account where cape_hash = texture.hash)
  or exists (select 1 from account where hidden_cape = texture.hash)
  or exists (select 1 from wardrobe_texture where wardrobe_texture.hash = texture.hash and kind = 'cape')
  or exists (select 1 from shelf_texture where shelf_texture.hash = texture.hash and kind = 'cape')
  or exists (select 1 from mirrored_textures where cape_hash = texture.hash)`

/** The hashes of what a player wears or can wear again, and of what its account keeps. */
const ofPlayer = `(select skin_hash from account where id = $3
  union select cape_hash from account where id = $3 union select hidden_cape from account where id = $3
  union select hash from former_skin where account_id = $3
  union select hash from wardrobe_texture where account_id = $3)`

const some = (table: string, condition: string) =>
  `${table} where hash > $1 ${condition} order by hash limit cast($2 as bigint)`

/** A page of all is chosen before anything is counted, or PostgreSQL counts for each texture that there is. */
const page = (table: string, condition: string): string =>
  condition === '' ? `(select * from ${some(table, '')}) as ${table} order by hash` : some(table, condition)

const stored = (condition: string) =>
  `select hash, case when ${isCape} then 'cape' else 'skin' end as kind, coalesce(bytes, ${bytes}) as bytes, place,
     ${uses('texture.hash')},
     ${flag('1 = 0')} as is_hidden, cast(null as text) as reason
   from ${page('texture', condition)}`

const hidden = (condition: string) =>
  `select hash, kind, ${bytes} as bytes, 'database' as place, ${uses('taken_down_texture.hash')}, ${flag('1 = 1')} as is_hidden, reason
   from ${page('taken_down_texture', condition)}`

type Part = [after: string, limit: number]
type PartOfPlayer = [...Part, playerId: string]

const all = readsAll<ListedTextureRow, Part>('textures_listed', stored(''))
const allOf = readsAll<ListedTextureRow, PartOfPlayer>(
  'textures_listed_of_player',
  stored(`and hash in ${ofPlayer}`),
)
const allHidden = readsAll<ListedTextureRow, Part>('hidden_textures_listed', hidden(''))
const hiddenOf = readsAll<ListedTextureRow, PartOfPlayer>(
  'hidden_textures_listed_of_player',
  hidden(`and hash in ${ofPlayer}`),
)

/** Returns a page of textures in the order of their hashes: stored ones or those that were taken down. */
export function texturesListed(
  db: Queries,
  {
    after,
    limit,
    player,
    isHidden,
  }: { after: string; limit: number; player?: string | undefined; isHidden: boolean },
): Promise<ListedTextureRow[]> {
  if (player === undefined) return (isHidden ? allHidden : all)(db, after, limit)
  return (isHidden ? hiddenOf : allOf)(db, after, limit, player)
}
