import type { en } from './en.ts'
import { account } from './ru/account.ts'
import { errors } from './ru/errors.ts'
import { layout } from './ru/layout.ts'
import { settings } from './ru/settings.ts'
import { signIn } from './ru/sign-in.ts'

export const ru: typeof en = {
  account,
  errors,
  layout,
  settings,
  signIn,
}
