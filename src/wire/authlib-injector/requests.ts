import { Type } from 'typebox'

export const TextureParams = Type.Object({
  uuid: Type.String({ description: "UUID of the token's own profile." }),
})
