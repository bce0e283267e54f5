import { account } from './en/account.ts'
import { admin } from './en/admin.ts'
import { apiTokens } from './en/api-tokens.ts'
import { community } from './en/community.ts'
import { deletion } from './en/deletion.ts'
import { devices } from './en/devices.ts'
import { email } from './en/email.ts'
import { errors } from './en/errors.ts'
import { groups } from './en/groups.ts'
import { home } from './en/home.ts'
import { layout } from './en/layout.ts'
import { links } from './en/links.ts'
import { oauth } from './en/oauth.ts'
import { passkeys } from './en/passkeys.ts'
import { recover } from './en/recover.ts'
import { register } from './en/register.ts'
import { security } from './en/security.ts'
import { servers } from './en/servers.ts'
import { settings } from './en/settings.ts'
import { signIn } from './en/sign-in.ts'
import { skin } from './en/skin.ts'
import { webhooks } from './en/webhooks.ts'
import { work } from './en/work.ts'

/** The original texts: every other language has this type, so that a missing text does not compile. */
export const en = {
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
