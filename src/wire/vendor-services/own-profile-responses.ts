import { type Static, type TSchema, Type } from 'typebox'
import { parseUuid } from '../../lib/crypto/uuid.ts'
import type { Account, SkinModel } from '../../model/accounts/account.ts'

/** Fields are answered in the order of their schema, which is the vendor's. */
const texture = <State extends TSchema>(state: State) => ({
  id: Type.String({ description: 'A UUID that is the same for the same image.' }),
  state,
  url: Type.String(),
})

const Active = Type.Literal('ACTIVE')

/** A signed-in player's own profile. */
export const OwnProfile = Type.Object({
  id: Type.String({ description: 'UUID without hyphens.' }),
  name: Type.String(),
  skins: Type.Array(
    Type.Object({
      ...texture(Active),
      textureKey: Type.String(),
      variant: Type.Union([Type.Literal('CLASSIC'), Type.Literal('SLIM')]),
    }),
  ),
  capes: Type.Array(
    Type.Object({
      ...texture(Type.Union([Active, Type.Literal('INACTIVE', { description: 'Hidden.' })])),
      alias: Type.String(),
    }),
  ),
  profileActions: Type.Object({}),
})

export function ownProfile(
  { id, username, textures: { skin, cape }, hiddenCape }: Account,
  textureUrl: (hash: string) => string,
): Static<typeof OwnProfile> {
  const texture = <State>(hash: string, state: State) => ({ id: idOf(hash), state, url: textureUrl(hash) })
  const capeOf = <State>(hash: string, state: State) => ({ ...texture(hash, state), alias: 'Cape' })
  const capes = cape ? [capeOf(cape.hash, 'ACTIVE' as const)] : []
  return {
    id,
    name: username,
    skins: skin
      ? [{ ...texture(skin.hash, 'ACTIVE' as const), textureKey: skin.hash, variant: variants[skin.model] }]
      : [],
    capes: hiddenCape === undefined ? capes : [capeOf(hiddenCape, 'INACTIVE' as const)],
    profileActions: {},
  }
}

const variants = { default: 'CLASSIC', slim: 'SLIM' } as const satisfies Record<SkinModel, string>

const keyOf = (hash: string): string => hash.slice(0, 32)

/** Returns a test of whether a texture has this id, in any notation of UUIDs. */
export function hasId(id: string): (hash: string) => boolean {
  const key = parseUuid(id)
  return (hash) => keyOf(hash) === key
}

/** Clients expect a UUID here; the first half of the file's hash serves as one. */
const idOf = (hash: string): string =>
  keyOf(hash).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export const UsernameParams = Type.Object({ username: Type.String() })

export const NameAvailability = Type.Object({
  status: Type.Union([Type.Literal('AVAILABLE'), Type.Literal('DUPLICATE'), Type.Literal('NOT_ALLOWED')]),
})

export const NameChange = Type.Object({
  createdAt: Type.String({ description: 'ISO 8601.' }),
  changedAt: Type.Optional(Type.String({ description: 'ISO 8601; absent if it never was.' })),
  nameChangeAllowed: Type.Boolean(),
})
