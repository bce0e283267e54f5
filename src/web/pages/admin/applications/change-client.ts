// GET and POST /admin/clients/{id}/change: what was given when the application was registered.
import type { Context } from '../../../../domain/context.ts'
import { changeClient } from '../../../../domain/oauth/change-client.ts'
import { showClient } from '../../../../domain/oauth/clients.ts'
import { html } from '../../../../lib/text/html.ts'
import { type OauthClient, sharedClientId } from '../../../../model/community/oauth.ts'
import { clientFields, pkceModes } from '../../../../model/fields/client.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import { form, select } from '../../../form/forms.ts'
import { type Typed, typedField } from '../../../page/declined.ts'
import type { PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { adminPage, boundsOf, notProved, provingField, provingNote, typedLines } from '../frame.ts'
import { clientPath } from './client.ts'
import { declinedClient, givenIn, typedIn } from './clients.ts'

type TypedChanges = Typed<keyof ReturnType<typeof typedIn>>

export function adminChangeClient({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const path = '/admin/clients/:id/change'

  const show = async (page: SignedInPageContext, changes?: TypedChanges): Promise<PageAnswer> => {
    const { client } = await showClient(context, pathParameter(page, 'id'))
    const back = clientPath(client.clientId)
    if (client.clientId === sharedClientId) return { to: back }
    const typed = changes ?? typedOf(client)
    const { clients: words } = page.text.admin
    const content = html`<p class="lead">${client.client_name}</p>
<section class="card narrow">
<p>${words.changeAbout}</p>
${provingNote(page)}
${form(site, page, {
  action: `${back}/change`,
  submit: words.save,
  fields: [
    typedField(typed, 'client_name', words.name, {
      ...boundsOf(clientFields.client_name),
      hint: words.nameHint,
    }),
    typedLines(typed, 'redirect_uris', words.redirectUris, words.redirectUrisHint),
    typedLines(typed, 'post_logout_redirect_uris', words.logoutUris, words.logoutUrisHint),
    !client.public &&
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
    const typed = typedIn(fields)
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...typed, ...refusal })
    try {
      await changeClient(context, actorOf(page), id, givenIn(fields))
    } catch (error) {
      return show(page, { ...typed, ...declinedClient(page, error) })
    }
    return { to: clientPath(id), flash: 'admin.clientChanged' }
  })
}

const typedOf = (client: OauthClient): TypedChanges => ({
  client_name: client.client_name,
  redirect_uris: client.redirect_uris.join('\n'),
  post_logout_redirect_uris: client.post_logout_redirect_uris.join('\n'),
  pkce: client.pkce,
  groups: client.groups.join('\n'),
})
