import type { Provider } from '../../model/community/provider.ts'
import { flagOf, isSet } from '../../storage/engine/flags.ts'
import type { ProviderRow } from '../../storage/schema/rows/providers.ts'

/** Converts a row. Its secrets are apart. */
export const toProvider = (row: ProviderRow): Provider => ({
  name: row.name,
  createdAt: row.created_at,
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

/** Returns the columns of a provider that secrets, the time and sign-ins do not decide. */
export const columnsOf = (
  provider: Provider,
): Omit<
  ProviderRow,
  | 'all_due_at'
  | 'bot_token'
  | 'client_secret'
  | 'created_at'
  | 'last_problem'
  | 'last_problem_at'
  | 'last_sign_in_at'
  | 'name'
  | 'next_question_at'
> => ({
  preset: provider.preset,
  kind: provider.kind,
  issuer: provider.issuer ?? null,
  server: JSON.stringify(provider.server),
  client_id: provider.clientId,
  title: provider.title,
  registration: provider.registration,
  email: provider.email,
  scope: provider.scope,
  claims: JSON.stringify(provider.claims),
  group_map: JSON.stringify(provider.groupMap),
  auth: provider.auth,
  tenant: provider.tenant,
  hosted_domain: provider.hostedDomain,
  guild: provider.guild,
  guild_required: flagOf(provider.guildRequired),
  is_private: flagOf(provider.isPrivate),
})
