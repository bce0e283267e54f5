import type { en } from './en.ts'
import { account } from './ru/account.ts'
import { errors } from './ru/errors.ts'
import { home } from './ru/home.ts'
import { layout } from './ru/layout.ts'
import { oauth } from './ru/oauth.ts'
import { passkeys } from './ru/passkeys.ts'
import { security } from './ru/security.ts'
import { signIn } from './ru/sign-in.ts'
import { skin } from './ru/skin.ts'

export const ru: typeof en = {
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
