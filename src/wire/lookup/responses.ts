import { type Static, Type } from 'typebox'
import type { Profile } from '../../model/accounts/account.ts'
import { ProfileAnswer } from '../yggdrasil/responses.ts'

export const ProfileAnswers = Type.Array(ProfileAnswer)

/** Each profile has the fields of its schema and no others, and for a hundred of them this takes half the time. */
export const writeProfiles = () => JSON.stringify

/** Always one entry, the current name: former names are not disclosed here (K2). */
export const NameHistory = Type.Array(
  Type.Object({
    name: Type.String(),
    changedToAt: Type.Optional(Type.Integer({ description: 'Epoch milliseconds. Never sent so far.' })),
  }),
)

export const nameHistory = (profile: Profile): Static<typeof NameHistory> => [{ name: profile.username }]
