// POST /sign-in/passkey: the answer of an authenticator, which counts as both factors.
import type { Context } from '../../../domain/context.ts'
import { signInWithPasskey } from '../../../domain/passkeys/sign-in.ts'
import { readAuthentication } from '../../form/passkey-answers.ts'
import type { PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { beginSession, nextOf, signInForm, signInRefusal } from './sign-in.ts'

export function signInPasskey({ site, post }: Pages, context: Context): void {
  post('/sign-in/passkey', async (page, fields): Promise<PageAnswer> => {
    const answer = readAuthentication(fields.text('answer'))
    const next = nextOf(context, site, fields.text('next'))
    try {
      const signedIn = await signInWithPasskey(context, answer, page.request.ip)
      return await beginSession(context, page, signedIn, next)
    } catch (error) {
      const words = { invalid: page.text.passkeys.invalid, tooMany: page.text.signIn.tooMany }
      const refusal = await signInRefusal(context, page, error, words)
      return { ...(await signInForm(context, site, page, { login: '', next })), ...refusal }
    }
  })
}
