// The passkeys of /account/security, and POST /sign-in/passkey.
import type { Context } from '../../../domain/context.ts'
import {
  addPasskey,
  listPasskeys,
  maxPasskeys,
  type Passkey,
  passkeyOptions,
  removePasskey,
} from '../../../domain/passkeys/passkeys.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import type { FormFields } from '../../form/form-fields.ts'
import { field, form } from '../../form/forms.ts'
import { readRegistration } from '../../form/passkey-answers.ts'
import { passkeyForm } from '../../form/passkey-form.ts'
import { withTime } from '../../layout/time.ts'
import { flashed } from '../../page/declined.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { signInToSend } from '../../page/sign-in-first.ts'

/** The name of a passkey as it was typed. */
export interface TypedName {
  name: string
  isWrong: boolean
}

/** Registers the passkey forms. `show` renders the page again with a rejected name. */
export function passkeyActions(
  { site, signedIn }: Pages,
  context: Context,
  show: (page: SignedInPageContext, typed: TypedName) => Promise<Page>,
): void {
  const proveAgain = (page: SignedInPageContext, fields: FormFields) =>
    signInToSend(context, site, page, fields, '/sign-in?again=1')

  signedIn.post('/account/security/passkeys', async (page, fields): Promise<PageAnswer> => {
    if (!page.session.isRecentlyAuthenticated) return proveAgain(page, fields)
    const passkey = { answer: readRegistration(fields.text('answer')), name: fields.trimmed('name').name }
    try {
      await addPasskey(context, actorOf(page), page.account, passkey)
      return { to: '/account/security', flash: 'passkeys.added' }
    } catch (error) {
      if (!(error instanceof Refused && error.reason.startsWith('passkey_'))) throw error
      page.request.refused = error
      if (error.reason === 'passkey_unproved') return { to: '/account/security', flash: 'passkeys.notAdded' }
      const alert = page.text.passkeys.nameWrong
      return { ...(await show(page, { name: passkey.name, isWrong: true })), status: 422, alert }
    }
  })

  signedIn.post('/account/security/passkeys/remove', async (page, fields): Promise<PageAnswer> => {
    if (!page.session.isRecentlyAuthenticated) return proveAgain(page, fields)
    const work = removePasskey(context, actorOf(page), page.account, fields.text('id'))
    return flashed('/account/security', work, 'passkeys.removed', { last_way_in: 'passkeys.lastWay' })
  })
}

/** Renders the passkeys of an account; undefined if this service can't use passkeys. */
export async function passkeySection(
  context: Context,
  site: Site,
  page: SignedInPageContext,
  typed?: TypedName,
): Promise<Html | undefined> {
  const existing = await listPasskeys(context, page.account)
  const options = await passkeyOptions(context, page.account, existing)
  if (!options) return undefined
  const { passkeys } = page.text
  return html`<section class="card">
<h2>${passkeys.heading}</h2>
<p>${passkeys.explanation}</p>
${existing.length > 0 && html`<ul class="rows">${existing.map((passkey) => row(site, page, passkey))}</ul>`}
${
  existing.length < maxPasskeys &&
  passkeyForm(
    page.session.isRecentlyAuthenticated ? 'add' : 'prove',
    options,
    passkeys.failed,
    form(site, page, {
      action: '/account/security/passkeys',
      submit: passkeys.add,
      hidden: { answer: '' },
      fields: field({
        name: 'name',
        label: passkeys.name,
        hint: passkeys.nameHint,
        value: typed?.name ?? deviceName(page.request.headers['user-agent']),
        isInvalid: typed?.isWrong ?? false,
        autocomplete: 'off',
        optional: true,
      }),
    }),
    passkeys.missing,
  )
}
</section>`
}

function row(site: Site, page: SignedInPageContext, { id, name, createdAt, lastUsedAt }: Passkey): Html {
  const { passkeys } = page.text
  const used = lastUsedAt === undefined ? passkeys.addedAt(createdAt) : passkeys.usedAt(lastUsedAt)
  return html`<li><div><strong>${name}</strong><p class="hint">${withTime(page.language, lastUsedAt ?? createdAt, used)}</p></div>
${form(site, page, {
  action: '/account/security/passkeys/remove',
  submit: passkeys.remove(name),
  variant: 'quiet',
  hidden: { id },
})}</li>`
}

const devices = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'Linux']

/** Returns a first guess at what the owner would call the device. */
const deviceName = (userAgent = ''): string =>
  devices.find((device) => userAgent.includes(device)) ?? 'Passkey'
