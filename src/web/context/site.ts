import type { ProviderContext, ReadContext, SiteContext } from '../../domain/context.ts'
import { mustAccept } from '../../domain/operation/accepted-rules.ts'
import { registrationBy } from '../../domain/registration/mode.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Assets } from '../assets.ts'

/** Values that all pages of this installation share. */
export interface Site {
  readonly name: string
  assets: Assets
  /** True if accounts can be linked to players of neighbours or of Bedrock, or to accounts at providers. */
  readonly hasLinking: boolean
  /** True if accounts can be linked to players of neighbours here. */
  readonly hasNeighbourLinking: boolean
  /** True if players can be linked to players of Bedrock (NORN_BEDROCK_LINKS). */
  readonly hasBedrockLinks: boolean
  /** True if players have a friends list (NORN_FRIENDS). */
  readonly hasFriends: boolean
  /** True if accounts keep skins and capes (NORN_WARDROBE_SIZE). */
  readonly hasWardrobe: boolean
  /** True if players share skins and capes (NORN_LIBRARY). */
  readonly hasLibrary: boolean
  /** True if people sign in with passwords here (NORN_PASSWORD_SIGN_IN). */
  readonly hasPasswords: boolean
  /** True if somebody may register here, with an invite perhaps. */
  readonly hasRegistration: boolean
  /** True if the community has rules, which people accept. */
  readonly hasRules: boolean
  /** The addresses of the pages about who runs the service, and about personal data, if there are any. */
  readonly legal: { imprint: string | null; privacy: string | null }
  /** Returns true if the owner of this account has to be asked to accept them. */
  mustAccept: (account: Account) => boolean
  /** Returns a path below the base URL as links and forms need it. */
  href: (path: string) => string
}

export function siteOf(context: ProviderContext & ReadContext & SiteContext, assets: Assets): Site {
  const { config, knownProviders, settings } = context
  // If the base URL is that of our own listener, it has no path.
  const prefix = config.baseUrl === undefined ? '' : new URL(config.baseUrl).pathname.replace(/\/$/, '')
  const hasNeighbourLinking = config.neighbours !== 'off' || config.linkListen !== 'off'
  const hasBedrockLinks = config.bedrockLinks === 'on'
  return {
    get name() {
      return settings.serverName
    },
    assets,
    get hasLinking() {
      return hasNeighbourLinking || hasBedrockLinks || knownProviders.isAny
    },
    hasNeighbourLinking,
    hasBedrockLinks,
    hasFriends: config.friends !== 'off',
    hasWardrobe: config.wardrobeSize > 0,
    hasLibrary: config.library !== 'off' && config.wardrobeSize > 0,
    hasPasswords: config.passwordSignIn === 'on',
    get hasRegistration() {
      return [undefined, ...knownProviders.known].some((way) => registrationBy(context, way) !== 'closed')
    },
    get hasRules() {
      return settings.rules !== undefined
    },
    get legal() {
      return { imprint: settings.valueOf('imprint'), privacy: settings.valueOf('privacy') }
    },
    mustAccept: (account) => mustAccept(context, account),
    href: (path) => prefix + path,
  }
}
