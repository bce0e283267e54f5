// POST /sign-in/continue: signs in the player who has just chosen a password in this browser.
import type { Context } from '../../../domain/context.ts'
import { completeWithoutCode, waitingSignIn } from '../../../domain/sign-in/second-step.ts'
import { readCookie } from '../../context/cookies.ts'
import { pathWithNext } from '../../context/next.ts'
import type { PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pendingSecret, startAgain } from './second-step.ts'
import { beginSession, nextOf, signInForm, signInRefusal } from './sign-in.ts'

export function signInContinue({ site, post }: Pages, context: Context): void {
  post('/sign-in/continue', async (page, fields): Promise<PageAnswer> => {
    const next = nextOf(context, site, fields.text('next'))
    const secret = pendingSecret(context, page)
    try {
      const signedIn = await completeWithoutCode(context, secret, page.request.ip)
      if (signedIn) return await beginSession(context, page, signedIn, next)
      const needsCode = (await waitingSignIn(context, secret))?.needsCode
      return needsCode ? { to: pathWithNext('/sign-in/code', next) } : startAgain(next)
    } catch (error) {
      const refusal = await signInRefusal(context, page, error)
      const login = readCookie(context, page.request, 'login') ?? ''
      return { ...(await signInForm(context, site, page, { login, next })), ...refusal }
    }
  })
}
