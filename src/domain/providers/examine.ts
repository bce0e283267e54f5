import { noSuch } from '../../model/errors/families.ts'
import type { Examination } from '../../state/providers/examine.ts'
import { providerByName } from '../../storage/community/providers.ts'
import { providerSecretPlace } from '../../storage/schema/encryption.ts'
import type { ProviderContext, ReadContext, SecretContext, SiteContext } from '../context.ts'
import { callbackOf } from '../identities/begin.ts'
import { toProvider } from './rows.ts'

/** Finds out what would keep people from signing in through a provider. Throws Refused `unknown`. */
export async function examineProvider(
  context: ProviderContext & ReadContext & SecretContext & SiteContext,
  name: string,
): Promise<Examination> {
  const { clock, db, providers, secrets } = context
  const row = await providerByName(db, name)
  if (!row) throw noSuch('provider')
  const provider = toProvider(row)
  const secret = await secrets.open(db, providerSecretPlace(name), row.client_secret)
  return providers.test(provider, { secret, redirectUri: callbackOf(context, provider) }, clock())
}
