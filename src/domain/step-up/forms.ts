import type { Account } from '../../model/accounts/account.ts'

/** The forms that always ask who somebody is, by the words in their paths. `security` turns the second factor off. */
export const stepUpForms = ['password', 'email', 'delete', 'security', 'authenticator'] as const

export type StepUpForm = (typeof stepUpForms)[number]

export const isStepUpForm = (text: string): text is StepUpForm => stepUpForms.some((form) => form === text)

/** The session that asks, and the form for which it does. */
export interface Asking {
  account: Account
  /** The id of the session, and when its owner signed in, in epoch milliseconds. */
  session: { id: string; startedAt: number }
  form: StepUpForm
  /** The client's address. */
  address: string
}
