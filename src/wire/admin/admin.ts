import type { Context } from '../../domain/context.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { accountActionRoutes } from './account-actions.ts'
import { accountTextureRoutes } from './account-textures.ts'
import { accountRoutes } from './accounts.ts'
import { adminApi } from './api.ts'
import { apiTokenRoutes } from './api-tokens.ts'
import { appPasswordRoutes } from './app-passwords.ts'
import { auditRoutes } from './audit.ts'
import { backupRoutes } from './backup.ts'
import { banRoutes } from './bans.ts'
import { bedrockRoutes } from './bedrock.ts'
import { characterRoutes } from './characters.ts'
import { clientRoutes } from './clients.ts'
import { deletionRoutes } from './deletions.ts'
import { figuresRoutes } from './figures.ts'
import { friendRoutes } from './friends.ts'
import { groupRoutes } from './groups.ts'
import { heldNameRoutes } from './held-names.ts'
import { inviteRoutes } from './invites.ts'
import { keyRoutes } from './keys.ts'
import { oneTimeLinkRoutes } from './links.ts'
import { mailRoutes } from './mail.ts'
import { moderationRoutes } from './moderation.ts'
import { neighbourRoutes } from './neighbours.ts'
import { overviewRoutes } from './overview.ts'
import { providerRoutes } from './providers.ts'
import { serverRoutes } from './servers.ts'
import { settingRoutes } from './settings.ts'
import { shelfRoutes } from './shelves.ts'
import { visitorRoutes } from './visitors.ts'
import { webhookRoutes } from './webhooks.ts'
import { whyRoutes } from './why.ts'

/** The API for administration, with a file for each resource. */
const resources = [
  accountRoutes,
  accountActionRoutes,
  accountTextureRoutes,
  characterRoutes,
  friendRoutes,
  bedrockRoutes,
  moderationRoutes,
  shelfRoutes,
  appPasswordRoutes,
  auditRoutes,
  clientRoutes,
  groupRoutes,
  deletionRoutes,
  heldNameRoutes,
  inviteRoutes,
  banRoutes,
  keyRoutes,
  oneTimeLinkRoutes,
  serverRoutes,
  neighbourRoutes,
  providerRoutes,
  visitorRoutes,
  settingRoutes,
  whyRoutes,
  overviewRoutes,
  figuresRoutes,
  backupRoutes,
  mailRoutes,
  apiTokenRoutes,
  webhookRoutes,
]

export const adminRoutes = (context: Context) => async (app: Routes) => {
  const api = adminApi(app, context)
  for (const register of resources) register(api)
  app.setNotFoundHandler(() => {
    throw new Refused('route_unknown')
  })
}
