// POST authenticate, refresh, validate, signout, invalidate below the authlib-injector root.
import type { Context } from '../../domain/context.ts'
import { launcherRoutes } from '../yggdrasil/auth.ts'
import type { LauncherLayout } from '../yggdrasil/launcher-layout.ts'
import { authlibInjectorErrors } from './errors.ts'

/** The clientToken is optional (J3), `user` has only id and properties (J4), success without a body is 204 (J2). */
const authserverLayout: LauncherLayout = {
  title: 'authlib-injector: launcher requests',
  errors: authlibInjectorErrors,
  emptyStatus: 204,
  isClientTokenRequired: false,
  isUsernameAnswered: false,
}

export const authserverRoutes = (context: Context) => launcherRoutes(context, authserverLayout)
