import { type Html, html } from '../../lib/text/html.ts'
import { hasRole, isAdministrator, mayAs, type Role } from '../../model/accounts/role.ts'
import { isSignedIn, type PageContext, type SignedInPageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import type { Text } from '../context/text.ts'
import { pathOf } from '../form/form-page.ts'
import { type Badge, badgeCount, badgeLabel, type Icon, icon } from './icons.ts'

/** The pages of an account in menu order. Those of no group come first. */
const accountPages: readonly (readonly [
  group: keyof Text['account']['groups'] | undefined,
  pages: readonly (readonly [page: keyof Text['account']['menu'], icon: Icon])[],
])[] = [
  [undefined, [['play', 'play']]],
  [
    'profile',
    [
      ['skin', 'skin'],
      ['wardrobe', 'wardrobe'],
      ['username', 'username'],
      ['characters', 'accounts'],
      ['language', 'language'],
    ],
  ],
  [
    'signIn',
    [
      ['email', 'email'],
      ['password', 'key'],
      ['security', 'shield'],
      ['devices', 'devices'],
      ['app-passwords', 'code'],
    ],
  ],
  [
    'connections',
    [
      ['servers', 'server'],
      ['friends', 'groups'],
      ['applications', 'applications'],
      ['linked', 'link'],
    ],
  ],
  [
    'data',
    [
      ['reports', 'report'],
      ['export', 'export'],
      ['delete', 'delete'],
    ],
  ],
]

/** The administration pages in menu order, and the role that each requires. */
const adminPages: readonly (readonly [
  group: keyof Text['admin']['parts'],
  pages: readonly (readonly [page: keyof Text['admin']['menu'], icon: Icon, role: Role])[],
])[] = [
  [
    'players',
    [
      ['figures', 'figures', 'moderator'],
      ['accounts', 'accounts', 'moderator'],
      ['visitors', 'visitors', 'moderator'],
      ['groups', 'groups', 'admin'],
      ['invites', 'invites', 'admin'],
    ],
  ],
  [
    'moderation',
    [
      ['why', 'question', 'moderator'],
      ['reports', 'report', 'moderator'],
      ['audit', 'audit', 'moderator'],
      ['bans', 'bans', 'admin'],
    ],
  ],
  [
    'connections',
    [
      ['servers', 'server', 'admin'],
      ['neighbours', 'neighbours', 'admin'],
      ['providers', 'providers', 'admin'],
      ['clients', 'applications', 'admin'],
    ],
  ],
  [
    'service',
    [
      ['settings', 'settings', 'admin'],
      ['keys', 'key', 'admin'],
      ['api-tokens', 'code', 'admin'],
      ['webhooks', 'webhooks', 'admin'],
    ],
  ],
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
  const isThere: Partial<Record<keyof Text['account']['menu'], boolean>> = {
    linked: site.hasLinking || isBelow(site, pageContext, '/account/linked'),
    characters: pageContext.hasCharacters,
    wardrobe: site.hasWardrobe,
    friends: site.hasFriends,
    password: site.hasPasswords || isAdministrator(pageContext.account),
  }
  return navigation(site, pageContext, words.sections, [
    { entries: [['/account', words.overview, 'overview']] },
    ...accountPages.map(([group, pages]) => ({
      name: group && words.groups[group],
      entries: pages
        .filter(([page]) => isThere[page] ?? true)
        .map(([page, icon]): Entry => {
          const badge = page === 'friends' ? friendsBadge : undefined
          return [`/account/${page}`, words.menu[page].heading, icon, badge]
        }),
    })),
  ])
}

function adminSections(site: Site, pageContext: SignedInPageContext): Html {
  const { admin: words } = pageContext.text
  return navigation(site, pageContext, words.sections, [
    { entries: [['/admin', words.overview.heading, 'overview']] },
    ...adminPages.map(([group, pages]) => ({
      name: words.parts[group],
      entries: pages
        .filter(([, , role]) => mayAs(pageContext.account, role))
        .map(([page, icon]): Entry => {
          const { heading } = words.menu[page]
          return [
            `/admin/${page}`,
            heading,
            icon,
            page === 'reports' ? reportsBadge(pageContext, heading) : undefined,
          ]
        }),
    })),
  ])
}

/** The number of open reports; undefined if there are none. */
function reportsBadge({ openReports, text }: PageContext, heading: string): Badge | undefined {
  if (openReports === 0) return undefined
  const label = `${heading} ${text.admin.overview.number(openReports)}`
  return { count: openReports, label }
}

type Entry = readonly [path: string, label: string, icon: Icon, badge?: Badge | undefined]

/** Pages below a heading of the list, or the first ones, without one. */
interface Group {
  name?: string | undefined
  entries: readonly Entry[]
}

/** The first entry is the home of the pages. */
function navigation(
  site: Site,
  pageContext: SignedInPageContext,
  label: string,
  groups: readonly Group[],
): Html {
  const [home = ''] = groups[0]?.entries[0] ?? []
  const isHome = pathOf(pageContext.request.url) === site.href(home)
  const link = ([path, name, picture, badge]: Entry) => {
    const isHere = path === home ? isHome : isBelow(site, pageContext, path)
    return html`<li><a href="${site.href(path)}"${isHere && html` aria-current="page"`}${badgeLabel(badge)}>${icon(picture)}${name}${badgeCount(badge)}</a></li>\n`
  }
  return html`<nav class="sections${isHome && ' home'}" aria-label="${label}">
<ul>
${groups.map(({ name, entries }) =>
  name === undefined
    ? entries.map(link)
    : entries.length > 0 && html`<li class="group"><b>${name}</b>\n<ul>\n${entries.map(link)}</ul></li>\n`,
)}</ul>
</nav>`
}

function isBelow(site: Site, { request }: PageContext, path: string): boolean {
  const here = pathOf(request.url)
  return here === site.href(path) || here.startsWith(`${site.href(path)}/`)
}
