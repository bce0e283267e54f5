// POST join, GET hasJoined, GET profile/{uuid} as the vendor's own hosts answer them, for clients that can change
// only the host (V1) and at the authlib-injector root (J1): 204 for success without a body and for hasJoined's
// "no", 403 for forbidden requests, and profiles that are unsigned by default (J2).
import type { Context } from '../../domain/context.ts'
import type { Property } from '../yggdrasil/responses.ts'
import { type SessionLayout, serverSessionRoutes, sessionRoutes } from '../yggdrasil/session.ts'
import { vendorErrors } from './errors.ts'

const vendorLayout: SessionLayout = {
  title: "Session requests, the vendor's layout",
  errors: vendorErrors,
  emptyStatus: 204,
  isSigned: false,
}

/**
 * Registers the routes below `/session/{game}` and at the authlib-injector root, where profiles have additional
 * properties.
 */
export const vendorSessionRoutes = (context: Context, extraProperties: readonly Property[] = []) =>
  sessionRoutes(context, vendorLayout, extraProperties)

/** Registers the routes below the root of a game server. */
export const vendorServerRoutes = (context: Context, extraProperties: readonly Property[] = []) =>
  serverSessionRoutes(context, vendorLayout, extraProperties)
