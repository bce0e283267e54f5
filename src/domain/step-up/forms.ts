import type { Account } from '../../model/accounts/account.ts'

/** Forms that always ask who somebody is, by the words in their paths. `security` turns the second factor off. */
const accountForms = ['password', 'email', 'delete', 'security', 'authenticator'] as const

type AccountForm = (typeof accountForms)[number]

/** The form that deletes a character, with its UUID. A proof for one character is good for no other. */
type CharacterForm = `character-${string}`

export type StepUpForm = AccountForm | CharacterForm

export const isAccountForm = (text: string): text is AccountForm => accountForms.some((form) => form === text)

/** Returns the UUID of the character whose deletion the form asks for; undefined for a form of the account. */
export const characterOfForm = (form: string): string | undefined =>
  /^character-([0-9a-f]{32})$/.exec(form)?.[1]

/** The session that asks, and the form for which it does. */
export interface Asking {
  account: Account
  /** The id of the session, and when its owner signed in, in epoch milliseconds. */
  session: { id: string; startedAt: number }
  form: StepUpForm
  /** The client's address. */
  address: string
}
