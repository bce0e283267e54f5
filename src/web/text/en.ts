import { account } from './en/account.ts'
import { errors } from './en/errors.ts'
import { home } from './en/home.ts'
import { layout } from './en/layout.ts'
import { oauth } from './en/oauth.ts'
import { passkeys } from './en/passkeys.ts'
import { security } from './en/security.ts'
import { signIn } from './en/sign-in.ts'
import { skin } from './en/skin.ts'

/** The original: every other language has the type of this one, so that a missing text does not compile. */
export const en = {
  account,
  errors,
  home,
  layout,
  oauth,
  passkeys,
  security,
  signIn,
  skin,
}
