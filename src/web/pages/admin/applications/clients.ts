// GET and POST /admin/clients: the applications that players sign in to, and a form for a new one.
import type { Context } from '../../../../domain/context.ts'
import { createClient, listClients } from '../../../../domain/oauth/clients.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import {
  type IdTokenAlg,
  idTokenAlgs,
  type OauthClient,
  type PkceMode,
  pkceModes,
} from '../../../../model/community/oauth.ts'
import type { RefusalSubject } from '../../../../model/errors/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form, select } from '../../../form/forms.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import {
  adminPage,
  declined,
  listed,
  notProved,
  provingField,
  provingNote,
  type Typed,
  typedField,
  typedLines,
} from '../frame.ts'
import { clientPath, showSecret } from './client.ts'

const path = '/admin/clients'

type TypedClient = Typed<'name' | 'redirectUris' | 'alg' | 'pkce' | 'groups'> & { isPublic?: boolean }

export function adminClients({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext, typed: TypedClient = {}): Promise<Page> => {
    const { clients: words, menu } = page.text.admin
    const rowOf = (client: OauthClient) => [
      html`<a href="${site.href(clientPath(client.clientId))}">${client.name}</a>`,
      html`<code>${client.clientId}</code>`,
      client.isPublic ? words.public : words.confidential,
      client.redirectUris.map((uri) => html`<code>${uri}</code> `),
    ]
    const heads = [words.name, words.id, words.kind, words.redirectUris]
    const content = html`${listed(page, menu.clients.heading, heads, await listClients(context), rowOf)}
${newClient(site, page, typed)}`
    return adminPage(menu.clients.heading, content, typed)
  }

  admin.get(path, (page) => show(page))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const typed = {
      name: fields.text('name').trim(),
      redirectUris: fields.text('redirectUris'),
      isPublic: fields.text('public') !== '',
      alg: fields.text('alg'),
      pkce: pkceOf(fields.text('pkce')),
      groups: fields.text('groups'),
    }
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...typed, ...refusal })
    try {
      const { client, secret } = await createClient(context, actorOf(page), {
        ...typed,
        redirectUris: linesOf(typed.redirectUris),
        idTokenAlg: algOf(typed.alg),
        groups: fields.words('groups'),
      })
      return showSecret(context, page, client.clientId, secret, 'admin.clientCreated')
    } catch (error) {
      return show(page, { ...typed, ...declined(page, error, clientProblems(page)) })
    }
  })
}

/** Returns the addresses that were typed, which contain no white space. */
export const linesOf = (typed: string): string[] => typed.split(/\s+/).filter((uri) => uri !== '')

export const pkceOf = (typed: string): PkceMode => pkceModes.find((mode) => mode === typed) ?? 'required'

const algOf = (typed: string): IdTokenAlg => idTokenAlgs.find((alg) => alg === typed) ?? 'RS256'

/** The fields and messages of refused applications. */
export function clientProblems({
  text,
}: SignedInPageContext): Partial<Record<RefusalSubject, readonly [string, string]>> {
  const { redirectUrisWrong, redirectUriRewritten, pkceWrong, groupsWrong } = text.admin.clients
  const ofAddresses = ['redirectUris', redirectUrisWrong] as const
  return {
    'malformed client_name': ['name', text.admin.malformed.label],
    pkce_optional_public: ['pkce', pkceWrong],
    redirect_uri_missing: ofAddresses,
    'malformed redirect_uris': ofAddresses,
    redirect_uri_malformed: ofAddresses,
    redirect_uri_fragment: ofAddresses,
    redirect_uri_insecure: ofAddresses,
    redirect_uri_scheme: ofAddresses,
    redirect_uri_rewritten: ['redirectUris', redirectUriRewritten],
    'unknown group': ['groups', groupsWrong],
    'malformed groups': ['groups', groupsWrong],
  }
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
    typedField(typed, 'name', words.name, { hint: words.nameHint }),
    typedLines(typed, 'redirectUris', words.redirectUris, words.redirectUrisHint),
    html`<fieldset><label><input type="checkbox" name="public" value="yes"${typed.isPublic && html` checked`}>${words.isPublic}</label></fieldset>`,
    select({
      name: 'alg',
      label: words.idTokenAlg,
      value: typed.alg ?? 'RS256',
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
