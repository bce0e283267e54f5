import type { Provider } from '../../model/community/provider.ts'
import type { Newcomer } from '../identities/newcomer.ts'

/** Somebody at a provider, who needs no password. */
export interface ProvedNewcomer {
  provider: Provider
  identity: Newcomer
}

/** The input of a person who wants an account. */
export interface RegistrationInput {
  username: string
  /** Empty if a provider proves the person and tells no address. */
  email: string
  /** Empty if a provider proves the person. */
  password: string
  newcomer?: ProvedNewcomer
  /** The code of an invite, or empty. */
  invite: string
  /** The version of the rules that the person accepts, or empty. */
  rules: string
  /** The language of the page. */
  language: string
  /** The client's address. */
  address: string
  /** A secret of the browser, which then need not ask for the password again to confirm. */
  browser: string
}
