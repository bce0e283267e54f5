import type { en } from './en.ts'
import { account } from './zh-cn/account.ts'
import { errors } from './zh-cn/errors.ts'
import { layout } from './zh-cn/layout.ts'
import { passkeys } from './zh-cn/passkeys.ts'
import { security } from './zh-cn/security.ts'
import { signIn } from './zh-cn/sign-in.ts'

export const zhCn: typeof en = {
  account,
  errors,
  layout,
  passkeys,
  security,
  signIn,
}
