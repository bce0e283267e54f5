import { type Html, html } from '../../lib/text/html.ts'
import { hasRole, isAdministrator, mayAs, type Role } from '../../model/accounts/role.ts'
import { isSignedIn, type PageContext, type SignedInPageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import type { Text } from '../context/text.ts'
import { pathOf } from '../form/form-page.ts'
import { type Badge, badgeCount, badgeLabel, type Icon, icon } from './icons.ts'

/** The pages of an account, in menu order. */
const accountPages: readonly (readonly [page: keyof Text['account']['menu'], icon: Icon])[] = [
  ['play', 'play'],
  ['skin', 'skin'],
  ['wardrobe', 'wardrobe'],
  ['username', 'username'],
  ['characters', 'accounts'],
  ['email', 'email'],
  ['password', 'key'],
  ['security', 'shield'],
  ['servers', 'server'],
  ['friends', 'groups'],
  ['reports', 'report'],
  ['devices', 'devices'],
  ['app-passwords', 'code'],
  ['applications', 'applications'],
  ['linked', 'link'],
  ['language', 'language'],
  ['export', 'export'],
  ['delete', 'delete'],
]

/** The administration pages in menu order, and the role that each requires. */
const adminPages: readonly (readonly [page: keyof Text['admin']['menu'], icon: Icon, role: Role])[] = [
  ['accounts', 'accounts', 'moderator'],
  ['why', 'question', 'moderator'],
  ['audit', 'audit', 'moderator'],
  ['reports', 'report', 'moderator'],
  ['visitors', 'visitors', 'moderator'],
  ['groups', 'groups', 'admin'],
  ['servers', 'server', 'admin'],
  ['neighbours', 'neighbours', 'admin'],
  ['providers', 'providers', 'admin'],
  ['invites', 'invites', 'admin'],
  ['clients', 'applications', 'admin'],
  ['api-tokens', 'code', 'admin'],
  ['bans', 'bans', 'admin'],
  ['keys', 'key', 'admin'],
  ['webhooks', 'webhooks', 'admin'],
  ['settings', 'settings', 'admin'],
]

/**
 * Renders the navigation among account or administration pages. Undefined on other pages, and for an account that
 * is about to be deleted, which sees nothing else.
 */
export function sections(
  site: Site,
  pageContext: PageContext,
  friendsBadge: Badge | undefined,
): Html | undefined {
  if (!isSignedIn(pageContext) || pageContext.account.deletesAt !== undefined) return undefined
  if (isBelow(site, pageContext, '/account')) return accountSections(site, pageContext, friendsBadge)
  return hasRole(pageContext.account) && isBelow(site, pageContext, '/admin')
    ? adminSections(site, pageContext)
    : undefined
}

function accountSections(
  site: Site,
  pageContext: SignedInPageContext,
  friendsBadge: Badge | undefined,
): Html {
  const { account: words } = pageContext.text
  return navigation(site, pageContext, words.sections, '/account', [
    ['/account', words.overview, 'overview'],
    ...accountPages
      .filter(
        ([page]) => page !== 'linked' || site.hasLinking || isBelow(site, pageContext, '/account/linked'),
      )
      .filter(([page]) => page !== 'characters' || pageContext.hasCharacters)
      .filter(([page]) => page !== 'wardrobe' || site.hasWardrobe)
      .filter(([page]) => page !== 'friends' || site.hasFriends)
      .filter(([page]) => page !== 'password' || site.hasPasswords || isAdministrator(pageContext.account))
      .map(
        ([page, icon]) =>
          [
            `/account/${page}`,
            words.menu[page].heading,
            icon,
            page === 'friends' ? friendsBadge : undefined,
          ] as const,
      ),
  ])
}

function adminSections(site: Site, pageContext: SignedInPageContext): Html {
  const { admin: words } = pageContext.text
  return navigation(site, pageContext, words.sections, '/admin', [
    ['/admin', words.overview.heading, 'overview'],
    ...adminPages
      .filter(([, , role]) => mayAs(pageContext.account, role))
      .map(([page, icon]) => {
        const { heading } = words.menu[page]
        return [
          `/admin/${page}`,
          heading,
          icon,
          page === 'reports' ? reportsBadge(pageContext, heading) : undefined,
        ] as const
      }),
  ])
}

/** The number of open reports; undefined if there are none. */
function reportsBadge({ openReports, text }: PageContext, heading: string): Badge | undefined {
  if (openReports === 0) return undefined
  const label = `${heading} ${text.admin.overview.number(openReports)}`
  return { count: openReports, label }
}

function navigation(
  site: Site,
  pageContext: SignedInPageContext,
  label: string,
  home: string,
  entries: readonly (readonly [path: string, label: string, icon: Icon, badge?: Badge | undefined])[],
): Html {
  const isHome = pathOf(pageContext.request.url) === site.href(home)
  return html`<nav class="sections${isHome && ' home'}" aria-label="${label}">
<ul>
${entries.map(([path, name, picture, badge]) => {
  const isHere = path === home ? isHome : isBelow(site, pageContext, path)
  return html`<li><a href="${site.href(path)}"${isHere && html` aria-current="page"`}${badgeLabel(badge)}>${icon(picture)}${name}${badgeCount(badge)}</a></li>\n`
})}</ul>
</nav>`
}

function isBelow(site: Site, { request }: PageContext, path: string): boolean {
  const here = pathOf(request.url)
  return here === site.href(path) || here.startsWith(`${site.href(path)}/`)
}
