import type { ReadContext } from '../../domain/context.ts'
import { listProviders } from '../../domain/providers/kept.ts'
import { isSubject, maxLinkedIdentities, type Provider } from '../../model/community/provider.ts'
import type { Remark } from '../import/reasons.ts'
import type { Source, SourcePlayer } from './source.ts'

/**
 * Links players to the providers here whose issuers, compared exactly, they have identities of. What is kept is taken
 * off the count of what is left behind.
 */
export async function* linkIdentities(
  context: ReadContext,
  { players, left }: Pick<Source, 'players' | 'left'>,
): AsyncGenerator<SourcePlayer> {
  const providers = await listProviders(context)
  const seen = new Set<string>()
  let last: { user: string; found: Found } | undefined
  for await (const { identities = [], ...player } of players) {
    if (identities.length === 0) {
      yield player
      continue
    }
    const isOfLast = last !== undefined && player.user === last.user
    const found = isOfLast && last ? last.found : linkedOf(providers, identities, seen)
    last = player.user === undefined ? undefined : { user: player.user, found }
    const { linked, lost } = found
    if (!isOfLast) left.set('identities', (left.get('identities') ?? 0) - linked.length)
    const reaches = (remark: Remark) =>
      remark === 'no_password' && linked.length > 0 ? 'single_sign_on' : remark
    const issuers = [...lost].map(([remark, all]) => [remark, all.join(', ')])
    yield {
      ...player,
      remarks: [...player.remarks.map(reaches), ...lost.keys()],
      details: { ...player.details, ...Object.fromEntries(issuers) },
      fields: { ...player.fields, linked },
    }
  }
}

interface Found {
  linked: { provider: string; subject: string }[]
  /** The issuers of those that can't be kept, by reason. */
  lost: Map<Remark, string[]>
}

/** Finds the providers of a user's identities. `seen` has those that players before have. */
function linkedOf(
  providers: readonly Provider[],
  identities: NonNullable<SourcePlayer['identities']>,
  seen: Set<string>,
): Found {
  const linked: Found['linked'] = []
  const lost: Found['lost'] = new Map()
  for (const { issuer, subject } of identities) {
    const provider = providerOf(providers, issuer)
    const key = `${issuer} ${subject}`
    const isSecond = seen.has(key) || linked.some((each) => each.provider === provider?.name)
    const problem = problemOf(provider, subject, isSecond || linked.length >= maxLinkedIdentities)
    if (!provider || problem !== undefined) {
      const remark = problem ?? 'issuer_unknown'
      lost.set(remark, [...(lost.get(remark) ?? []), JSON.stringify(issuer)])
    } else {
      seen.add(key)
      linked.push({ provider: provider.name, subject })
    }
  }
  return { linked, lost }
}

/** If several providers have one issuer, the first by name is its provider. */
const providerOf = (providers: readonly Provider[], issuer: string): Provider | undefined =>
  providers.find((each) => each.kind === 'openid' && each.issuer === issuer)

/** Returns why an identity can't be kept. */
function problemOf(provider: Provider | undefined, subject: string, isTooMuch: boolean): Remark | undefined {
  if (!provider) return 'issuer_unknown'
  // This preset knows people by another claim, which the other program does not store.
  if (provider.preset === 'microsoft') return 'subject_of_application'
  return isTooMuch || !isSubject(subject) ? 'identity_unusable' : undefined
}
