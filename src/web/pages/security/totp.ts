// GET and POST /account/security/totp: setting up the authenticator app.
import type { Context } from '../../../domain/context.ts'
import { turnOnSecondFactor } from '../../../domain/sign-in/own-second-factor.ts'
import { isNewTotpSecret, newTotpSecret } from '../../../lib/crypto/totp.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { Page, PageAnswer, Redirect } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { authenticatorForm } from './authenticator-form.ts'
import { codeOf } from './current-password.ts'
import { showCodes } from './recovery-codes.ts'
import { proofOf, proofRefusal } from './step-up.ts'

const alreadyOn: Redirect = { to: '/account/security', flash: 'security.alreadyOn' }

export function totpPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/security/totp', (page) =>
    // Each view has a new secret, which the form sends back. It is stored once a code proves it.
    page.account.hasSecondFactor
      ? alreadyOn
      : setUp(context, site, page, newTotpSecret(context.random.bytes)),
  )

  signedIn.post('/account/security/totp', async (page, fields): Promise<PageAnswer> => {
    const { account, text } = page
    const secret = fields.text('secret')
    const code = codeOf(fields)
    const shown = isNewTotpSecret(secret) ? secret : newTotpSecret(context.random.bytes)
    const refusal = page.session.isRecentlyAuthenticated
      ? undefined
      : await proofRefusal(context, site, page, fields, 'authenticator')
    if (refusal) {
      const wrong = refusal.status === 422 ? 'current' : undefined
      return { ...(await setUp(context, site, page, shown, wrong)), ...refusal }
    }
    try {
      const codes = await turnOnSecondFactor(context, actorOf(page), account, { secret, code })
      return showCodes(context, page, codes, 'security.turnedOn')
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      page.request.refused = error
      if (error.reason === 'second_factor_set') return alreadyOn
      if (error.reason !== 'app_code_wrong') throw error
      const alert = text.security.setUp.wrongCode
      return { ...(await setUp(context, site, page, shown, 'code')), status: 422, alert }
    }
  })
}

async function setUp(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  secret: string,
  wrong?: 'code' | 'current',
): Promise<Page> {
  const proof = page.session.isRecentlyAuthenticated
    ? undefined
    : await proofOf(context, page, 'authenticator', wrong === 'current')
  return {
    heading: page.text.security.app.heading,
    scripts: ['copy.js'],
    content: await authenticatorForm(site, page, {
      action: '/account/security/totp',
      username: page.account.username,
      secret,
      isCodeWrong: wrong === 'code',
      fields: proof?.field,
      ...(proof && { extraButtons: proof.otherWay }),
    }),
  }
}
