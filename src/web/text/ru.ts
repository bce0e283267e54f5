import type { en } from './en.ts'
import { account } from './ru/account.ts'
import { errors } from './ru/errors.ts'
import { layout } from './ru/layout.ts'
import { recover } from './ru/recover.ts'
import { register } from './ru/register.ts'
import { signIn } from './ru/sign-in.ts'

export const ru: typeof en = {
  account,
  errors,
  layout,
  recover,
  register,
  signIn,
}
