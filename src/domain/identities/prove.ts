import { digest } from '../../lib/crypto/digest.ts'
import { clientNetwork } from '../../lib/net/address.ts'
import type { About } from '../../model/accounts/account.ts'
import { digestOfToken } from '../../model/accounts/credential.ts'
import type { Provider, ProviderIdentity } from '../../model/community/provider.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { ExchangeFailed } from '../../state/providers/exchange-failed.ts'
import { setProviderProblem } from '../../storage/community/providers.ts'
import { credentialsByKey } from '../../storage/limits/logins.ts'
import { useSignInState } from '../../storage/sign-in/used-sign-in-states.ts'
import type { ChangeContext, ProviderContext, SecretContext, SiteContext } from '../context.ts'
import { evaluateGuess } from '../sign-in/throttle.ts'
import { type BegunSignIn, callbackOf } from './begin.ts'
import { providerWithSecret } from './offered.ts'

/** Somebody as whom a browser has come back from a provider. */
export interface Proved {
  provider: Provider
  identity: ProviderIdentity
}

/** The answer with which a browser comes back. */
interface Answer {
  /** The name in the path. */
  provider: string
  /** The sign-in that this browser has begun; undefined if there is none. */
  begun: BegunSignIn | undefined
  /** The query. */
  parameters: URLSearchParams
  /** The client's address. */
  address: string
}

/** Returns true if this is the answer to the sign-in that the browser has begun, and in time. */
export const isAnswerTo = (
  { clock }: Pick<ChangeContext, 'clock'>,
  begun: BegunSignIn | undefined,
  { provider, parameters }: Pick<Answer, 'provider' | 'parameters'>,
): begun is BegunSignIn =>
  begun !== undefined &&
  begun.provider === provider &&
  begun.state === parameters.get('state') &&
  begun.until > clock()

/**
 * Returns who somebody is at a provider. The state is used up before the provider is asked. An answer that proves
 * nobody is charged to the network like a wrong password; one that the provider did not give is not. Throws Refused
 * `sign_in_state_unknown`, `provider_gone`, `too_many_guesses`, `provider_declined`, `provider_unproved`, `provider_unanswered`.
 */
export async function proveIdentity(
  context: ChangeContext & ProviderContext & SecretContext & SiteContext,
  { provider: name, begun, parameters, address }: Answer,
  about: About = {},
): Promise<Proved> {
  const { clock, db, log, providers } = context
  if (!isAnswerTo(context, begun, { provider: name, parameters })) {
    throw new Refused('sign_in_state_unknown', { about })
  }
  const { provider, secret } = await providerWithSecret(context, name)
  // Another one has its name now, which may neither get the code nor answer for the first.
  if (provider.createdAt !== begun.since) throw new Refused('sign_in_state_unknown', { about })
  const network = clientNetwork(address)
  // Nobody else is charged for it: the login is the network's own.
  const login = digest(`provider:${network}`)
  const { levels } = await credentialsByKey(db, { column: 'id', value: '' }, { network, login })
  let failed: ExchangeFailed | undefined
  try {
    const identity = await evaluateGuess(context, { address, login, levels, about }, async ({ take }) => {
      await take()
      if (!(await useSignInState(db, digestOfToken(begun.state), begun.until))) {
        throw new Refused('sign_in_state_unknown', { about })
      }
      const { state, nonce, codeVerifier } = begun
      const answer = { parameters, state, nonce, codeVerifier, redirectUri: callbackOf(context, provider) }
      return providers.identify(provider, secret, answer, clock()).catch((error: unknown) => {
        if (!(error instanceof ExchangeFailed)) throw error
        failed = error
        if (error.problem === 'unanswered') throw error
        return undefined
      })
    })
    return { provider, identity }
  } catch (error) {
    if (!failed) throw error
    const { problem, message } = failed
    log.warn({ provider: name, problem, said: message }, 'a provider proved nobody')
    if (problem !== 'declined') await setProviderProblem(db, name, `provider_${problem}`, clock())
    throw new Refused(`provider_${problem}`, { about, cause: failed })
  }
}
