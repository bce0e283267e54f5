// The pages. Each is a file of ./pages/ with its GET and POST together, and one line here.
import type { Context } from '../domain/context.ts'
import type { Routes } from '../http/typed-fastify.ts'
import { type Assets, assetRoutes } from './assets.ts'
import { pageScope } from './page-scope.ts'
import { accountPage } from './pages/account.ts'
import { applicationsPage } from './pages/applications.ts'
import { type Authorize, authorizePages } from './pages/authorize.ts'
import { consentPage } from './pages/consent.ts'
import { devicePages } from './pages/device.ts'
import { homePage } from './pages/home.ts'
import { languageChoice } from './pages/language-choice.ts'
import { passkeyActions } from './pages/passkeys.ts'
import { recoveryCodesPage } from './pages/recovery-codes.ts'
import { securityPage } from './pages/security.ts'
import { signInPage } from './pages/sign-in.ts'
import { signInCodePage } from './pages/sign-in-code.ts'
import { signInPasskey } from './pages/sign-in-passkey.ts'
import { signOut } from './pages/sign-out.ts'
import { skinPage } from './pages/skin.ts'
import { totpPage } from './pages/totp.ts'

export const pageRoutes = (context: Context, assets: Assets, authorize: Authorize) => async (app: Routes) => {
  app.register(assetRoutes(assets), { prefix: '/assets' })
  app.register(async (scope: Routes) => {
    const pages = await pageScope(scope, context, assets)
    accountPage(pages)
    applicationsPage(pages, context)
    authorizePages(pages, authorize)
    consentPage(pages, context)
    devicePages(pages, context)
    homePage(pages, context)
    languageChoice(pages, context)
    passkeyActions(pages, context)
    recoveryCodesPage(pages, context)
    securityPage(pages, context)
    signInPage(pages, context)
    signInCodePage(pages, context)
    signInPasskey(pages, context)
    signOut(pages, context)
    skinPage(pages, context)
    totpPage(pages, context)
  })
}
