// Registers the pages. Each is a file of ./pages/ that has its GET and POST, and a line here.
import type { Context } from '../domain/context.ts'
import type { Routes } from '../http/server/typed-fastify.ts'
import { type Assets, assetRoutes } from './assets.ts'
import { pageScope } from './page/page-scope.ts'
import { accountPage } from './pages/account/account.ts'
import { appPasswordsPage } from './pages/account/app-passwords.ts'
import { applicationsPage } from './pages/account/applications.ts'
import { characterPage } from './pages/account/character.ts'
import { charactersPage } from './pages/account/characters.ts'
import { deletePage } from './pages/account/delete.ts'
import { devicesPage } from './pages/account/devices.ts'
import { emailPage } from './pages/account/email.ts'
import { exportPage } from './pages/account/export.ts'
import { friendsPage } from './pages/account/friends.ts'
import { languagePage } from './pages/account/language.ts'
import { linkedForm, linkedPage } from './pages/account/linked.ts'
import { passwordPage } from './pages/account/password.ts'
import { playPage } from './pages/account/play.ts'
import { ownReportsPage } from './pages/account/reports.ts'
import { accountServersPage } from './pages/account/servers.ts'
import { skinPage } from './pages/account/skin.ts'
import { usernamePage } from './pages/account/username.ts'
import { wardrobePage } from './pages/account/wardrobe.ts'
import { adminAccount } from './pages/admin/accounts/account.ts'
import { adminAccountTextures } from './pages/admin/accounts/account-textures.ts'
import { adminAccounts } from './pages/admin/accounts/accounts.ts'
import { adminInvites } from './pages/admin/accounts/invites.ts'
import { adminApiTokens } from './pages/admin/applications/api-tokens.ts'
import { adminChangeClient } from './pages/admin/applications/change-client.ts'
import { adminChangeWebhook } from './pages/admin/applications/change-webhook.ts'
import { adminClient } from './pages/admin/applications/client.ts'
import { adminClients } from './pages/admin/applications/clients.ts'
import { adminWebhook } from './pages/admin/applications/webhook.ts'
import { adminWebhooks } from './pages/admin/applications/webhooks.ts'
import { adminBans } from './pages/admin/bans.ts'
import { adminGroup } from './pages/admin/community/group.ts'
import { adminGroups } from './pages/admin/community/groups.ts'
import { adminReports } from './pages/admin/community/reports.ts'
import { adminServer } from './pages/admin/community/server.ts'
import { adminServers } from './pages/admin/community/servers.ts'
import { adminSettings } from './pages/admin/community/settings.ts'
import { adminFigures } from './pages/admin/figures/figures.ts'
import { adminKeys } from './pages/admin/keys.ts'
import { adminNeighbour } from './pages/admin/neighbours/neighbour.ts'
import { adminNeighbours } from './pages/admin/neighbours/neighbours.ts'
import { adminProvider } from './pages/admin/neighbours/provider.ts'
import { adminProviders } from './pages/admin/neighbours/providers.ts'
import { adminVisitor } from './pages/admin/neighbours/visitor.ts'
import { adminVisitors } from './pages/admin/neighbours/visitors.ts'
import { adminOverview } from './pages/admin/overview.ts'
import { adminAudit } from './pages/admin/records/audit.ts'
import { adminWhy } from './pages/admin/records/why.ts'
import { adminUndoDeletion } from './pages/admin/undo-deletion.ts'
import { endSessionPages, type ReadEndSession } from './pages/end-session.ts'
import { homePage } from './pages/home.ts'
import { languageChoice } from './pages/language-choice.ts'
import { launchersPage } from './pages/launchers.ts'
import { libraryPages } from './pages/library.ts'
import { providerCallback } from './pages/providers/callback.ts'
import { chooseUsernamePage } from './pages/providers/choose-username.ts'
import { startAtProvider } from './pages/providers/start.ts'
import { reportPage } from './pages/report.ts'
import { rulesPage } from './pages/rules.ts'
import { confirmPages } from './pages/security/confirm.ts'
import { confirmByMailPage } from './pages/security/confirm-by-mail.ts'
import { recoveryCodesPage } from './pages/security/recovery-codes.ts'
import { securityPage } from './pages/security/security.ts'
import { totpPage } from './pages/security/totp.ts'
import { undoPage } from './pages/security/undo.ts'
import { serversPage } from './pages/servers.ts'
import { setupPage } from './pages/setup.ts'
import { type Authorize, authorizePages } from './pages/sign-in/authorize.ts'
import { consentPage } from './pages/sign-in/consent.ts'
import { devicePages } from './pages/sign-in/device.ts'
import { oneTimeLinkPage } from './pages/sign-in/link.ts'
import { recoverPage } from './pages/sign-in/recover.ts'
import { registerPage } from './pages/sign-in/register.ts'
import { registerConfirmPage } from './pages/sign-in/register-confirm.ts'
import { signInPage } from './pages/sign-in/sign-in.ts'
import { signInCodePage } from './pages/sign-in/sign-in-code.ts'
import { signInContinue } from './pages/sign-in/sign-in-continue.ts'
import { signInPasskey } from './pages/sign-in/sign-in-passkey.ts'
import { signOut } from './pages/sign-in/sign-out.ts'
import { widgetRoutes } from './pages/widget.ts'

