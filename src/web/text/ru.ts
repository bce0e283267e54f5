import type { en } from './en.ts'
import { account } from './ru/account.ts'
import { admin } from './ru/admin.ts'
import { apiTokens } from './ru/api-tokens.ts'
import { community } from './ru/community.ts'
import { deletion } from './ru/deletion.ts'
import { devices } from './ru/devices.ts'
import { email } from './ru/email.ts'
import { errors } from './ru/errors.ts'
import { groups } from './ru/groups.ts'
import { home } from './ru/home.ts'
import { layout } from './ru/layout.ts'
import { links } from './ru/links.ts'
import { oauth } from './ru/oauth.ts'
import { passkeys } from './ru/passkeys.ts'
import { recover } from './ru/recover.ts'
import { register } from './ru/register.ts'
import { security } from './ru/security.ts'
import { servers } from './ru/servers.ts'
import { settings } from './ru/settings.ts'
import { signIn } from './ru/sign-in.ts'
import { skin } from './ru/skin.ts'
import { webhooks } from './ru/webhooks.ts'
import { work } from './ru/work.ts'

export const ru: typeof en = {
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
