import type { Provider } from '../../model/community/provider.ts'
import { isSet } from '../../storage/engine/flags.ts'
import type { ProviderRow } from '../../storage/schema/schema.ts'

/** Converts a row. Its secrets are apart. */
export const toProvider = (row: ProviderRow): Provider => ({
  name: row.name,
  preset: row.preset,
  kind: row.kind,
  issuer: row.issuer ?? undefined,
  server: JSON.parse(row.server),
  clientId: row.client_id,
  title: row.title,
  registration: row.registration,
  email: row.email,
  scope: row.scope,
  claims: JSON.parse(row.claims),
  groupMap: JSON.parse(row.group_map),
  auth: row.auth,
  tenant: row.tenant,
  hostedDomain: row.hosted_domain,
  guild: row.guild,
  guildRequired: isSet(row.guild_required),
  isPrivate: isSet(row.is_private),
})