/** The parts of the protocols that pages use. */
interface Protocols {
  authorize: Authorize
  readEndSession: ReadEndSession
}

export const pageRoutes = (context: Context, assets: Assets, protocols: Protocols) => async (app: Routes) => {
  app.register(assetRoutes(assets), { prefix: '/assets' })
  if (context.config.widget.length > 0) app.register(widgetRoutes(context, assets), { prefix: '/widget' })
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
    adminChangeClient(pages, context)
    adminClients(pages, context)
    adminUndoDeletion(pages, context)
    adminFigures(pages, context)
    adminGroup(pages, context)
    adminGroups(pages, context)
    adminInvites(pages, context)
    adminKeys(pages, context)
    adminNeighbour(pages, context)
    adminNeighbours(pages, context)
    adminProvider(pages, context)
    adminProviders(pages, context)
    adminOverview(pages, context)
    adminReports(pages, context)
    adminServer(pages, context)
    adminServers(pages, context)
    adminSettings(pages, context)
    adminVisitor(pages, context)
    adminVisitors(pages, context)
    adminWhy(pages, context)
    adminWebhook(pages, context)
    adminChangeWebhook(pages, context)
    adminWebhooks(pages, context)
    appPasswordsPage(pages, context)
    confirmPages(pages, context)
    confirmByMailPage(pages, context)
    applicationsPage(pages, context)
    authorizePages(pages, protocols.authorize)
    endSessionPages(pages, context, protocols.readEndSession)
    characterPage(pages, context)
    charactersPage(pages, context)
    consentPage(pages, context)
    deletePage(pages, context)
    devicePages(pages, context)
    devicesPage(pages, context)
    emailPage(pages, context)
    exportPage(pages, context)
    homePage(pages, context)
    languageChoice(pages, context)
    if (pages.site.hasLibrary) libraryPages(pages, context)
    languagePage(pages, context)
    launchersPage(pages, context)
    oneTimeLinkPage(pages, context)
    setupPage(pages, context)
    linkedPage(pages, context)
    if (context.config.friends !== 'off') friendsPage(pages, context)
    ownReportsPage(pages, context)
    playPage(pages, context)
    passwordPage(pages, context)
    providerCallback(pages, context, linkedForm)
    startAtProvider(pages, context)
    chooseUsernamePage(pages, context)
    recoverPage(pages, context)
    recoveryCodesPage(pages, context)
    reportPage(pages, context)
    registerConfirmPage(pages, context)
    registerPage(pages, context)
    securityPage(pages, context)
    rulesPage(pages, context)
    accountServersPage(pages, context)
    serversPage(pages, context)
    signInCodePage(pages, context)
    signInContinue(pages, context)
    signInPage(pages, context)
    signInPasskey(pages, context)
    signOut(pages, context)
    skinPage(pages, context)
    if (context.config.wardrobeSize > 0) wardrobePage(pages, context)
    totpPage(pages, context)
    undoPage(pages, context)
    usernamePage(pages, context)
  })
}
