// GET and POST /account/applications: the applications that have access to the account, and how to remove them.
import type { Context } from '../../../domain/context.ts'
import { listGrants, removeGrant } from '../../../domain/oauth/grants.ts'
import { html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { actorOf } from '../../context/page-context.ts'
import { form } from '../../form/forms.ts'
import { rightsOfScope } from '../../layout/rights.ts'
import { withTime } from '../../layout/time.ts'
import type { PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { allPlayers } from './all-players.ts'

const path = '/account/applications'

export function applicationsPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get(path, async (page) => {
    const { oauth, account } = page.text
    const { players, nameOf, part } = await allPlayers(context, page)
    const { shown: grants, pager } = part(await listGrants(context, ...players))
    const ofPlayer = (id: string) => nameOf(id) !== undefined && `${nameOf(id)} · `
    return {
      heading: account.menu.applications.heading,
      content: html`${grants.length === 0 && html`<p class="lead">${oauth.applications.none}</p>`}
${grants.map(
  ({ id, accountId, clientName, scope, createdAt }) => html`<section class="card">
<h2>${clientName}</h2>
<ul class="rights">
${rightsOfScope(site, scope).map((right) => html`<li>${oauth.rights[right]}</li>`)}
</ul>
<p class="hint">${ofPlayer(accountId)}${withTime(page.language, createdAt, oauth.applications.since(createdAt))}</p>
${form(site, page, {
  action: path,
  submit: oauth.applications.remove(clientName),
  ...(nameOf(accountId) && {
    accessibleName: `${oauth.applications.remove(clientName)}, ${nameOf(accountId)}`,
  }),
  variant: 'quiet',
  hidden: { grant: id },
})}
</section>`,
)}${pager}`,
    }
  })

  signedIn.post(path, async (page, fields): Promise<PageAnswer> => {
    try {
      const { players } = await allPlayers(context, page)
      await removeGrant(context, actorOf(page), players, fields.text('grant'))
    } catch (error) {
      // It had already ended, which is what the player wants.
      if (!(error instanceof Refused && error.reason === 'grant_ended')) throw error
    }
    return { to: path, flash: 'oauth.removed' }
  })
}
