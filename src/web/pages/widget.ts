// GET /widget/players and /widget/players.json: who plays now, for other sites. Without cookies, the same for everybody.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/load.ts'
import type { Context } from '../../domain/context.ts'
import { widget } from '../../domain/figures/widget.ts'
import { type Widget, widgetMs } from '../../domain/figures/widget-look.ts'
import { allowBriefCaching } from '../../http/headers/brief-caching.ts'
import { isKnown } from '../../http/headers/etag.ts'
import { answerPreflight } from '../../http/headers/open-to-pages.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { type Html, html } from '../../lib/text/html.ts'
import { shownWidget } from '../../present/widget.ts'
import type { Language } from '../../texts/languages.ts'
import type { Assets } from '../assets.ts'
import { acceptedLanguage, nearestLanguage } from '../context/language.ts'
import { type Site, siteOf } from '../context/site.ts'
import { textIn } from '../context/text.ts'
import { portrait } from '../layout/portrait.ts'

export const widgetRoutes = (context: Context, assets: Assets) => async (app: Routes) => {
  const { widgetSites: sites } = context.config
  const site = siteOf(context, assets)
  const schema = { hide: true }
  allowBriefCaching(app, widgetMs / 1000)
  app.addHook('onRequest', async (request, reply) => {
    reply.removeHeader('x-frame-options')
    openTo(sites, request, reply)
    await context.settings.refresh()
  })

  answerPreflight(app, '/players.json')
  const json = onceEach((of) => JSON.stringify(shownWidget(of, context.baseUrl())))
  app.get('/players.json', { schema }, async (request, reply) => {
    const body = json(await widget(context), '')
    if (isKnown(request, reply, body)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  })

  const page = onceEach((of, language) => pageOf(site, language as Language, of, context.baseUrl()).text)
  const policy = `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${sites === 'any' ? '*' : ["'self'", ...sites].join(' ')}`
  app.get('/players', { schema }, async (request, reply) => {
    const { language = '' } = request.query as Record<string, unknown>
    const body = page(await widget(context), languageOf(language, request, context.config))
    reply.headers({ 'content-security-policy': policy, 'cross-origin-resource-policy': 'cross-origin' })
    if (isKnown(request, reply, body)) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(body)
  })
}

/** Lets scripts of other sites read the answer, as NORN_WIDGET_SITES says. */
function openTo(sites: Config['widgetSites'], { headers }: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', sites === 'any' ? 'accept-language' : 'accept-language, origin')
  const { origin = '' } = headers
  const allowed = sites === 'any' ? '*' : sites.find((one) => one === origin)
  if (allowed !== undefined) reply.header('access-control-allow-origin', allowed)
}

const languageOf = (asked: unknown, { headers }: FastifyRequest, { language }: Config): Language =>
  (typeof asked === 'string' && asked !== '' ? nearestLanguage(asked) : undefined) ??
  acceptedLanguage(headers['accept-language']) ??
  language

/** Makes each text once for what was read, and forgets it with that. */
function onceEach(make: (of: Widget, key: string) => string): (of: Widget, key: string) => string {
  const made = new WeakMap<Widget, Map<string, string>>()
  return (of, key) => {
    const texts = made.get(of) ?? new Map<string, string>()
    made.set(of, texts)
    const text = texts.get(key) ?? make(of, key)
    texts.set(key, text)
    return text
  }
}

/** Renders the page for a frame. It has no form, no script and nothing of the person who sees it. */
function pageOf(site: Site, language: Language, shown: Widget, baseUrl: string): Html {
  const { figures: words, overview } = textIn(language).admin
  const { players, isMore, servers = [], names = [] } = shown
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${words.now} · ${site.name}</title>
<link rel="stylesheet" href="${site.href(site.assets.path('widget.css'))}">
</head>
<body>
<main>
<h1><a href="${baseUrl}/" target="_blank" rel="noopener"><img src="${site.href(site.assets.logo)}" alt="" width="24" height="24">${site.name}</a></h1>
<dl>
<div class="all"><dt>${words.now}</dt><dd>${isMore ? words.nowMore(players) : overview.number(players)}</dd></div>
${servers.map(({ title, players: count }) => html`<div><dt>${title}</dt><dd>${overview.number(count)}</dd></div>\n`)}</dl>
${
  names.length > 0 &&
  html`<ul>
${names.map((player) => html`<li>${portrait(site, player, 'face', 32)}<span>${player.username}</span></li>\n`)}</ul>`
}
</main>
</body>
</html>
`
}
