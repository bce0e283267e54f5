import { type Static, type TObject, Type } from 'typebox'
import type { TexturesProfile as ProfileWithTextures } from '../../domain/game/profiles.ts'
import type { Profile } from '../../model/accounts/account.ts'

export const ProfileAnswer = Type.Object({
  id: Type.String({ description: 'UUID without hyphens.' }),
  name: Type.String({ description: 'Current username.' }),
})

const UserAnswer = Type.Object({
  id: Type.String(),
  username: Type.String(),
  properties: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
})

const launcherAnswersWith = <User extends TObject>(user: User) => {
  const Authenticated = Type.Object({
    accessToken: Type.String(),
    clientToken: Type.String(),
    availableProfiles: Type.Array(ProfileAnswer),
    selectedProfile: ProfileAnswer,
    user: Type.Optional(user),
  })
  return { Authenticated, Refreshed: Type.Omit(Authenticated, ['availableProfiles']) }
}

export const launcherAnswers = launcherAnswersWith(UserAnswer)

/** The schemas of answers without `user.username`: fields that a schema does not name are left out. */
export const launcherAnswersWithoutUsername = launcherAnswersWith(Type.Omit(UserAnswer, ['username']))

export const TexturesProfile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Array(
    Type.Object({ name: Type.String(), value: Type.String(), signature: Type.Optional(Type.String()) }),
  ),
})

/** The schema of an answer without a body. */
export const EmptyBody = (description: string) => Type.Unsafe<undefined>({ type: 'null', description })

interface Holder extends Profile {
  language: string
}

interface TokenPair {
  accessToken: string
  clientToken: string
}

export function authenticated(
  holder: Holder,
  tokens: TokenPair,
  withUser: boolean,
): Static<typeof launcherAnswers.Authenticated> {
  const selectedProfile = profileAnswer(holder)
  return {
    ...tokens,
    availableProfiles: [selectedProfile],
    selectedProfile,
    ...(withUser && { user: user(holder) }),
  }
}

export function refreshed(
  holder: Holder,
  tokens: TokenPair,
  withUser: boolean,
): Static<typeof launcherAnswers.Refreshed> {
  return { ...tokens, selectedProfile: profileAnswer(holder), ...(withUser && { user: user(holder) }) }
}

export const profileAnswer = (profile: Profile): Static<typeof ProfileAnswer> => ({
  id: profile.id,
  name: profile.username,
})

const user = (holder: Holder) => ({
  id: holder.id,
  username: holder.username,
  properties: [{ name: 'preferredLanguage', value: holder.language }],
})

export type Property = Static<typeof TexturesProfile>['properties'][number]

/** Returns a profile with its textures. They come first, since some clients look no further. */
export function texturesProfile(
  profile: ProfileWithTextures,
  extraProperties: readonly Property[] = [],
): Static<typeof TexturesProfile> {
  return {
    ...profileAnswer(profile),
    properties: [profile.textures, ...extraProperties],
  }
}
