// GET and POST /account/security/totp: setting up the authenticator app.
import type { Context } from '../../domain/context.ts'
import { turnOnSecondFactor } from '../../domain/sign-in/own-second-factor.ts'
import { isNewTotpSecret, newTotpSecret } from '../../lib/crypto/totp.ts'
import { Refused } from '../../model/refusal.ts'
import type { Page, PageAnswer, Redirect } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import type { Site } from '../visit/site.ts'
import { actorOf, type SignedInVisit } from '../visit/visit.ts'
import { authenticatorForm } from './authenticator-form.ts'
import { codeOf, currentPasswordField, currentPasswordRefusal } from './current-password.ts'
import { showCodes } from './recovery-codes.ts'

const alreadyOn: Redirect = { to: '/account/security', said: 'security.alreadyOn' }

export function totpPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/security/totp', (visit) =>
    // Each view has a new secret, which the form sends back. It is stored once a code proves it.
    visit.account.hasSecondFactor ? alreadyOn : setUp(site, visit, newTotpSecret(context.random.bytes)),
  )

  signedIn.post('/account/security/totp', async (visit, fields): Promise<PageAnswer> => {
    const { account, text } = visit
    const secret = fields.text('secret')
    const code = codeOf(fields)
    const shown = isNewTotpSecret(secret) ? secret : newTotpSecret(context.random.bytes)
    const refusal = visit.session.isRecentlyAuthenticated
      ? undefined
      : await currentPasswordRefusal(context, visit, fields)
    if (refusal) {
      const wrong = refusal.status === 422 ? 'current' : undefined
      return { ...(await setUp(site, visit, shown, wrong)), ...refusal }
    }
    try {
      const codes = await turnOnSecondFactor(context, actorOf(visit), account, { secret, code })
      if (codes) return showCodes(context, visit, codes, 'security.turnedOn')
    } catch (error) {
      if (error instanceof Refused && error.reason === 'second_factor_set') return alreadyOn
      throw error
    }
    const alert = text.security.setUp.wrongCode
    return { ...(await setUp(site, visit, shown, 'code')), status: 422, alert }
  })
}

async function setUp(
  site: Site,
  visit: SignedInVisit,
  secret: string,
  wrong?: 'code' | 'current',
): Promise<Page> {
  return {
    heading: visit.text.security.app.heading,
    scripts: ['copy.js'],
    content: await authenticatorForm(site, visit, {
      action: '/account/security/totp',
      username: visit.account.username,
      secret,
      isCodeWrong: wrong === 'code',
      fields: !visit.session.isRecentlyAuthenticated && currentPasswordField(visit, wrong === 'current'),
    }),
  }
}
