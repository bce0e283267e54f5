import type { en } from './en.ts'
import { account } from './zh-cn/account.ts'
import { admin } from './zh-cn/admin.ts'
import { apiTokens } from './zh-cn/api-tokens.ts'
import { community } from './zh-cn/community.ts'
import { deletion } from './zh-cn/deletion.ts'
import { devices } from './zh-cn/devices.ts'
import { email } from './zh-cn/email.ts'
import { errors } from './zh-cn/errors.ts'
import { groups } from './zh-cn/groups.ts'
import { home } from './zh-cn/home.ts'
import { layout } from './zh-cn/layout.ts'
import { links } from './zh-cn/links.ts'
import { oauth } from './zh-cn/oauth.ts'
import { passkeys } from './zh-cn/passkeys.ts'
import { recover } from './zh-cn/recover.ts'
import { register } from './zh-cn/register.ts'
import { security } from './zh-cn/security.ts'
import { servers } from './zh-cn/servers.ts'
import { settings } from './zh-cn/settings.ts'
import { signIn } from './zh-cn/sign-in.ts'
import { skin } from './zh-cn/skin.ts'
import { webhooks } from './zh-cn/webhooks.ts'
import { work } from './zh-cn/work.ts'

export const zhCn: typeof en = {
  account,
  admin,
  apiTokens,
  community,
  deletion,
  devices,
  email,
  errors,
  groups,
  home,
  layout,
  links,
  servers,
  settings,
  oauth,
  recover,
  register,
  passkeys,
  security,
  signIn,
  skin,
  webhooks,
  work,
}
