import { Type } from 'typebox'

export const mostNames = 100

export const NamedProfileParams = Type.Object({
  username: Type.String({ description: 'A username, in any letter case.' }),
})
export const NamedProfileQuery = Type.Object({
  at: Type.Optional(Type.Unknown({ description: 'Unix time. Ignored, whatever it holds.' })),
})
export const NamesParams = Type.Object({
  uuid: Type.String({ description: 'UUID, with or without hyphens.' }),
})
export const ProfileNames = Type.Array(Type.String({ minLength: 1 }), {
  maxItems: mostNames,
  description: 'Usernames, in any letter case.',
})
