// Registers the pages. Each is a file of ./pages/ that has its GET and POST, and a line here.
import type { Context } from '../domain/context.ts'
import type { Routes } from '../http/server/typed-fastify.ts'
import { type Assets, assetRoutes } from './assets.ts'
import { pageScope } from './page/page-scope.ts'
import { accountPage } from './pages/account.ts'
import { accountServersPage } from './pages/account-servers.ts'
import { adminAccount } from './pages/admin/account.ts'
import { adminAccountTextures } from './pages/admin/account-textures.ts'
import { adminAccounts } from './pages/admin/accounts.ts'
import { adminApiTokens } from './pages/admin/api-tokens.ts'
import { adminAudit } from './pages/admin/audit.ts'
import { adminBans } from './pages/admin/bans.ts'
import { adminClient } from './pages/admin/client.ts'
import { adminClients } from './pages/admin/clients.ts'
import { adminGroup } from './pages/admin/group.ts'
import { adminGroups } from './pages/admin/groups.ts'
import { adminInvites } from './pages/admin/invites.ts'
import { adminKeys } from './pages/admin/keys.ts'
import { adminOverview } from './pages/admin/overview.ts'
import { adminServer } from './pages/admin/server.ts'
import { adminServers } from './pages/admin/servers.ts'
import { adminSettings } from './pages/admin/settings.ts'
import { adminWebhook } from './pages/admin/webhook.ts'
import { adminWebhooks } from './pages/admin/webhooks.ts'
import { adminWhy } from './pages/admin/why.ts'
import { applicationsPage } from './pages/applications.ts'
import { type Authorize, authorizePages } from './pages/authorize.ts'
import { consentPage } from './pages/consent.ts'
import { deletePage } from './pages/delete.ts'
import { devicePages } from './pages/device.ts'
import { devicesPage } from './pages/devices.ts'
import { emailPage } from './pages/email.ts'
import { exportPage } from './pages/export.ts'
import { homePage } from './pages/home.ts'
import { languagePage } from './pages/language.ts'
import { languageChoice } from './pages/language-choice.ts'
import { launchersPage } from './pages/launchers.ts'
import { linkPage } from './pages/link.ts'
import { passwordPage } from './pages/password.ts'
import { recoverPage } from './pages/recover.ts'
import { recoveryCodesPage } from './pages/recovery-codes.ts'
import { registerPage } from './pages/register.ts'
import { registerConfirmPage } from './pages/register-confirm.ts'
import { securityPage } from './pages/security.ts'
import { serversPage } from './pages/servers.ts'
import { signInPage } from './pages/sign-in.ts'
import { signInCodePage } from './pages/sign-in-code.ts'
import { signInPasskey } from './pages/sign-in-passkey.ts'
import { signOut } from './pages/sign-out.ts'
import { skinPage } from './pages/skin.ts'
import { totpPage } from './pages/totp.ts'
import { undoFactorPage } from './pages/undo-factor.ts'
import { usernamePage } from './pages/username.ts'

export const pageRoutes = (context: Context, assets: Assets, authorize: Authorize) => async (app: Routes) => {
  app.register(assetRoutes(assets), { prefix: '/assets' })
  app.register(async (scope: Routes) => {
    const pages = await pageScope(scope, context, assets)
    accountPage(pages, context)
    adminAccount(pages, context)
    adminAccountTextures(pages, context)
    adminAccounts(pages, context)
    adminApiTokens(pages, context)
    adminAudit(pages, context)
    adminBans(pages, context)
    adminClient(pages, context)
    adminClients(pages, context)
    adminGroup(pages, context)
    adminGroups(pages, context)
    adminInvites(pages, context)
    adminKeys(pages, context)
    adminOverview(pages, context)
    adminServer(pages, context)
    adminServers(pages, context)
    adminSettings(pages, context)
    adminWhy(pages, context)
    adminWebhook(pages, context)
    adminWebhooks(pages, context)
    applicationsPage(pages, context)
    authorizePages(pages, authorize)
    consentPage(pages, context)
    deletePage(pages, context)
    devicePages(pages, context)
    devicesPage(pages, context)
    emailPage(pages, context)
    exportPage(pages, context)
    homePage(pages, context)
    languageChoice(pages, context)
    languagePage(pages, context)
    launchersPage(pages, context)
    linkPage(pages, context)
    passwordPage(pages, context)
    recoverPage(pages, context)
    recoveryCodesPage(pages, context)
    registerConfirmPage(pages, context)
    registerPage(pages, context)
    securityPage(pages, context)
    accountServersPage(pages, context)
    serversPage(pages, context)
    signInCodePage(pages, context)
    signInPage(pages, context)
    signInPasskey(pages, context)
    signOut(pages, context)
    skinPage(pages, context)
    totpPage(pages, context)
    undoFactorPage(pages, context)
    usernamePage(pages, context)
  })
}
