import type { Actor } from '../../model/accounts/actor.ts'
import { maxProviders, type Provider } from '../../model/community/provider.ts'
import { newValues, noSuch, requireRule, requireRules, tooMany } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { type Changes, withChanges } from '../../model/fields/field.ts'
import { providerFields } from '../../model/fields/provider.ts'
import { knownGroups } from '../../storage/community/groups.ts'
import {
  countProviders,
  deleteProviderRow,
  holdProvider,
  insertProvider,
  lockProvider,
  providerByName,
  updateProvider,
} from '../../storage/community/providers.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { botTokenPlace, providerSecretPlace } from '../../storage/schema/encryption.ts'
import type { ProviderRow } from '../../storage/schema/rows/providers.ts'
import { forgetFailures } from '../../storage/sign-in/identity-questions.ts'
import { countIdentitiesOf } from '../../storage/sign-in/linked-identities.ts'
import { change, ifTakenBy } from '../change.ts'
import type { ChangeContext, ProviderContext, SecretContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { endAllMemberships } from '../identities/memberships.ts'
import { countLosing, type KeptProvider, keptProvider, maxCounted } from './kept.ts'
import { optionInvalid, requireClientText, requireFitting, requireTenant } from './options.ts'
import { discovered, type GivenPlace, placeOf, plainServer, presetPlace } from './place.ts'
import { presetTitles, usualAuth, usualOf } from './presets.ts'
import { keepProvider } from './removed-providers.ts'
import { columnsOf, toProvider } from './rows.ts'

/** The fields of a provider that an operator gives. A claim that is not named stays as it is; a map replaces the one before. */
export interface ProviderFields extends Changes<typeof providerFields> {
  clientId?: string | undefined
  claims?: Partial<Provider['claims']> | undefined
  groupMap?: Provider['groupMap'] | undefined
}

export interface NewProvider extends ProviderFields, GivenPlace {
  name: string
  clientId: string
  clientSecret: string
}

export interface ProviderChanges
  extends ProviderFields,
    Pick<GivenPlace, 'authorizeUrl' | 'tokenUrl' | 'userinfoUrl'> {
  clientSecret?: string | undefined
  /** Null forgets it. */
  botToken?: string | null | undefined
  /** True to read the discovery document again, or what is known of the preset. */
  refresh?: boolean | undefined
}

type Deps = ChangeContext & ProviderContext & SecretContext

/**
 * Adds a provider. Its discovery document is read first. Throws Refused `malformed`, `taken`, `too_many`, `unknown` for a
 * group, `provider_option_invalid`, `provider_discovery_failed`.
 */
export async function addProvider(
  context: Deps,
  by: Actor,
  given: NewProvider,
  keep?: StoreAnswer<KeptProvider>,
): Promise<KeptProvider> {
  const { name, preset = null, clientId, clientSecret, claims, groupMap = {} } = given
  requireRule('name', 'name', name)
  requireClientText('clientId', clientId)
  requireClientText('clientSecret', clientSecret)
  const tenant = preset === 'microsoft' ? (given.tenant ?? 'consumers') : (given.tenant ?? null)
  requireRules(providerFields, given)
  // It is a part of the address that is asked.
  requireTenant(tenant)
  const place = await placeOf(context, given, tenant)
  const usual = usualOf(place.preset, place.kind)
  const { title, scope, auth } = given
  const defaults = {
    title: title ?? (preset === null ? name : presetTitles[preset]),
    scope: scope ?? usual.scope,
    auth: auth ?? usualAuth(place),
  }
  const fields = newValues(providerFields, { ...given, ...defaults, tenant })
  const createdAt = context.clock()
  const provider: Provider = {
    ...fields,
    ...place,
    name,
    createdAt,
    clientId,
    claims: { ...usual.claims, ...claims },
    groupMap,
  }
  requireFitting(provider)
  return change(context, by, async (tx) => {
    if ((await countProviders(tx)) >= maxProviders) throw tooMany('provider', maxProviders)
    await requireGroups(tx, provider)
    await context.secrets.lock(tx)
    await insertProvider(tx, {
      ...columnsOf(provider),
      name,
      client_secret: context.secrets.seal(providerSecretPlace(name), clientSecret),
      bot_token: null,
      created_at: createdAt,
      last_sign_in_at: null,
      last_problem: null,
      last_problem_at: null,
      all_due_at: null,
      next_question_at: null,
    })
    const result = await keptProvider(tx, name)
    await keep?.(tx, result)
    const details = { name, preset: place.preset }
    return { events: [{ event: 'provider.created', account: null, details }], result }
  }).catch(ifTakenBy('provider'))
}

/** Changes a provider. What is undefined stays as it is. Throws Refused as `addProvider` does. */
export async function setProvider(
  context: Deps,
  by: Actor,
  name: string,
  { clientSecret, botToken, refresh, ...given }: ProviderChanges,
): Promise<KeptProvider> {
  requireRules(providerFields, given)
  if (clientSecret !== undefined) requireClientText('clientSecret', clientSecret)
  const before = await findProvider(context, name)
  if (typeof botToken === 'string') {
    requireClientText('botToken', botToken)
    if (before.preset !== 'discord') throw optionInvalid('botToken', 'it belongs to the preset discord')
  }
  // What is read of others is read before the transaction.
  const wanted = changedBy(before, given)
  requireFitting(wanted)
  const server = await serverOf(context, before, wanted, given, refresh === true)
  return change(context, by, async (tx) => {
    if (!(await lockProvider(tx, name))) throw noSuch('provider')
    const now = await findProvider({ db: tx }, name)
    const next = { ...changedBy(now, given), ...server }
    requireFitting(next)
    await requireGroups(tx, given)
    await context.secrets.lock(tx)
    const isOther = botToken !== undefined || given.guild !== undefined || given.groupMap !== undefined
    await updateProvider(tx, name, {
      ...columnsOf(next),
      ...sealed(context, name, { clientSecret, botToken }),
      ...(isOther && { all_due_at: context.clock(), next_question_at: null }),
    })
    if (isOther) await forgetFailures(tx, name)
    // No answer would end them any more.
    if (now.guild !== null && next.guild === null) await endAllMemberships(tx, name)
    const changed = Object.entries({ ...given, clientSecret, botToken, server })
      .filter(([, value]) => value !== undefined)
      .map(([field]) => field)
    const result = await keptProvider(tx, name)
    if (changed.length === 0) return { events: [], result }
    return { events: [{ event: 'provider.changed', account: null, details: { name, changed } }], result }
  })
}

function sealed(
  { secrets }: SecretContext,
  name: string,
  { clientSecret, botToken }: Pick<ProviderChanges, 'clientSecret' | 'botToken'>,
): Partial<Pick<ProviderRow, 'client_secret' | 'bot_token'>> {
  const seal = (place: Parameters<typeof secrets.seal>[0], text: string) => secrets.seal(place, text)
  return {
    ...(clientSecret !== undefined && { client_secret: seal(providerSecretPlace(name), clientSecret) }),
    ...(botToken !== undefined && {
      bot_token: botToken === null ? null : seal(botTokenPlace(name), botToken),
    }),
  }
}

function changedBy(provider: Provider, { clientId, claims, groupMap, ...fields }: ProviderFields): Provider {
  const tenant = provider.preset === 'microsoft' && fields.tenant === null ? 'consumers' : fields.tenant
  const changed = withChanges(providerFields, provider, { ...fields, tenant })
  // Without a guild, nothing is required of it.
  const guildRequired = fields.guild === null ? false : changed.guildRequired
  return {
    ...provider,
    ...changed,
    guildRequired,
    clientId: clientId ?? provider.clientId,
    claims: { ...provider.claims, ...claims },
    groupMap: groupMap ?? provider.groupMap,
  }
}

/** Returns the addresses from now on, or undefined if they stay. */
async function serverOf(
  context: Deps,
  before: Provider,
  { preset, tenant, kind, issuer, isPrivate, server }: Provider,
  given: ProviderChanges,
  isRefreshed: boolean,
): Promise<Pick<Provider, 'server' | 'issuer'> | undefined> {
  const { authorizeUrl, tokenUrl, userinfoUrl } = given
  const isGiven = [authorizeUrl, tokenUrl, userinfoUrl].some((url) => url !== undefined)
  if (isGiven) {
    if (preset !== null || kind !== 'oauth2')
      throw optionInvalid('authorizeUrl', 'addresses belong to the kind oauth2')
    const changed = plainServer(
      {
        authorizeUrl: authorizeUrl ?? server.authorization_endpoint,
        tokenUrl: tokenUrl ?? server.token_endpoint,
        userinfoUrl: userinfoUrl ?? server.userinfo_endpoint,
      },
      isPrivate,
    )
    return { server: changed, issuer: undefined }
  }
  if (!isRefreshed && before.tenant === tenant) return undefined
  if (preset !== null) {
    const place = await presetPlace(context, preset, tenant)
    return { server: place.server, issuer: place.issuer }
  }
  if (issuer === undefined) throw optionInvalid('refresh', 'the kind oauth2 has no discovery document')
  const place = await discovered(context, { preset, issuer, tenant, isPrivate })
  return { server: place.server, issuer }
}

/** Finds a provider. Throws Refused `unknown`. */
export async function findProvider({ db }: { db: Queries }, name: string): Promise<Provider> {
  const row = await providerByName(db, name)
  if (!row) throw noSuch('provider')
  return toProvider(row)
}

/** Throws Refused `unknown` for a group of the map that does not exist. */
async function requireGroups(tx: Transaction, { groupMap }: ProviderFields): Promise<void> {
  const names = Object.values(groupMap ?? {})
  if (names.length === 0) return
  const known = await knownGroups(tx, names)
  for (const name of names) if (!known.has(name)) throw noSuch('group', name)
}

/**
 * Removes a provider, with the accounts that are linked to it and the memberships that it made. Returns how many lose
 * their only way in, up to a thousand. Throws Refused `unknown`, `provider_in_use` if somebody does and it is not forced.
 */
export function removeProvider(
  context: ChangeContext & SecretContext,
  by: Actor,
  name: string,
  { force = false }: { force?: boolean | undefined } = {},
): Promise<number> {
  return change(context, by, async (tx) => {
    await context.secrets.lock(tx)
    const row = (await holdProvider(tx, name, 'for update')) && (await providerByName(tx, name))
    if (!row) throw noSuch('provider')
    const result = await countLosing(context, name, tx)
    if (result > 0 && !force) throw new Refused('provider_in_use')
    const accounts = await countIdentitiesOf(tx, name, maxCounted)
    await keepProvider(context, tx, row)
    await endAllMemberships(tx, name)
    await deleteProviderRow(tx, name)
    return { events: [{ event: 'provider.deleted', account: null, details: { name, accounts } }], result }
  })
}
