// GET and POST /admin/servers: the game servers, and a form for a new one.

import { addServer, listServers } from '../../../../domain/community/servers.ts'
import type { Context } from '../../../../domain/context.ts'
import { listNeighbours } from '../../../../domain/neighbours/neighbours.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { GameServer } from '../../../../model/community/game-server.ts'
import type { Neighbour } from '../../../../model/community/neighbour.ts'
import type { RefusalSubject } from '../../../../model/errors/refusal.ts'
import { neighbourWhos } from '../../../../model/fields/neighbour.ts'
import { serverFields } from '../../../../model/fields/server.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Text } from '../../../context/text.ts'
import type { FormFields } from '../../../form/form-fields.ts'
import { checkbox, form, select } from '../../../form/forms.ts'
import { declined, type Typed, typedField } from '../../../page/declined.ts'
import { keepSecret } from '../../../page/new-secret.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { deletionsCard } from '../deletions.ts'
import { adminPage, boundsOf, listed, notProved, provingField, provingNote, typedLines } from '../frame.ts'
import { type Answers, answerFields, hasAnswers, initialAnswers, readAnswers } from './server-answers.ts'

export const serversPath = '/admin/servers'

export const serverPath = (name: string): string => `${serversPath}/${name}`

export type TypedServer = Typed<
  'name' | 'title' | 'address' | 'groups' | 'who' | 'gameVersion' | 'loader' | 'mods'
> & {
  neighbours?: readonly string[]
  answers?: Answers
}

export function adminServers({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const show = async (page: SignedInPageContext, typed: TypedServer = {}): Promise<Page> => {
    const { servers: words, admin: common } = page.text
    const rowOf = (server: GameServer) => [
      html`<a href="${site.href(serverPath(server.name))}">${server.title}</a>`,
      server.address !== null && html`<code>${server.address}</code>`,
      html`<span class="prose">${server.groups.join(', ') || words.everybody}</span>`,
      server.isPaused ? words.paused : words.open,
      server.lastAskedAt === null ? common.never : common.at(server.lastAskedAt),
    ]
    const { heading } = common.menu.servers
    const neighbours = await listNeighbours(context)
    const heads = [words.title, words.address, words.groups, words.state, words.lastAsked]
    const content = html`<p class="lead">${words.adminAbout}</p>
${listed(page, heading, heads, await listServers(context), rowOf)}
${await deletionsCard(context, site, page, 'server', [words.title, words.name])}<section class="card narrow">
<h2>${words.newOne}</h2>
${provingNote(page)}
${form(site, page, {
  action: serversPath,
  submit: words.add,
  hidden: hasAnswers,
  fields: [
    typedField(typed, 'name', words.name, { hint: words.nameHint }),
    serverInputs(page, typed, neighbours),
    answerFields(page, { ...initialAnswers, ...typed.answers }, neighbours.length > 0),
    provingField(page, typed.wrong),
  ],
})}
</section>`
    return adminPage(heading, content, typed)
  }

  admin.get(serversPath, (page) => show(page))

  admin.post(serversPath, async (page, fields): Promise<PageAnswer> => {
    const typed = {
      name: fields.text('name').trim(),
      ...readServer(fields),
      answers: readAnswers(fields),
    }
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...typed, ...refusal })
    try {
      const { server, root } = await addServer(context, actorOf(page), {
        name: typed.name,
        title: typed.title || undefined,
        address: typed.address || null,
        ...policyOf(typed, fields),
        ...typed.answers,
      })
      keepSecret(context, page, server.id, root)
      return { to: serverPath(server.name), flash: 'servers.added' }
    } catch (error) {
      return show(page, { ...typed, ...declined(page, error, serverProblems(page.text)) })
    }
  })
}

/** Each neighbour has a checkbox with this and its id as the name. */
const ofNeighbour = 'neighbour.'

export const readServer = (fields: FormFields) => ({
  ...fields.trimmed('title', 'address', 'who'),
  groups: fields.text('groups'),
  neighbours: fields
    .names()
    .flatMap((name) => (name.startsWith(ofNeighbour) ? [name.slice(ofNeighbour.length)] : [])),
})

/** Returns who may join. A form without neighbours, since there were none, changes nothing about them. */
export const policyOf = ({ neighbours, who }: ReturnType<typeof readServer>, fields: FormFields) => ({
  groups: fields.words('groups'),
  ...(fields.has('who') && {
    neighbours,
    who: neighbourWhos.find((each) => each === who) ?? null,
  }),
})

export function serverProblems({
  servers: { problems },
}: Text): Partial<Record<RefusalSubject, readonly [string, string]>> {
  return {
    'taken server': ['name', problems.taken],
    'too_many server': ['', problems.tooMany],
    'unknown group': ['groups', problems.groups],
    'malformed groups': ['groups', problems.groups],
    'unknown neighbour': ['', problems.neighbours],
  }
}

/** Renders the fields of a server that can be changed. */
export function serverInputs(
  { text }: SignedInPageContext,
  typed: TypedServer,
  neighbours: readonly Neighbour[],
): Html {
  const { servers: words } = text
  return html`${typedField(typed, 'title', words.title, { ...boundsOf(serverFields.title), hint: words.titleHint, optional: true })}
${typedField(typed, 'address', words.address, { ...boundsOf(serverFields.address), hint: words.addressHint })}
${typedLines(typed, 'groups', words.groups, words.groupsHint)}
${neighbours.length > 0 && neighbourFields(text, typed, neighbours)}`
}

function neighbourFields(
  { neighbours: { whos }, servers: words }: Text,
  typed: TypedServer,
  neighbours: readonly Neighbour[],
): Html {
  return html`<fieldset>
<legend>${words.neighbours}</legend>
${neighbours.map(({ id }) => html`${checkbox(ofNeighbour + id, id, typed.neighbours?.includes(id))}\n`)}
</fieldset>
${select({
  name: 'who',
  label: words.who,
  value: typed.who ?? '',
  options: [
    { value: '', label: words.eachDecides },
    ...neighbourWhos.map((value) => ({ value, label: whos[value] })),
  ],
})}`
}
