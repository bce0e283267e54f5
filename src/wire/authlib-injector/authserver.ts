// POST authenticate, refresh, validate, signout, invalidate as authlib-injector's root has them.
import type { Context } from '../../domain/context.ts'
import { type LauncherLayout, launcherRoutes } from '../yggdrasil/auth.ts'
import { authlibInjectorErrors } from './errors.ts'

/** Its clients may leave the clientToken out (J3), and are not told the username beside the profile's name (J4). */
const authserverLayout: LauncherLayout = {
  title: 'authlib-injector: launcher requests',
  errors: authlibInjectorErrors,
  emptyStatus: 204,
  isClientTokenRequired: false,
  isUsernameAnswered: false,
}

export const authserverRoutes = (context: Context) => launcherRoutes(context, authserverLayout)
