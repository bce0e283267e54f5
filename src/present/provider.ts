import type { SiteContext } from '../domain/context.ts'
import { callbackOf } from '../domain/identities/begin.ts'
import type { KeptProvider } from '../domain/providers/kept.ts'
import type { syncProvider } from '../domain/providers/sync.ts'
import { isoTime, isoTimeOrNull } from '../lib/text/instant.ts'
import { shownFields } from '../model/fields/field.ts'
import { providerFields } from '../model/fields/provider.ts'
import type { Examination } from '../state/providers/examine.ts'

/** Returns a provider as commands and the API show it. */
export const shownProvider = (context: SiteContext, provider: KeptProvider) => {
  const { claims, groupMap, lastProblem, server } = provider
  return {
    name: provider.name,
    preset: provider.preset,
    kind: provider.kind,
    issuer: provider.issuer ?? null,
    clientId: provider.clientId,
    ...shownFields(providerFields, provider),
    scope: provider.scope,
    claims: { ...claims },
    groupMap: { ...groupMap },
    authorizeUrl: server.authorization_endpoint,
    tokenUrl: server.token_endpoint,
    userinfoUrl: server.userinfo_endpoint ?? null,
    private: provider.isPrivate,
    hasBotToken: provider.hasBotToken,
    redirectUri: callbackOf(context, provider),
    accounts: provider.accounts,
    createdAt: isoTime(provider.createdAt),
    lastSignInAt: isoTimeOrNull(provider.lastSignInAt),
    lastProblem: lastProblem && { at: isoTime(lastProblem.at), problem: lastProblem.problem },
  }
}

/** Returns what asking about members has done. */
export const shownSync = (
  name: string,
  { asked, made, ended, failed, waiting }: Awaited<ReturnType<typeof syncProvider>>,
) => ({ name, asked, made, ended, failed, waiting })

/** Returns what would keep people from signing in. `secondsAhead` is null if the provider tells no time. */
export const shownExamination = (name: string, { faults, aheadMs }: Examination) => ({
  name,
  problems: faults.map(({ fault, said }) => ({ problem: fault, said })),
  secondsAhead: aheadMs === undefined ? null : Math.round(aheadMs / 1000),
})
