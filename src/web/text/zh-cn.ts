import type { en } from './en.ts'
import { account } from './zh-cn/account.ts'
import { errors } from './zh-cn/errors.ts'
import { layout } from './zh-cn/layout.ts'
import { recover } from './zh-cn/recover.ts'
import { register } from './zh-cn/register.ts'
import { signIn } from './zh-cn/sign-in.ts'

export const zhCn: typeof en = {
  account,
  errors,
  layout,
  recover,
  register,
  signIn,
}
