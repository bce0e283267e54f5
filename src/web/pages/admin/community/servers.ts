// GET and POST /admin/servers: the game servers, and a form for a new one.

import { addServer, listServers } from '../../../../domain/community/servers.ts'
import type { Context } from '../../../../domain/context.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Refusal } from '../../../../model/errors/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Text } from '../../../context/text.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { form } from '../../../form/forms.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { adminPage, declined, type Typed, table, typedField, typedLines } from '../frame.ts'

export const serversPath = '/admin/servers'

export const serverPath = (name: string): string => `${serversPath}/${name}`

/** `grace` is the time for which the old root still works. */
export type TypedServer = Typed<'name' | 'grace' | 'title' | 'address' | 'groups'>

export function adminServers({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext, typed: TypedServer = {}): Promise<Page> => {
    const { servers: words, admin: common } = page.text
    const rows = (await listServers(context)).map((server) => [
      html`<a href="${site.href(serverPath(server.name))}">${server.title}</a>`,
      server.address ?? '',
      server.groups.join(', ') || words.everybody,
      server.isPaused ? words.paused : words.open,
      server.lastAskedAt === null ? common.never : common.at(server.lastAskedAt),
    ])
    const { heading } = common.menu.servers
    const heads = [words.title, words.address, words.groups, words.state, words.lastAsked]
    const content = html`<p class="lead">${words.adminAbout}</p>
${rows.length === 0 ? html`<p>${common.none}</p>` : table(heading, heads, rows)}
<section class="card narrow">
<h2>${words.newOne}</h2>
${form(site, page, {
  action: serversPath,
  submit: words.add,
  fields: [typedField(typed, 'name', words.name, { hint: words.nameHint }), serverFields(page, typed)],
})}
</section>`
    return adminPage(heading, content, typed)
  }

  admin.get(serversPath, (page) => show(page))

  admin.post(serversPath, async (page, fields): Promise<PageAnswer> => {
    const typed = { name: fields.text('name').trim(), ...readServer(fields) }
    try {
      await addServer(context, actorOf(page), {
        name: typed.name,
        title: typed.title || undefined,
        address: typed.address || null,
        groups: fields.words('groups'),
      })
      return { to: serverPath(typed.name), flash: 'servers.added' }
    } catch (error) {
      return show(page, { ...typed, ...declined(page, error, serverProblems(page.text)) })
    }
  })
}

export const readServer = (fields: FormFields) => ({
  ...fields.trimmed('title', 'address'),
  groups: fields.text('groups'),
})

export function serverProblems({
  servers: { problems },
}: Text): Partial<Record<Refusal, readonly [string, string]>> {
  return {
    server_name_malformed: ['name', problems.name],
    server_taken: ['name', problems.taken],
    servers_too_many: ['', problems.tooMany],
    server_title_malformed: ['title', problems.title],
    server_address_malformed: ['address', problems.address],
    group_unknown: ['groups', problems.groups],
    groups_too_many: ['groups', problems.groups],
  }
}

/** Renders the fields of a server that can be changed. */
export function serverFields({ text }: SignedInPageContext, typed: TypedServer): Html {
  const { servers: words } = text
  return html`${typedField(typed, 'title', words.title, { hint: words.titleHint, optional: true })}
${typedField(typed, 'address', words.address, { hint: words.addressHint, optional: true })}
${typedLines(typed, 'groups', words.groups, words.groupsHint)}`
}
