import type { en } from './en.ts'
import { account } from './ru/account.ts'
import { errors } from './ru/errors.ts'
import { layout } from './ru/layout.ts'
import { passkeys } from './ru/passkeys.ts'
import { security } from './ru/security.ts'
import { signIn } from './ru/sign-in.ts'

export const ru: typeof en = {
  account,
  errors,
  layout,
  passkeys,
  security,
  signIn,
}
