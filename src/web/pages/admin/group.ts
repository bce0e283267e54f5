// GET /admin/groups/{name} and its POSTs: one group, its members and its deletion.
import { findAccount } from '../../../domain/accounts/find.ts'
import type { Context } from '../../../domain/context.ts'
import { deleteGroup, setGroup, showGroup } from '../../../domain/groups/groups.ts'
import { addMembers, removeMembers } from '../../../domain/groups/members.ts'
import { type Html, html } from '../../../lib/text/html.ts'
import type { Account } from '../../../model/account.ts'
import { type GroupMember, isGroupName } from '../../../model/group.ts'
import { field, form } from '../../form/forms.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import type { Site } from '../../visit/site.ts'
import { actorOf, type SignedInVisit } from '../../visit/visit.ts'
import { accountPath } from './accounts.ts'
import {
  adminPage,
  type Declined,
  declined,
  maxListed,
  notProved,
  provingField,
  provingNote,
  table,
  wrongField,
} from './frame.ts'
import { groupPath, groupsPath, looksFields } from './groups.ts'

interface Typed extends Declined {
  player?: string
  title?: string
  colour?: string
}

/** Each is looked up on its own. */
const maxAddedAtOnce = 100

export function adminGroup({ site, forRole }: Pages, context: Context): void {
  const admin = forRole('admin')
  const path = groupPath(':name')

  const show = async (visit: SignedInVisit, typed: Typed = {}): Promise<Page> => {
    const { groups: words, admin: common } = visit.text
    const { group, members } = await showGroup(context, nameOf(visit))
    const at = groupPath(group.name)
    const content = html`<p class="lead"><code>${group.name}</code></p>
${memberTable(site, visit, at, members)}
<div class="columns">
<section class="card">
${form(site, visit, {
  action: `${at}/members`,
  submit: words.add,
  fields: field({
    name: 'player',
    label: words.player,
    value: typed.player ?? '',
    autocomplete: 'off',
    hint: words.playerHint,
    isInvalid: typed.wrong === 'player',
  }),
})}
</section>
<section class="card">
<h2>${words.change}</h2>
${form(site, visit, {
  action: at,
  submit: words.save,
  fields: looksFields(visit, { title: group.title, colour: group.colour ?? '', ...typed }),
})}
</section>
</div>
<section class="card narrow">
<p>${words.deleteAbout}</p>
${provingNote(visit)}
${form(site, visit, {
  action: `${at}/delete`,
  submit: words.delete,
  variant: 'danger',
  fields: provingField(visit, typed.wrong),
})}
</section>
<p class="aside"><a href="${site.href(groupsPath)}">${common.menu.groups.heading}</a></p>`
    const { status, alert, retryAfter } = typed
    return {
      ...adminPage(group.title, content),
      ...(status !== undefined && { status, alert, retryAfter }),
    }
  }

  admin.get(path, (visit) => show(visit))
  admin.get(`${path}/*`, (visit) => ({ to: groupPath(nameOf(visit)) }))

  admin.post(path, async (visit, fields): Promise<PageAnswer> => {
    const name = nameOf(visit)
    const { problems } = visit.text.groups
    const typed = { title: fields.text('title').trim(), colour: fields.text('colour').trim() }
    try {
      await setGroup(context, actorOf(visit), name, {
        title: typed.title || name,
        colour: typed.colour || null,
      })
      return { to: groupPath(name), said: 'groups.changed' }
    } catch (error) {
      const refused = declined(visit, error, {
        group_title_malformed: ['title', problems.title],
        group_colour_malformed: ['colour', problems.colour],
      })
      return show(visit, { ...typed, ...refused })
    }
  })

  admin.post(`${path}/members`, async (visit, fields): Promise<PageAnswer> => {
    const name = nameOf(visit)
    const { problems } = visit.text.groups
    const player = fields.text('player').trim()
    const texts = player.split(/[\s,]+/)
    if (texts.length > maxAddedAtOnce)
      return show(visit, { ...wrongField('player', problems.tooManyPlayers(maxAddedAtOnce)), player })
    const accounts: Account[] = []
    for (const text of texts) {
      const account = await findAccount(context, text)
      if (!account) return show(visit, { ...wrongField('player', problems.player(text)), player })
      accounts.push(account)
    }
    await addMembers(context, actorOf(visit), name, accounts)
    return { to: groupPath(name), said: accounts.length > 1 ? 'groups.addedSeveral' : 'groups.added' }
  })

  admin.post(`${path}/members/remove`, async (visit, fields): Promise<PageAnswer> => {
    const name = nameOf(visit)
    const account = await findAccount(context, fields.text('player'))
    if (account) await removeMembers(context, actorOf(visit), name, [account])
    return { to: groupPath(name), said: 'groups.removed' }
  })

  admin.post(`${path}/delete`, async (visit, fields): Promise<PageAnswer> => {
    const refusal = await notProved(context, visit, fields)
    if (refusal) return show(visit, refusal)
    await deleteGroup(context, actorOf(visit), nameOf(visit))
    return { to: groupsPath, said: 'groups.deleted' }
  })
}

/** Returns an empty string if the path can't contain a group name. */
function nameOf({ request }: SignedInVisit): string {
  const { name = '' } = request.params as Record<string, string>
  return isGroupName(name) ? name : ''
}

function memberTable(site: Site, visit: SignedInVisit, path: string, members: readonly GroupMember[]): Html {
  const { groups: words, admin } = visit.text
  if (members.length === 0) return html`<p>${words.noMembers}</p>`
  const rows = members.slice(0, maxListed).map((member) => [
    html`<a href="${site.href(accountPath(member))}">${member.username}</a>`,
    form(site, visit, {
      action: `${path}/members/remove`,
      submit: words.remove(member.username),
      variant: 'quiet',
      hidden: { player: member.id },
    }),
  ])
  return html`${table(words.members, [words.members, ''], rows)}
${members.length > maxListed && html`<p class="hint">${admin.onlyFirst(maxListed)}</p>`}`
}
