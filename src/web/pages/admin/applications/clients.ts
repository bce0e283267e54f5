// GET and POST /admin/clients: the applications that players sign in to, and a form for a new one.
import type { Context } from '../../../../domain/context.ts'
import { createClient, listClients } from '../../../../domain/oauth/clients.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { OauthClient } from '../../../../model/community/oauth.ts'
import { Refused } from '../../../../model/errors/refusal.ts'
import { idTokenAlgs, newClientFields, pkceModes } from '../../../../model/fields/client.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { form, select } from '../../../form/forms.ts'
import { type Declined, declined, type Typed, typedField } from '../../../page/declined.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { deletionsCard } from '../deletions.ts'
import { adminPage, boundsOf, listed, notProved, provingField, provingNote, typedLines } from '../frame.ts'
import { clientPath, showSecret } from './client.ts'

const path = '/admin/clients'

type TypedClient = Typed<keyof ReturnType<typeof typedIn> | 'id_token_alg'> & { public?: boolean }

export function adminClients({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext, typed: TypedClient = {}): Promise<Page> => {
    const { clients: words, menu } = page.text.admin
    const rowOf = (client: OauthClient) => [
      html`<a href="${site.href(clientPath(client.clientId))}">${client.client_name}</a>`,
      html`<code>${client.clientId}</code>`,
      client.public ? words.public : words.confidential,
      client.redirect_uris.map((uri) => html`<code>${uri}</code> `),
    ]
    const heads = [words.name, words.id, words.kind, words.redirectUris]
    const content = html`${listed(page, menu.clients.heading, heads, await listClients(context), rowOf)}
${await deletionsCard(context, site, page, 'client', [words.name, words.id])}${newClient(site, page, typed)}`
    return adminPage(menu.clients.heading, content, typed)
  }

  admin.get(path, (page) => show(page))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const typed = {
      ...typedIn(fields),
      public: fields.text('public') !== '',
      id_token_alg: fields.text('id_token_alg'),
    }
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...typed, ...refusal })
    try {
      const id_token_alg = idTokenAlgs.find((alg) => alg === typed.id_token_alg)
      const given = { ...typed, ...givenIn(fields), id_token_alg }
      const { client, secret } = await createClient(context, actorOf(page), given)
      return showSecret(context, page, client.clientId, secret, 'admin.clientCreated')
    } catch (error) {
      return show(page, { ...typed, ...declinedClient(page, error) })
    }
  })
}

/** Returns the fields that the forms of new and of earlier applications have. */
export const typedIn = (fields: FormFields) => ({
  client_name: fields.text('client_name').trim(),
  redirect_uris: fields.text('redirect_uris'),
  post_logout_redirect_uris: fields.text('post_logout_redirect_uris'),
  pkce: fields.text('pkce'),
  groups: fields.text('groups'),
})

/** Returns them as they are stored. The form of an earlier public application has no PKCE. */
export const givenIn = (fields: FormFields) => ({
  client_name: fields.text('client_name').trim(),
  redirect_uris: linesOf(fields.text('redirect_uris')),
  post_logout_redirect_uris: linesOf(fields.text('post_logout_redirect_uris')),
  pkce: pkceModes.find((mode) => mode === fields.text('pkce')),
  groups: fields.words('groups'),
})

/** Returns the addresses that were typed, which contain no white space. */
const linesOf = (typed: string): string[] => typed.split(/\s+/).filter((uri) => uri !== '')

/** Returns the field and the message of a refused application. */
export function declinedClient(page: SignedInPageContext, error: unknown): Declined {
  const { redirectUrisWrong, redirectUriRewritten, pkceWrong, groupsWrong } = page.text.admin.clients
  // The rules of addresses are the same for two fields.
  const isOfLogout = error instanceof Refused && error.field === 'post_logout_redirect_uris'
  const addresses = isOfLogout ? 'post_logout_redirect_uris' : 'redirect_uris'
  const ofAddresses = [addresses, redirectUrisWrong] as const
  return declined(page, error, {
    pkce_optional_public: ['pkce', pkceWrong],
    redirect_uri_missing: ofAddresses,
    'malformed redirect_uris': ofAddresses,
    'malformed post_logout_redirect_uris': ofAddresses,
    redirect_uri_malformed: ofAddresses,
    redirect_uri_fragment: ofAddresses,
    redirect_uri_insecure: ofAddresses,
    redirect_uri_scheme: ofAddresses,
    redirect_uri_rewritten: [addresses, redirectUriRewritten],
    'unknown group': ['groups', groupsWrong],
    'malformed groups': ['groups', groupsWrong],
  })
}

function newClient(site: Site, page: SignedInPageContext, typed: TypedClient): Html {
  const { clients: words } = page.text.admin
  return html`<section class="card narrow">
<h2>${words.newOne}</h2>
${provingNote(page)}
${form(site, page, {
  action: path,
  submit: words.create,
  fields: [
    typedField(typed, 'client_name', words.name, {
      ...boundsOf(newClientFields.client_name),
      hint: words.nameHint,
    }),
    typedLines(typed, 'redirect_uris', words.redirectUris, words.redirectUrisHint),
    typedLines(typed, 'post_logout_redirect_uris', words.logoutUris, words.logoutUrisHint),
    html`<fieldset><label><input type="checkbox" name="public" value="yes"${typed.public && html` checked`}>${words.isPublic}</label></fieldset>`,
    select({
      name: 'id_token_alg',
      label: words.idTokenAlg,
      value: typed.id_token_alg ?? 'RS256',
      options: idTokenAlgs.map((value) => ({ value, label: value })),
    }),
    select({
      name: 'pkce',
      label: words.pkce,
      value: typed.pkce ?? 'required',
      options: pkceModes.map((value) => ({ value, label: words.pkceModes[value] })),
      isInvalid: typed.wrong === 'pkce',
    }),
    typedLines(typed, 'groups', words.groups, words.groupsHint),
    provingField(page, typed.wrong),
  ],
})}
</section>`
}
