// GET and POST /admin/clients/{id}/change: what was given when the application was registered.
import type { Context } from '../../../../domain/context.ts'
import { changeClient } from '../../../../domain/oauth/change-client.ts'
import { logoutUrisField } from '../../../../domain/oauth/client-fields.ts'
import { showClient } from '../../../../domain/oauth/clients.ts'
import { html } from '../../../../lib/text/html.ts'
import { type OauthClient, pkceModes, sharedClientId } from '../../../../model/community/oauth.ts'
import { Refused } from '../../../../model/errors/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import { form, select } from '../../../form/forms.ts'
import type { PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import {
  adminPage,
  declined,
  notProved,
  provingField,
  provingNote,
  type Typed,
  typedField,
  typedLines,
} from '../frame.ts'
import { clientPath } from './client.ts'
import { clientProblems, linesOf, pkceOf } from './clients.ts'

type TypedChanges = Typed<'name' | 'redirectUris' | 'logoutUris' | 'pkce' | 'groups'>

export function adminChangeClient({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const path = '/admin/clients/:id/change'

  const show = async (page: SignedInPageContext, changes?: TypedChanges): Promise<PageAnswer> => {
    const { client } = await showClient(context, pathParameter(page, 'id'))
    const back = clientPath(client.clientId)
    if (client.clientId === sharedClientId) return { to: back }
    const typed = changes ?? typedOf(client)
    const { clients: words } = page.text.admin
    const content = html`<p class="lead">${client.name}</p>
<section class="card narrow">
<p>${words.changeAbout}</p>
${provingNote(page)}
${form(site, page, {
  action: `${back}/change`,
  submit: words.save,
  fields: [
    typedField(typed, 'name', words.name, { hint: words.nameHint }),
    typedLines(typed, 'redirectUris', words.redirectUris, words.redirectUrisHint),
    typedLines(typed, 'logoutUris', words.logoutUris, words.logoutUrisHint),
    !client.isPublic &&
      select({
        name: 'pkce',
        label: words.pkce,
        value: typed.pkce ?? client.pkce,
        options: pkceModes.map((value) => ({ value, label: words.pkceModes[value] })),
      }),
    typedLines(typed, 'groups', words.groups, words.groupsHint),
    provingField(page, typed.wrong),
  ],
})}
</section>
<p><a href="${site.href(back)}">${page.text.oauth.members.back}</a></p>`
    return adminPage(words.change, content, typed)
  }

  admin.get(path, (page) => show(page))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const id = pathParameter(page, 'id')
    const typed = {
      name: fields.text('name').trim(),
      redirectUris: fields.text('redirectUris'),
      logoutUris: fields.text('logoutUris'),
      pkce: fields.text('pkce'),
      groups: fields.text('groups'),
    }
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...typed, ...refusal })
    try {
      await changeClient(context, actorOf(page), id, {
        name: typed.name,
        redirectUris: linesOf(typed.redirectUris),
        logoutUris: linesOf(typed.logoutUris),
        groups: fields.words('groups'),
        // The form of a public application does not have it.
        ...(typed.pkce !== '' && { pkce: pkceOf(typed.pkce) }),
      })
    } catch (error) {
      const refused = declined(page, error, clientProblems(page))
      const isOfLogout = error instanceof Refused && error.field === logoutUrisField
      return show(page, { ...typed, ...refused, ...(isOfLogout && { wrong: 'logoutUris' }) })
    }
    return { to: clientPath(id), flash: 'admin.clientChanged' }
  })
}

const typedOf = ({ name, redirectUris, logoutUris, pkce, groups }: OauthClient): TypedChanges => ({
  name,
  redirectUris: redirectUris.join('\n'),
  logoutUris: logoutUris.join('\n'),
  pkce,
  groups: groups.join('\n'),
})
