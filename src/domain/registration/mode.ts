import type { Config } from '../../config/load.ts'
import type { Provider } from '../../model/community/provider.ts'
import type { ReadContext } from '../context.ts'

export type RegistrationMode = Config['registration']

/** Returns who may register through a provider. Without one NORN_REGISTRATION decides, and nobody may without passwords. */
export function registrationBy(
  { config }: ReadContext,
  provider?: Pick<Provider, 'registration'>,
): RegistrationMode {
  if (!provider && config.passwordSignIn === 'off') return 'closed'
  if (!provider || provider.registration === 'as-setting') return config.registration
  return provider.registration === 'off' ? 'closed' : provider.registration
}
