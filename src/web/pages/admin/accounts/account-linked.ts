// POST /admin/accounts/{uuid}/unlink, and the players of other services that the account's page shows.
import type { Context } from '../../../../domain/context.ts'
import type { LinkedIdentity } from '../../../../domain/identities/linked.ts'
import { unlinkProvider } from '../../../../domain/identities/operator.ts'
import { unlinkPlayer } from '../../../../domain/linking/unlink.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { originOf } from '../../../../model/community/bedrock.ts'
import type { LinkedPlayer } from '../../../../model/community/linked-player.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { form } from '../../../form/forms.ts'
import { withTime } from '../../../layout/time.ts'
import { flashed } from '../../../page/declined.ts'
import type { Redirect } from '../../../page/page.ts'
import { accountPath } from './accounts.ts'

/** Renders the linked players, and those who sign in through a provider, with their buttons. */
export function linkedList(
  site: Site,
  page: SignedInPageContext,
  account: Account,
  players: readonly LinkedPlayer[],
  identities: readonly LinkedIdentity[],
): Html {
  const { linked } = page.text
  return html`<ul class="rows">${players.map(
    ({
      neighbour,
      id,
      name,
      linkedAt,
    }) => html`<li><div><strong>${name}</strong><p class="hint">${withTime(page.language, linkedAt, linked.since(originOf({ neighbour, id }), linkedAt))}</p></div>
${form(site, page, {
  action: `${accountPath(account)}/unlink`,
  submit: linked.unlink(name),
  variant: 'quiet',
  hidden: { neighbour, id },
})}</li>`,
  )}</ul>
${
  identities.length > 0 &&
  form(site, page, {
    action: `${accountPath(account)}/unlink`,
    submit: undefined,
    fields: html`<ul class="rows">${identities.map(
      ({ provider, name, linkedAt }) =>
        html`<li><div><strong>${name}</strong><p class="hint">${withTime(page.language, linkedAt, linked.since(provider.title, linkedAt))}</p></div>
<button class="quiet" name="provider" value="${provider.name}">${linked.unlink(provider.title)}</button></li>`,
    )}</ul>`,
  })
}`
}

export async function unlinkFromForm(
  context: Context,
  page: SignedInPageContext,
  account: Account,
  fields: FormFields,
): Promise<Redirect> {
  const provider = fields.text('provider')
  if (provider !== '') {
    const work = unlinkProvider(context, actorOf(page), account, provider)
    const refusals = { last_way_in: 'providers.lastWay' } as const
    return flashed(accountPath(account), work, 'linked.identityUnlinked', refusals)
  }
  const player = { neighbour: fields.text('neighbour'), id: fields.text('id') }
  await unlinkPlayer(context, actorOf(page), account, player)
  return { to: accountPath(account), flash: 'linked.unlinked' }
}
