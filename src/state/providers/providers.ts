import { LRUCache } from 'lru-cache'
import type { JWKSCacheInput } from 'oauth4webapi'
import { isPublicAddress } from '../../lib/net/reach.ts'
import { version } from '../../lib/process/version.ts'
import type { Provider, ProviderIdentity, ProviderServer } from '../../model/community/provider.ts'
import { type AskedSignIn, authorizationUrl } from './authorization-url.ts'
import { guildMember, type MemberAnswer } from './discord.ts'
import { discoveryOf } from './discovery.ts'
import { type Examination, examined } from './examine.ts'
import { ExchangeFailed, failureOf } from './exchange-failed.ts'
import { fetchGuarded, type GuardedQuestion } from './guarded-fetch.ts'
import { personOf } from './people.ts'
import { Places } from './places.ts'
import { issuerFor } from './presets.ts'
import { checkIdToken, type Exchange, type SignInAnswer, tokensFor } from './tokens.ts'
import { apiAskedWith } from './user-info.ts'

/** For each answer, until its last byte. */
export const timeoutMs = 5000

/** For one provider, so that a slow one keeps few requests of this process waiting. */
export const maxAtOnce = 32

/** More than there are. A set of keys that is dropped is read again. */
const maxKeySets = 64

/** Words with which a browser comes back from one that is out of order (RFC 6749, section 4.1.2.1). */
const ofOutages = ['server_error', 'temporarily_unavailable']

/** Services through which people sign in here. Their answers are checked; no token of theirs is kept. */
export class Providers {
  readonly #baseUrl: () => string | undefined
  readonly #places = new Places(maxAtOnce)
  readonly #keys = new LRUCache<string, JWKSCacheInput>({ max: maxKeySets })

  /** The base URL is undefined in commands that do not know it. */
  constructor(baseUrl: () => string | undefined) {
    this.#baseUrl = baseUrl
  }

  /** Returns the address to which the browser goes. */
  authorizationUrl(provider: Provider, asked: AskedSignIn): URL {
    return authorizationUrl(provider, asked)
  }

  /**
   * Returns whom an answer proves. `secret` is the client's, and `now` is in epoch milliseconds. The caller has used up the
   * state. Throws ExchangeFailed.
   */
  identify(provider: Provider, secret: string, answer: SignInAnswer, now: number): Promise<ProviderIdentity> {
    return this.#places.during(provider.name, async () => {
      try {
        return await this.#identified(provider, secret, answer, now)
      } catch (error) {
        const { problem, message } = failureOf(error)
        throw new ExchangeFailed(ofOutages.includes(message) ? 'unanswered' : problem, message)
      }
    })
  }

  /** Reads the discovery document of an issuer. Throws DiscoveryUnusable, and what a request throws. */
  async discover(
    provider: Pick<Provider, 'preset' | 'tenant' | 'isPrivate'> & { issuer: string },
  ): Promise<ProviderServer> {
    const { server } = await discoveryOf(provider, this.#question(provider))
    return server
  }

  /** Finds out what would keep people from signing in, as far as it can be seen from here. Never throws. */
  test(
    provider: Provider,
    client: { secret: string; redirectUri: string },
    now: number,
  ): Promise<Examination> {
    return examined(provider, client, () => this.#question(provider), now)
  }

  /** Asks as a bot about a member of the guild. `now` is in epoch milliseconds. Never throws. */
  askMember(
    provider: Provider & { guild: string },
    botToken: string,
    subject: string,
    now: number,
  ): Promise<MemberAnswer> {
    return guildMember(provider.guild, botToken, subject, this.#question(provider), now)
  }

  async #identified(
    provider: Provider,
    secret: string,
    answer: SignInAnswer,
    now: number,
  ): Promise<ProviderIdentity> {
    const { kind, issuer, preset, isPrivate, server } = provider
    const question = () => this.#question(provider)
    const exchange: Exchange = {
      ...provider,
      server: issuer === undefined ? withoutIss(server) : server,
      clientSecret: secret,
      idToken: kind === 'oauth2' ? 'none' : preset === 'discord' ? 'optional' : 'required',
      issuerFor: (said) => issuerFor(provider, said),
      keys: this.#keysOf(provider),
      fetch: fetchGuarded(question),
    }
    const parameters = new URLSearchParams(answer.parameters)
    // Nothing to compare it with; the callback is this provider's alone.
    if (issuer === undefined) parameters.delete('iss')
    const { accessToken, idToken } = await tokensFor(exchange, { ...answer, parameters }, now)
    if (idToken) checkIdToken(provider, idToken, now)
    return personOf(provider, idToken?.claims, apiAskedWith(accessToken, isPrivate, question))
  }

  #keysOf({ name, server }: Provider): JWKSCacheInput {
    const place = `${name} ${server.jwks_uri}`
    let keys = this.#keys.get(place)
    if (!keys) this.#keys.set(place, (keys = {}))
    return keys
  }

  #question({ preset, isPrivate }: Pick<Provider, 'preset' | 'isPrivate'>): GuardedQuestion {
    const url = this.#baseUrl()
    const own = url === undefined ? 'norn' : `norn (+${url})`
    // Discord blocks clients that name themselves in another way.
    const agent = preset === 'discord' ? `DiscordBot (${url ?? 'norn'}, ${version()})` : own
    return {
      headers: { accept: 'application/json', 'user-agent': agent },
      signal: AbortSignal.timeout(timeoutMs),
      accepts: isPrivate ? () => true : isPublicAddress,
    }
  }
}

const withoutIss = (server: ProviderServer): ProviderServer => ({
  ...server,
  authorization_response_iss_parameter_supported: false,
})
