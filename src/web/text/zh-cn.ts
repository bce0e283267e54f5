import type { en } from './en.ts'
import { account } from './zh-cn/account.ts'
import { errors } from './zh-cn/errors.ts'
import { home } from './zh-cn/home.ts'
import { layout } from './zh-cn/layout.ts'
import { oauth } from './zh-cn/oauth.ts'
import { passkeys } from './zh-cn/passkeys.ts'
import { security } from './zh-cn/security.ts'
import { signIn } from './zh-cn/sign-in.ts'
import { skin } from './zh-cn/skin.ts'

export const zhCn: typeof en = {
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
