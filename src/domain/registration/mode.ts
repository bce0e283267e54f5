import type { Config } from '../../config/load.ts'
import type { Provider } from '../../model/community/provider.ts'
import type { ReadContext } from '../context.ts'

export type RegistrationMode = Config['registration']

/** Returns who may register through a provider; without one NORN_REGISTRATION alone decides. */
export function registrationBy(
  { config }: ReadContext,
  provider?: Pick<Provider, 'registration'>,
): RegistrationMode {
  if (!provider || provider.registration === 'as-setting') return config.registration
  return provider.registration === 'off' ? 'closed' : provider.registration
}
