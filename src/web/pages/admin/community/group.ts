// GET /admin/groups/{name} and its POSTs: one group, its members and its deletion.
import { findAccount } from '../../../../domain/accounts/find.ts'
import { deleteGroup, setGroup, showGroup } from '../../../../domain/community/groups.ts'
import { addMembers, removeMembers } from '../../../../domain/community/members.ts'
import { listServers } from '../../../../domain/community/servers.ts'
import type { Context } from '../../../../domain/context.ts'
import { listClients } from '../../../../domain/oauth/clients.ts'
import { listShelf } from '../../../../domain/wardrobe/shelves.ts'
import { type Html, html } from '../../../../lib/text/html.ts'
import type { Account } from '../../../../model/accounts/account.ts'
import { type GroupMember, isGroupName } from '../../../../model/community/group.ts'
import { groupFields } from '../../../../model/fields/group.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { form } from '../../../form/forms.ts'
import { declined, type Typed, typedField, wrongField } from '../../../page/declined.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { accountPath } from '../accounts/accounts.ts'
import { asking, named } from '../asking.ts'
import { adminPage, deletionCard, listed, notProved, provingField, provingNote } from '../frame.ts'
import { groupPath, groupsPath, looksFields, readCharacters } from './groups.ts'
import { adminShelf, shelfSection, type TypedTexture } from './shelf.ts'

type TypedGroup = Typed<'player' | 'title' | 'colour' | 'characters'>

/** Each is looked up on its own. */
const maxAddedAtOnce = 100

export function adminGroup(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const admin = forRole('admin')
  const path = groupPath(':name')

  const show = async (
    page: SignedInPageContext,
    typed: TypedGroup = {},
    shelf: TypedTexture = {},
  ): Promise<Page> => {
    const { groups: words, admin: common } = page.text
    const { group, members } = await showGroup(context, nameOf(page))
    const at = groupPath(group.name)
    const onShelf = { name: group.name, textures: await listShelf(context, group.name) }
    const content = html`<p class="lead"><code>${group.name}</code></p>
${memberTable(site, page, at, members)}
<div class="columns">
<section class="card">
${provingNote(page)}
${form(site, page, {
  action: `${at}/members`,
  submit: words.add,
  fields: [
    typedField(typed, 'player', words.player, { hint: words.playerHint }),
    provingField(page, typed.wrong),
  ],
})}
</section>
<section class="card">
<h2>${words.change}</h2>
${form(site, page, {
  action: at,
  submit: words.save,
  fields: looksFields(page, {
    title: group.title,
    colour: group.colour ?? '',
    characters: String(group.characters ?? ''),
    ...typed,
  }),
})}
</section>
</div>
${shelfSection(context, site, page, onShelf, shelf)}
${deletionCard(site, words, `${at}/delete`)}
<p class="aside"><a href="${site.href(groupsPath)}">${common.menu.groups.heading}</a></p>`
    const declined = shelf.alert === undefined ? typed : shelf
    return { ...adminPage(group.title, content, declined), hasPictures: onShelf.textures.length > 0 }
  }

  admin.get(path, (page) => show(page))
  admin.get(`${path}/*`, (page) => ({ to: groupPath(nameOf(page)) }))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const name = nameOf(page)
    const typed = fields.trimmed('title', 'colour', 'characters')
    try {
      await setGroup(context, actorOf(page), name, {
        title: typed.title || name,
        colour: typed.colour || null,
        characters: readCharacters(fields),
      })
      return { to: groupPath(name), flash: 'groups.changed' }
    } catch (error) {
      const refused = declined(page, error, {}, groupFields)
      return show(page, { ...typed, ...refused })
    }
  })

  admin.post(`${path}/members`, async (page, fields): Promise<PageAnswer> => {
    const name = nameOf(page)
    const { problems } = page.text.groups
    const player = fields.text('player').trim()
    const texts = player.split(/[\s,]+/)
    if (texts.length > maxAddedAtOnce)
      return show(page, { ...wrongField('player', problems.tooManyPlayers(maxAddedAtOnce)), player })
    const accounts: Account[] = []
    for (const text of texts) {
      const account = await findAccount(context, text)
      if (!account) return show(page, { ...wrongField('player', problems.player(text)), player })
      accounts.push(account)
    }
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...refusal, player })
    await addMembers(context, actorOf(page), name, accounts)
    const isOfOwner = accounts.some(({ ownerId }) => ownerId !== undefined)
    const flash = accounts.length > 1 ? 'groups.addedSeveral' : 'groups.added'
    return { to: groupPath(name), flash: isOfOwner ? 'groups.addedOwner' : flash }
  })

  admin.post(`${path}/members/remove`, async (page, fields): Promise<PageAnswer> => {
    const name = nameOf(page)
    const account = await findAccount(context, fields.text('player'))
    if (account) await removeMembers(context, actorOf(page), name, [account])
    return { to: groupPath(name), flash: 'groups.removed' }
  })

  adminShelf(pages, context, { nameOf, show: (page, typed) => show(page, {}, typed) })

  asking(pages, context, `${path}/delete`, {
    ask: async (page) => {
      const { groups: words, admin: common } = page.text
      const { group } = await showGroup(context, nameOf(page))
      const isNamedBy = ({ groups }: { groups: readonly string[] }) => groups.includes(group.name)
      const servers = (await listServers(context)).filter(isNamedBy)
      const clients = (await listClients(context)).filter(isNamedBy)
      return {
        submit: words.delete,
        subject: group.title,
        effects: [words.deleteAbout, common.deletions.undoable],
        affected: [
          [words.members, common.overview.number(group.members)],
          [common.menu.servers.heading, named(servers.map(({ title }) => title))],
          [words.shelf.heading, named((await listShelf(context, group.name)).map(({ name }) => name))],
          [common.menu.clients.heading, named(clients.map((client) => client.client_name))],
        ],
        back: groupPath(group.name),
      }
    },
    act: async (page) => {
      await deleteGroup(context, actorOf(page), nameOf(page))
      return { to: groupsPath, flash: 'groups.deleted' }
    },
  })
}

/** Returns an empty string if the path can't contain a group name. */
function nameOf(page: SignedInPageContext): string {
  const name = pathParameter(page, 'name')
  return isGroupName(name) ? name : ''
}

function memberTable(
  site: Site,
  page: SignedInPageContext,
  path: string,
  members: readonly GroupMember[],
): Html {
  const { groups: words } = page.text
  if (members.length === 0) return html`<p>${words.noMembers}</p>`
  const rowOf = (member: GroupMember) => [
    html`<a href="${site.href(accountPath(member))}">${member.username}</a>`,
    form(site, page, {
      action: `${path}/members/remove`,
      submit: words.remove(member.username),
      variant: 'quiet',
      hidden: { player: member.id },
    }),
  ]
  return listed(page, words.members, [words.members, ''], members, rowOf)
}
