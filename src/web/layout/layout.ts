import { type Html, type HtmlValue, html } from '../../lib/text/html.ts'
import { hasRole, isAdministrator } from '../../model/accounts/role.ts'
import { cardSize } from '../../model/game/card.ts'
import { languageNames, languages } from '../../texts/languages.ts'
import { pathWithNext } from '../context/next.ts'
import { isSignedIn, type PageContext, type SignedInPageContext } from '../context/page-context.ts'
import type { Site } from '../context/site.ts'
import type { Text } from '../context/text.ts'
import { formPage, pathOf } from '../form/form-page.ts'
import { form } from '../form/forms.ts'
import { unfolded } from '../form/unfolded.ts'
import type { Card, Page } from '../page/page.ts'
import { portrait } from './portrait.ts'
import { sections } from './sections.ts'

/**
 * Renders the whole document. An alert gets the focus: what a page shows as it opens is not announced reliably, and
 * the next tab stop is the first field below.
 */
export function layout(site: Site, pageContext: PageContext, page: Page): Html {
  const { text, language } = pageContext
  const { href, assets } = site
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.heading === site.name ? site.name : `${page.heading} · ${site.name}`}</title>
<link rel="stylesheet" href="${href(assets.path('style.css'))}">
${page.hasPictures && html`<link rel="stylesheet" href="${href(assets.path('pictures.css'))}">`}${page.hasFigures && html`<link rel="stylesheet" href="${href(assets.path('figures.css'))}">`}
<link rel="icon" href="${href(assets.logo)}">
${page.card && cardTags(site, page.heading, page.card)}
${wholePage}
${scriptsOf(page).map((script) => html`<script type="module" src="${href(assets.path(script))}"></script>`)}
${page.content.text.includes('type="password"') && html`<script defer src="${href(assets.path('reveal.js'))}" data-show="${text.layout.show('{field}')}"></script>`}
${pageContext.request.method === 'POST' && html`<script async src="${href(assets.path('asked.js'))}" data-page="${askedAt(site, pageContext, page)}"></script>`}
</head>
<body>
<a class="skip" href="#content">${text.layout.skip}</a>
<header>
<a class="brand" href="${href('/')}"><img src="${href(assets.logo)}" alt="" width="32" height="32"><span>${site.name}</span></a>
${navigation(site, pageContext, page)}
</header>
${main(site, pageContext, page)}
<footer id="footer">
${!isSignedIn(pageContext) && pageContext.csrf !== undefined && languageForms(site, pageContext, page)}
${isSignedIn(pageContext) && pageContext.account.deletesAt === undefined && html`<a href="${href('/report')}">${text.reports.heading}</a>`}
${legalLinks(site, text)}
${site.hasRules && html`<a href="${site.href('/rules')}">${text.rules.heading}</a>`}
${site.hasLibrary && html`<a href="${href('/library')}">${text.library.heading}</a>`}
<a href="${href('/docs')}">${text.layout.reference}</a>
</footer>
</body>
</html>
`
}

/** Renders what chats read (ogp.me; the last one is for those that otherwise show a small picture). */
const cardTags = (site: Site, title: string, { description, picture }: Card): Html => {
  const tag = (property: string, content: string) =>
    html`<meta property="og:${property}" content="${content}">\n`
  return html`${tag('type', 'website')}${tag('site_name', site.name)}${tag('title', title)}${tag('description', description)}${tag('image', picture)}${tag('image:width', `${cardSize.width}`)}${tag('image:height', `${cardSize.height}`)}<meta name="twitter:card" content="summary_large_image">`
}

/** A page may arrive in pieces. Its first picture has all of it; otherwise what is there would move. */
const wholePage = html`<link rel="expect" href="#footer" blocking="render">`

/** Renders the content, next to the list of sibling pages if there is one; the skip link leads past that list. */
function main(site: Site, pageContext: PageContext, page: Page): Html {
  const list = sections(site, pageContext, page.friendsBadge)
  const width = page.isWide ? 'wide' : undefined
  if (!list) {
    return html`<main id="content" tabindex="-1"${width && html` class="${width}"`}>
${content(site, pageContext, page)}
</main>`
  }
  return html`<main class="sectioned">
