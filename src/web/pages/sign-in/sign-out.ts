// POST /sign-out: the button on every page.
import type { Context } from '../../../domain/context.ts'
import { endSession } from '../../../domain/tokens/web-sessions.ts'
import { clearCookie } from '../../context/cookies.ts'
import type { Pages } from '../../page/page-scope.ts'

export function signOut({ signedIn }: Pages, context: Context): void {
  signedIn.post('/sign-out', async ({ request, reply, secret }) => {
    await endSession(context, secret, request.ip)
    clearCookie(context, reply, 'session')
    return { to: '/sign-in', flash: 'signIn.signedOut' }
  })
}
