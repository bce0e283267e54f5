import type { Provider } from '../../model/community/provider.ts'
import { type SettingValues, settingValue } from '../../model/fields/setting.ts'
import { ofEnvironment } from '../../state/settings.ts'
import { keepSettings, storedSetting } from '../../storage/community/settings.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { ReadContext, SiteContext } from '../context.ts'

export type RegistrationMode = SettingValues['registration']

/** A provider through which people register; undefined if they choose a password. */
type Way = Pick<Provider, 'registration'> | undefined

/**
 * Returns who may register through a provider, as pages show it. Without one the setting decides, and nobody may without
 * passwords.
 */
export const registrationBy = (
  { config, settings }: Pick<ReadContext, 'config'> & Pick<SiteContext, 'settings'>,
  way?: Way,
): RegistrationMode => ownOf(config, way) ?? settings.valueOf('registration')

/**
 * Returns the same as the database has it now. Nobody changes the setting until the transaction ends, so nobody gets an
 * account once registration is closed. Call it before anything else is locked.
 */
export async function heldRegistrationBy(
  { config }: Pick<ReadContext, 'config'>,
  tx: Transaction,
  way?: Way,
): Promise<RegistrationMode> {
  const own = ownOf(config, way)
  if (own !== undefined) return own
  const given = ofEnvironment(config, 'registration')
  if (given !== undefined) return settingValue('registration', given)
  await keepSettings(tx)
  return settingValue('registration', await storedSetting(tx, 'registration'))
}

/** Returns who may register whatever the setting says; undefined if it decides. */
function ownOf(config: ReadContext['config'], way: Way): RegistrationMode | undefined {
  if (!way) return config.passwordSignIn === 'off' ? 'closed' : undefined
  if (way.registration === 'as-setting') return undefined
  return way.registration === 'off' ? 'closed' : way.registration
}
