import { type Static, Type } from 'typebox'
import type { AccountTextures, Profile, SkinModel } from '../../model/accounts/account.ts'

const Texture = {
  id: Type.String({ description: 'A UUID that is the same for the same image.' }),
  state: Type.Literal('ACTIVE'),
  url: Type.String(),
}

/** A signed-in player's own profile. */
export const OwnProfile = Type.Object({
  id: Type.String({ description: 'UUID without hyphens.' }),
  name: Type.String(),
  skins: Type.Array(
    Type.Object({
      ...Texture,
      textureKey: Type.String(),
      variant: Type.Union([Type.Literal('CLASSIC'), Type.Literal('SLIM')]),
    }),
  ),
  capes: Type.Array(Type.Object({ ...Texture, alias: Type.String() })),
  profileActions: Type.Object({}),
})

export function ownProfile(
  profile: Profile,
  { skin, cape }: AccountTextures,
  textureUrl: (hash: string) => string,
): Static<typeof OwnProfile> {
  const texture = (hash: string) => ({ id: idOf(hash), state: 'ACTIVE' as const, url: textureUrl(hash) })
  return {
    id: profile.id,
    name: profile.username,
    skins: skin ? [{ ...texture(skin.hash), textureKey: skin.hash, variant: variants[skin.model] }] : [],
    capes: cape ? [{ ...texture(cape.hash), alias: 'Cape' }] : [],
    profileActions: {},
  }
}

const variants = { default: 'CLASSIC', slim: 'SLIM' } as const satisfies Record<SkinModel, string>

/** Clients expect a UUID here; the first half of the file's hash serves as one. */
const idOf = (hash: string): string =>
  hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export const UsernameParams = Type.Object({ username: Type.String() })

export const NameAvailability = Type.Object({
  status: Type.Union([Type.Literal('AVAILABLE'), Type.Literal('DUPLICATE'), Type.Literal('NOT_ALLOWED')]),
})

export const NameChange = Type.Object({
  createdAt: Type.String({ description: 'ISO 8601.' }),
  changedAt: Type.Optional(Type.String({ description: 'ISO 8601; absent if it never was.' })),
  nameChangeAllowed: Type.Boolean(),
})
