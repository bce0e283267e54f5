import type {
  MemberProblem,
  Provider,
  ProviderEmail,
  ProviderKind,
  ProviderPreset,
  ProviderRegistration,
} from '../../../model/community/provider.ts'
import type { Flag } from '../../engine/flags.ts'

/** A service through which people sign in here (docs/decisions/0120-providers.md). */
export interface ProviderRow {
  name: string
  preset: ProviderPreset | null
  kind: ProviderKind
  /** Null for `oauth2`. */
  issuer: string | null
  /** A ProviderServer as JSON. */
  server: string
  client_id: string
  /** Encrypted if there is an EncryptionRow. */
  client_secret: string
  /** Encrypted if there is an EncryptionRow. Null if there is none. */
  bot_token: string | null
  title: string
  registration: ProviderRegistration
  email: ProviderEmail
  /** Separated by spaces. */
  scope: string
  /** The claims of a Provider as JSON. */
  claims: string
  /** A JSON object: groups by values. */
  group_map: string
  auth: Provider['auth']
  tenant: string | null
  hosted_domain: string | null
  guild: string | null
  guild_required: Flag
  is_private: Flag
  created_at: number
  last_sign_in_at: number | null
  /** Why the last sign-in failed. Null if it did not. */
  last_problem: string | null
  last_problem_at: number | null
  /** Each account that was last asked about before this instant is due. Null if none is for that reason. */
  all_due_at: number | null
  /** Nobody is asked about before. Null before the first question. */
  next_question_at: number | null
}

/** A person at a provider who owns an account. */
export interface LinkedIdentityRow {
  provider: string
  /** The id that the provider never gives to another. */
  subject: string
  account_id: string
  /** The name at the last sign-in. Null if the provider tells none. */
  name: string | null
  /** The address at the last sign-in. Null if the provider tells none. */
  email: string | null
  linked_at: number
  /** Null before the first sign-in. */
  last_sign_in_at: number | null
  /** When the provider was last asked about its membership. Null if it never was. */
  asked_at: number | null
  /** Since when no answer was of use. Null if the last one was. */
  failing_since: number | null
  /** A MemberProblem. Null if the last answer was of use. */
  problem: MemberProblem | null
}

/** The state of a sign-in at a provider, which works once. */
export interface UsedSignInStateRow {
  /** The SHA-256 of the state. */
  digest: string
  /** From then on, the state would be refused anyway. */
  expires_at: number
}
