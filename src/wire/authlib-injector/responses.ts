import { Type } from 'typebox'
import * as native from '../yggdrasil/responses.ts'

/** Without `username` (J4): what a schema does not name is left out of the answer. */
export const UserAnswer = Type.Omit(native.UserAnswer, ['username'])

export const Authenticated = Type.Object({
  ...native.Authenticated.properties,
  user: Type.Optional(UserAnswer),
})

export const Refreshed = Type.Omit(Authenticated, ['availableProfiles'])
