// GET /admin/visitors/{uuid} and its POSTs: one visitor, the suspension, and the name.
import { barFor } from '../../../../domain/accounts/roles.ts'
import type { Context } from '../../../../domain/context.ts'
import {
  findVisitor,
  ownsName,
  releaseVisitorName,
  restoreVisitor,
  suspendVisitor,
} from '../../../../domain/neighbours/visitors.ts'
import { parseUuid } from '../../../../lib/crypto/uuid.ts'
import { type Html, type HtmlValue, html } from '../../../../lib/text/html.ts'
import { isAdministrator } from '../../../../model/accounts/role.ts'
import type { Visitor } from '../../../../model/community/visitor.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Site } from '../../../context/site.ts'
import { time } from '../../../layout/time.ts'
import { type Declined, declined } from '../../../page/declined.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { pathParameter } from '../../../page/path-parameter.ts'
import { asking } from '../asking.ts'
import { askingButton } from '../confirming.ts'
import { readEndFields, typedEnd } from '../end.ts'
import { adminPage } from '../frame.ts'
import { suspensionCard, type TypedSuspension } from '../suspension.ts'
import { visitorPath, visitorsOf, visitorsPath } from './visitors.ts'

const path = `${visitorsPath}/:id`

export function adminVisitor(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const moderator = forRole('moderator')

  const show = async (
    page: SignedInPageContext,
    visitor: Visitor,
    typed: TypedSuspension = {},
  ): Promise<Page> => {
    const { admin: common, visitors: words } = page.text
    const bar = await barFor(context.db, page.account, visitor)
    const suspension = suspensionCard(site, page, {
      path: visitorPath(visitor),
      suspension: visitor.suspension,
      about: words.suspendAbout,
      mayNot: bar && words.mayNot[bar],
      typed,
    })
    const content = html`${facts(site, page, visitor)}
<div class="columns">
${suspension}
${isAdministrator(page.account) && nameCard(site, page, visitor, await ownsName(context, visitor))}
</div>
<p class="aside"><a href="${site.href(visitorsPath)}">${common.menu.visitors.heading}</a></p>`
    return { ...adminPage(visitor.name, content, typed), scripts: ['copy.js'] }
  }
  const visitorOf = (page: SignedInPageContext): Promise<Visitor> =>
    findVisitor(context, parseUuid(pathParameter(page, 'id')) ?? '')

  moderator.get(path, async (page) => show(page, await visitorOf(page)))
  moderator.get(`${path}/*`, async (page) => ({ to: visitorPath(await visitorOf(page)) }))

  moderator.post(`${path}/suspend`, async (page, fields): Promise<PageAnswer> => {
    const visitor = await visitorOf(page)
    const typed = { ...fields.trimmed('reason'), ...typedEnd(fields) }
    const again = (problem: Declined) => show(page, visitor, { ...typed, ...problem })
    const { end, problem } = readEndFields(page, typed, context.clock())
    if (problem) return again(problem)
    try {
      await suspendVisitor(context, actorOf(page), visitor, { reason: typed.reason, until: end })
    } catch (error) {
      return again(declined(page, error))
    }
    return { to: visitorPath(visitor), flash: 'visitors.suspended' }
  })

  moderator.post(`${path}/restore`, async (page): Promise<PageAnswer> => {
    const visitor = await restoreVisitor(context, actorOf(page), await visitorOf(page))
    return { to: visitorPath(visitor), flash: 'visitors.restored' }
  })

  asking(pages, context, `${path}/release`, {
    ask: async (page) => {
      const { layout, visitors: words } = page.text
      const visitor = await visitorOf(page)
      return {
        submit: words.release,
        subject: visitor.name,
        effects: [words.releaseAbout(visitor.name), layout.confirm.final],
        affected: [[words.neighbour, visitor.neighbour]],
        back: visitorPath(visitor),
      }
    },
    act: async (page) => {
      const visitor = await visitorOf(page)
      await releaseVisitorName(context, actorOf(page), visitor.name, visitor.id)
      return { to: visitorPath(visitor), flash: 'visitors.released' }
    },
  })
}

function facts(site: Site, { text }: SignedInPageContext, visitor: Visitor): Html {
  const { admin, visitors: words } = text
  const at = (instant: number) => time(instant, admin.at(instant))
  const rows: readonly (readonly [string, HtmlValue])[] = [
    [words.neighbour, html`<a href="${site.href(visitorsOf(visitor.neighbour))}">${visitor.neighbour}</a>`],
    [words.firstJoin, at(visitor.firstSeenAt)],
    [words.lastJoin, at(visitor.lastSeenAt)],
    [words.joins, admin.overview.number(visitor.joins)],
  ]
  return html`<section class="card">
<p class="state${visitor.suspension && ' down'}">${visitor.suspension ? words.states.suspended : words.states.known}</p>
<dl class="facts">
${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}
<div class="whole"><dt>${admin.account.id}</dt><dd><code>${visitor.id}</code></dd></div>
</dl>
<p><a href="${site.href(`/admin/why?name=${encodeURIComponent(visitor.name)}`)}">${admin.account.why(visitor.name)}</a></p>
</section>`
}

/** Says whether the visitor owns the name, and releases it. */
function nameCard(site: Site, page: SignedInPageContext, visitor: Visitor, isOwner: boolean): Html {
  const { visitors: words } = page.text
  const release = askingButton(site, { action: `${visitorPath(visitor)}/release`, submit: words.release })
  return html`<section class="card">
<h2>${words.name}</h2>
<p>${isOwner ? words.releaseAbout(visitor.name) : words.isReleased(visitor.name)}</p>
${isOwner && release}
</section>`
}
