// /device: people enter the code that a launcher or a console shows, and decide what the device may do (RFC 8628,
// section 3.3).
import type { Context } from '../../../domain/context.ts'
import {
  allowDevice,
  chargeUserCode,
  denyDevice,
  type WaitingDevice,
  waitingDevice,
} from '../../../domain/oauth/devices.ts'
import { maySignInTo } from '../../../domain/oauth/membership.ts'
import { chosenPlayer, playAs } from '../../../domain/oauth/play-as.ts'
import { html } from '../../../lib/text/html.ts'
import { parseUserCode, shownUserCode } from '../../../model/community/oauth.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { pathWithNext } from '../../context/next.ts'
import { isSignedIn, type PageContext, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { field, form } from '../../form/forms.ts'
import { forMembers } from '../../layout/members-only.ts'
import { playAsField, playerRefused, rightsList, sentPlayer } from '../../layout/rights.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { queryOf } from './sign-in.ts'

type DeviceHandler = (
  page: SignedInPageContext,
  device: WaitingDevice,
  code: string,
) => PageAnswer | Promise<PageAnswer>

export function devicePages({ site, get, post, signedIn }: Pages, context: Context): void {
  /** Finds the device by its code and calls `act`; shows the form again if there is none. */
  const withDevice = async (
    page: SignedInPageContext,
    typed: string,
    handler: DeviceHandler,
  ): Promise<PageAnswer> => {
    try {
      await chargeUserCode(context, page.account, page.request.ip)
      return await handler(page, await waitingDevice(context, typed), shown(typed))
    } catch (error) {
      return { ...codeForm(site, page, typed, true), ...refusal(page, error) }
    }
  }

  get('/device', (page) => codeForm(site, page, shown(queryOf(page, 'user_code'))))

  const filledAt = (fields: FormFields): string => filled(fields.text('code'))

  // Only visitors who are signed in may try codes.
  post(
    '/device',
    (page, fields) => {
      const typed = fields.text('code')
      if (isSignedIn(page)) return withDevice(page, typed, (...asked) => question(context, site, ...asked))
      return { to: pathWithNext('/sign-in', site.href(filledAt(fields))), flash: 'oauth.signInFirst' }
    },
    { filledAt },
  )

  const answered = (page: SignedInPageContext, fields: FormFields) =>
    withDevice(page, fields.text('code'), async ({ account, request, session }, device, code) => {
      const answer = fields.text('answer')
      if (answer !== 'allow' && answer !== 'deny') return question(context, site, page, device, code)
      if (answer === 'deny') {
        await denyDevice(context, device)
        return { to: '/device/refused' }
      }
      if (!(await maySignInTo(context.db, device.client, account.id))) {
        return question(context, site, page, device, code)
      }
      const { startedAt: signedInAt } = session
      try {
        const player = chosenPlayer(await playAs(context, account, device), account, sentPlayer(fields))
        await allowDevice(context, device, account, { player, signedInAt, address: request.ip })
      } catch (error) {
        const refused = playerRefused(page, error)
        return { ...(await question(context, site, page, device, code, true)), ...refused }
      }
      return { to: '/device/connected' }
    })
  signedIn.post('/device/answer', answered, { filledAt })

  get('/device/connected', ({ text: { oauth } }) => ({
    heading: oauth.device.connected,
    content: html`<p class="lead">${oauth.device.connectedAdvice}</p>
<p><a href="${site.href('/account/applications')}">${oauth.device.manage}</a></p>`,
  }))

  get('/device/refused', ({ text: { oauth } }) => ({
    heading: oauth.device.refused,
    content: html`<p class="lead">${oauth.device.refusedAdvice}</p>`,
  }))
}

/** Returns the path, below the base URL, at which a code is filled in. */
const filled = (code: string): string => `/device?user_code=${encodeURIComponent(cut(code))}`

/** Anything longer can't be a code and need not be kept. */
const maxTyped = 32

/** Returns as much as is kept. Half of a surrogate pair could be in no address. */
const cut = (typed: string): string => typed.slice(0, maxTyped).toWellFormed()

/** Returns the code in the device's own form, if it can be a code. */
function shown(typed: string): string {
  const letters = parseUserCode(typed)
  return letters === undefined ? cut(typed) : shownUserCode(letters)
}

function refusal(
  { request, text: { oauth } }: PageContext,
  error: unknown,
): Pick<Page, 'status' | 'alert' | 'retryAfter'> {
  if (!(error instanceof Refused)) throw error
  const { reason, retryAfter = 1 } = error
  if (reason === 'user_code_unknown') {
    request.refused = error
    return { status: 422, alert: oauth.device.unknown }
  }
  if (reason !== 'too_many_user_codes') throw error
  request.refused = error
  return { status: 429, retryAfter, alert: oauth.device.tooMany(Math.ceil(retryAfter / 60)) }
}

function codeForm(site: Site, page: PageContext, value: string, isInvalid = false): Page {
  const { device } = page.text.oauth
  const here = value === '' ? undefined : site.href(filled(value))
  return {
    heading: device.heading,
    here,
    next: here,
    content: html`<section class="card">
${form(site, page, {
  action: '/device',
  submit: device.submit,
  fields: field({
    name: 'code',
    label: device.code,
    value,
    autocomplete: 'off',
    hint: device.hint,
    isInvalid,
  }),
})}
</section>`,
  }
}

async function question(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  { client, scope }: WaitingDevice,
  code: string,
  isInvalid = false,
): Promise<Page> {
  const { oauth } = page.text
  const action = '/device/answer'
  if (!(await maySignInTo(context.db, client, page.account.id))) {
    return forMembers(site, page, client.client_name, action, {}, { code })
  }
  const offered = await playAs(context, page.account, { client, scope })
  return {
    heading: oauth.allowHeading(client.client_name),
    here: site.href(filled(code)),
    content: html`<section class="card">
${rightsList(site, page, client.client_name, scope, offered)}
<p>${oauth.device.compare} <strong class="code">${code}</strong></p>
<p class="hint">${oauth.device.caution}</p>
<div class="choice">
${form(site, page, {
  action,
  submit: oauth.allow,
  hidden: { code, answer: 'allow' },
  fields: playAsField(page, offered, scope, isInvalid),
})}
${form(site, page, { action, submit: oauth.deny, variant: 'quiet', hidden: { code, answer: 'deny' } })}
</div>
</section>`,
  }
}
