import type { en } from './en.ts'
import { account } from './ru/account.ts'
import { errors } from './ru/errors.ts'
import { home } from './ru/home.ts'
import { layout } from './ru/layout.ts'
import { oauth } from './ru/oauth.ts'
import { recover } from './ru/recover.ts'
import { register } from './ru/register.ts'
import { signIn } from './ru/sign-in.ts'
import { skin } from './ru/skin.ts'

export const ru: typeof en = {
  account,
  errors,
  home,
  layout,
  oauth,
  recover,
  register,
  signIn,
  skin,
}
