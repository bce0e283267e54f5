// The pages. Each is a file of ./pages/ with its GET and POST together, and one line here.
import type { Context } from '../domain/context.ts'
import type { Routes } from '../http/typed-fastify.ts'
import { type Assets, assetRoutes } from './assets.ts'
import { pageScope } from './page-scope.ts'
import { accountPage } from './pages/account.ts'
import { languageChoice } from './pages/language-choice.ts'
import { recoverPage } from './pages/recover.ts'
import { registerPage } from './pages/register.ts'
import { registerConfirmPage } from './pages/register-confirm.ts'
import { signInPage } from './pages/sign-in.ts'
import { signInCodePage } from './pages/sign-in-code.ts'
import { signOut } from './pages/sign-out.ts'

export const pageRoutes = (context: Context, assets: Assets) => async (app: Routes) => {
  app.register(assetRoutes(assets), { prefix: '/assets' })
  app.register(async (scope: Routes) => {
    const pages = await pageScope(scope, context, assets)
    accountPage(pages)
    languageChoice(pages, context)
    recoverPage(pages, context)
    registerPage(pages, context)
    registerConfirmPage(pages, context)
    signInPage(pages, context)
    signInCodePage(pages, context)
    signOut(pages, context)
  })
}
