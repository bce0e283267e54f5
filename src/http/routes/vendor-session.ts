// POST join, GET hasJoined, GET profile/{uuid} as the vendor's own hosts answer them: V1, J1, J2.
import type { Services } from '../../domain/services.ts'
import { vendorErrors } from '../../protocol/vendor/errors.ts'
import type { Property } from '../../protocol/yggdrasil/responses.ts'
import { type SessionLayout, sessionRoutes } from './session.ts'

const vendorLayout: SessionLayout = {
  title: "Session requests, the vendor's layout",
  errors: vendorErrors,
  nothing: 204,
  isSigned: false,
}

/**
 * Below `/session/{game}`, and once more at the authlib-injector root, where profiles bear the properties
 * that it knows besides the textures.
 */
export const vendorSessionRoutes = (services: Services, also: readonly Property[] = []) =>
  sessionRoutes(services, vendorLayout, also)