${list}
<div id="content" tabindex="-1"${width && html` class="${width}"`}>
${content(site, pageContext, page)}
</div>
</main>`
}

/** A heading of more characters is smaller. */
const longHeading = 40

const content = (
  site: Site,
  pageContext: PageContext,
  page: Page,
): Html => html`<h1${page.heading.length > longHeading && html` class="long"`}>${page.hasEmblem && emblem(site)}${page.heading}</h1>
${pageContext.flash !== undefined && html`<p class="flash" role="status">${pageContext.flash}</p>`}
${isSignedIn(pageContext) && hasRole(pageContext.account) && !pageContext.account.hasSecondFactor && reminder(site, pageContext)}
${isSignedIn(pageContext) && asksForRules(site, pageContext) && rulesQuestion(site, pageContext)}
${page.alert !== undefined && html`<p class="alert" id="alert" tabindex="-1" autofocus role="alert">${page.alert}</p>`}
${pageContext.typed ? unfolded(page.content) : page.content}`

const emblem = ({ href, assets }: Site): Html =>
  html`<img src="${href(assets.logo)}" alt="" width="56" height="56">`

/** Times are shown in the reader's zone on every page that has one, which takes a script. */
const scriptsOf = ({ scripts = [], content }: Page): readonly string[] =>
  content.text.includes('<time ') ? [...scripts, 'time.js'] : scripts

/** Renders the links that the law asks for in some countries. */
function legalLinks({ legal }: Site, { layout }: Text): HtmlValue {
  const link = (url: string | null, label: string) =>
    url !== null && html`<a href="${url}" rel="noopener noreferrer">${label}</a>\n`
  return [link(legal.imprint, layout.imprint), link(legal.privacy, layout.privacy)]
}

/**
 * An account that is about to be deleted is not asked, and nobody is asked on the page that asks, or in the middle of other
 * people's affairs.
 */
function asksForRules(site: Site, { account, request }: SignedInPageContext): boolean {
  if (account.deletesAt !== undefined || !site.mustAccept(account)) return false
  const path = pathOf(request.url)
  return path !== site.href('/rules') && !`${path}/`.startsWith(`${site.href('/admin')}/`)
}

/** Asks for the rules that have changed, or that were not there yet. Nothing waits for the answer. */
function rulesQuestion(site: Site, { request, text }: SignedInPageContext): Html {
  const next = request.method === 'GET' ? request.url : undefined
  return html`<p class="note reminder"><span>${text.rules.asked}</span> <a href="${site.href(pathWithNext('/rules', next))}">${text.rules.read}</a></p>`
}

/** Accounts with a role are worth an attack, so their owners are told to protect them. */
function reminder(site: Site, { account, text }: SignedInPageContext): Html {
  const { advice, link, moderator } = text.admin.reminder
  return html`<p class="note reminder"><span>${isAdministrator(account) ? advice : moderator}</span> <a href="${site.href('/account/security/totp')}">${link}</a></p>`
}

function navigation(site: Site, pageContext: PageContext, { next }: Page): Html {
  const { text } = pageContext
  const links = isSignedIn(pageContext)
    ? [
        ['/account', text.layout.account] as const,
        ...(hasRole(pageContext.account) ? [['/admin', text.admin.heading] as const] : []),
      ]
    : [
        ['/sign-in', text.layout.signIn] as const,
        ...(site.hasRegistration ? [['/register', text.layout.register] as const] : []),
      ]
  return html`<nav aria-label="${text.layout.navigation}">
${links.map(([path, label]) => link(site, pageContext, path, label, isSignedIn(pageContext) ? undefined : next))}
${isSignedIn(pageContext) && form(site, pageContext, { action: '/sign-out', submit: text.layout.signOut, variant: 'quiet' })}
</nav>`
}

function link(
  site: Site,
  { account, request }: PageContext,
  path: string,
  label: string,
  next?: string,
): Html {
  const isHere = pathOf(request.url) === site.href(path)
  // Nobody's portrait is found under the name of an account that is about to be deleted.
  const hasFace = account !== undefined && account.deletesAt === undefined && path === '/account'
  const face = hasFace && portrait(site, { id: account.primaryId ?? account.id }, 'face', 28)
  return html`<a href="${site.href(pathWithNext(path, next))}"${isHere && html` aria-current="page"`}>${face}${label}</a>`
}

/** Returns the full path at which the answer to a form can be opened. */
const askedAt = (site: Site, { request }: PageContext, page: Page): string =>
  page.here ?? formPage(site, request) ?? site.href('/')

/** Renders the choice of language. People who are signed in have a page for it. */
function languageForms(site: Site, pageContext: PageContext, page: Page): Html {
  const others = languages.filter((language) => language !== pageContext.language)
  const { request } = pageContext
  const isAsked = request.method !== 'POST' && (page.status ?? 200) < 400
  const next = isAsked ? request.url : askedAt(site, pageContext, page)
  return html`<div class="languages" role="group" aria-label="${pageContext.text.layout.languages}">
${others.map((language) =>
  form(site, pageContext, {
    action: '/language',
    submit: languageNames[language],
    lang: language,
    variant: 'link',
    hidden: { language, next },
  }),
)}
</div>`
}
