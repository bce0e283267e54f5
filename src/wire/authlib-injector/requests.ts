import { Type } from 'typebox'
import * as native from '../yggdrasil/requests.ts'

/** Optional here, where the native requests ask for it (J3); null is absent (D4). */
const clientToken = native.ValidateRequest.properties.clientToken

export const AuthenticateRequest = Type.Object({ ...native.AuthenticateRequest.properties, clientToken })
export const RefreshRequest = Type.Object({ ...native.RefreshRequest.properties, clientToken })
/** A clientToken is ignored, whatever it holds (D9). */
export const InvalidateRequest = Type.Pick(native.InvalidateRequest, ['accessToken'])

export const TextureParams = Type.Object({
  uuid: Type.String({ description: "UUID of the token's own profile." }),
})
