// POST /admin/accounts/{uuid}/link, and the one-time links that the account's page shows.

import type { Context, ReadContext } from '../../../../domain/context.ts'
import { createOneTimeLink, isOneTimeLinkGood } from '../../../../domain/sign-in/one-time-links.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import {
  isOneTimeLinkPurpose,
  type OneTimeLinkPurpose,
  oneTimeLinkPurposes,
} from '../../../../model/accounts/one-time-link.ts'
import { shownOneTimeLink } from '../../../../present/one-time-link.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { form, select } from '../../../form/forms.ts'
import { copyLine } from '../../../layout/copy-line.ts'
import { qrCode } from '../../../layout/qr-code.ts'
import { withTime } from '../../../layout/time.ts'
import { type Declined, declined, wrongField } from '../../../page/declined.ts'
import { keepSecret, takeSecret } from '../../../page/new-secret.ts'
import type { Redirect } from '../../../page/page.ts'
import { readEnd } from '../end.ts'
import { notProved, provingField } from '../frame.ts'
import type { TypedAccount } from './account-forms.ts'
import { accountPath } from './accounts.ts'

/** The lifetimes to choose from; the second is the default. */
const lifetimes = ['1h', '24h', '7d'] as const

/** Renders the form, folded unless it was declined: most visits are for something else. */
export function oneTimeLinkFold(
  context: ReadContext,
  site: Site,
  page: SignedInPageContext,
  account: Account,
  typed: TypedAccount,
): Html {
  const { admin: words } = page.text.links
  const { link_of_suspended, link_password_off } = page.text.admin.refused
  const purposes = oneTimeLinkPurposes.filter((purpose) => isOneTimeLinkGood(context, account, purpose))
  const none = account.suspension ? link_of_suspended : purposes.length === 0 ? link_password_off : undefined
  return html`<details${typed.purpose !== undefined && html` open`}>
<summary><h2>${words.heading}</h2></summary>
${none === undefined ? oneTimeLinkForm(site, page, account, typed, purposes) : html`<p>${none}</p>`}
</details>`
}

function oneTimeLinkForm(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  typed: TypedAccount,
  purposes: readonly OneTimeLinkPurpose[],
): Html {
  const { admin: words } = page.text.links
  return html`<p>${words.about}</p>
${form(site, page, {
  action: `${accountPath(account)}/link`,
  submit: words.create,
  fields: [
    select({
      name: 'for',
      label: words.purpose,
      value: typed.purpose ?? 'password',
      options: purposes.map((value) => ({ value, label: words.purposes[value] })),
    }),
    select({
      name: 'lasts',
      label: words.lasts,
      value: typed.lasts ?? lifetimes[1],
      options: lifetimes.map((value) => ({ value, label: words.lifetimes[value] })),
    }),
    provingField(page, typed.purpose === undefined ? undefined : typed.wrong, 'link-'),
  ],
})}`
}

/** Renders the link that was just created, which this page shows once. */
export async function newOneTimeLinkCard(
  context: Context,
  page: SignedInPageContext,
  account: Account,
): Promise<Html | undefined> {
  const kept = takeSecret(context, page, account.id) ?? ''
  const [, end, token] = /^(\d{13})\.([\w-]{22})$/.exec(kept) ?? []
  if (end === undefined || token === undefined) return undefined
  const { admin: words } = page.text.links
  const expiresAt = Number(end)
  const { url } = shownOneTimeLink({ token, expiresAt }, context.baseUrl())
  return html`<section class="card">
<h2>${words.made}</h2>
<p>${withTime(page.language, expiresAt, words.once(expiresAt))}</p>
${copyLine(page.text, url)}
${await qrCode(url, words.qrCode)}
</section>`
}

/** Creates a link. The form requires the password again, and the page then shows the link. */
export async function makeOneTimeLink(
  context: Context,
  page: SignedInPageContext,
  account: Account,
  fields: FormFields,
): Promise<Redirect | TypedAccount> {
  const { admin: words } = page.text.links
  const [purpose, lasts] = [fields.text('for'), fields.text('lasts')]
  const again = (problem: Declined): TypedAccount => ({ ...problem, purpose, lasts })
  const refusal = await notProved(context, page, fields)
  if (refusal) return again(refusal)
  const expiresAt = readEnd(lasts, context.clock())
  if (!isOneTimeLinkPurpose(purpose) || typeof expiresAt !== 'number')
    return again(wrongField('', words.malformed))
  try {
    const { token, expiresAt: end } = await createOneTimeLink(context, actorOf(page), account, {
      purpose,
      expiresAt,
    })
    keepSecret(context, page, account.id, `${end}.${token}`)
  } catch (error) {
    return again(
      declined(page, error, {
        link_too_long: ['', words.malformed],
      }),
    )
  }
  return { to: accountPath(account), flash: 'links.created' }
}
