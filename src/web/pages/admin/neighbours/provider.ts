// GET /admin/providers/{name} and its POSTs: one provider of sign-ins, its settings, its test and its removal.
import type { Context } from '../../../../domain/context.ts'
import { callbackOf } from '../../../../domain/identities/begin.ts'
import { examineProvider } from '../../../../domain/providers/examine.ts'
import { countLosing, type KeptProvider, keptProvider } from '../../../../domain/providers/kept.ts'
import { removeProvider, setProvider } from '../../../../domain/providers/providers.ts'
import { forAMoment, syncProvider } from '../../../../domain/providers/sync.ts'
import { type Html, type HtmlValue, html } from '../../../../lib/text/html.ts'
import { accountActor } from '../../../../model/accounts/actor.ts'
import { canAskMembers } from '../../../../model/community/provider.ts'
import { shownSync } from '../../../../present/provider.ts'
import { actorOf, type SignedInPageContext } from '../../../context/page-context.ts'
import type { Text } from '../../../context/text.ts'
import { form } from '../../../form/forms.ts'
import { copyLine } from '../../../layout/copy-line.ts'
import { time } from '../../../layout/time.ts'
import type { Page, PageAnswer } from '../../../page/page.ts'
import type { Pages } from '../../../page/page-scope.ts'
import { asking } from '../asking.ts'
import { adminPage, deletionCard, notProved, provingField, provingNote } from '../frame.ts'
import {
  declinedProvider,
  readSettings,
  settingsFields,
  type TypedSettings,
  typedOf,
} from './provider-fields.ts'
import { lastProblemOf, lastSignInOf, providerNameOf, providerPath, providersPath } from './providers.ts'

/** `said` is what a test has found. */
type TypedProvider = TypedSettings & { said?: readonly string[] }

export function adminProvider(pages: Pages, context: Context): void {
  const { site, forRole } = pages
  const admin = forRole('admin')
  const path = providerPath(':name')

  const show = async (page: SignedInPageContext, typed: TypedProvider = {}): Promise<Page> => {
    const { providers: words, admin: common } = page.text
    const provider = await keptProvider(context.db, providerNameOf(page))
    const at = providerPath(provider.name)
    const { said } = typed
    const content = html`${said && html`<p class="note" role="status">${said.join(' ')}</p>`}
<section class="card">
${facts(page.text, context, provider)}
</section>
<details class="card narrow"${typed.title !== undefined && html` open`}>
<summary><h2>${words.settings}</h2></summary>
${provingNote(page)}
${form(site, page, {
  action: at,
  submit: words.save,
  fields: [
    settingsFields(page, provider, { ...typedOf(provider), ...typed }),
    provingField(page, typed.title === undefined ? undefined : typed.wrong),
  ],
})}
</details>
<section class="card narrow">
<p>${words.testAbout}</p>
${form(site, page, { action: `${at}/test`, submit: words.test, variant: 'quiet' })}
</section>
${
  isSynced(provider) &&
  html`<section class="card narrow">
<p>${words.syncAbout}</p>
${form(site, page, { action: `${at}/sync`, submit: words.sync, variant: 'quiet' })}
</section>`
}
${deletionCard(site, { deleteAbout: words.removeAbout, delete: words.remove }, `${at}/remove`)}
<p class="aside"><a href="${site.href(providersPath)}">${common.menu.providers.heading}</a></p>`
    return { ...adminPage(provider.title, content, typed), scripts: ['copy.js'] }
  }

  admin.get(path, (page) => show(page))
  admin.get(`${path}/*`, (page) => ({ to: providerPath(providerNameOf(page)) }))

  admin.post(path, async (page, fields): Promise<PageAnswer> => {
    const provider = await keptProvider(context.db, providerNameOf(page))
    const read = readSettings(page, fields, provider)
    if ('problem' in read) return show(page, { ...read.typed, ...read.problem })
    const refusal = await notProved(context, page, fields)
    if (refusal) return show(page, { ...read.typed, ...refusal })
    try {
      await setProvider(context, actorOf(page), provider.name, read.settings)
    } catch (error) {
      return show(page, { ...read.typed, ...declinedProvider(page, error) })
    }
    return { to: providerPath(provider.name), flash: 'providers.changed' }
  })

  admin.post(`${path}/test`, async (page): Promise<PageAnswer> => {
    const { fine, ahead, faults } = page.text.providers
    const { faults: found, aheadMs } = await examineProvider(context, providerNameOf(page))
    const said = found.length === 0 ? [fine] : found.map(({ fault }) => faults[fault])
    return show(page, {
      said: aheadMs === undefined ? said : [...said, ahead(Math.round(aheadMs / 1000))],
    })
  })

  admin.post(`${path}/sync`, async (page): Promise<PageAnswer> => {
    const provider = await keptProvider(context.db, providerNameOf(page))
    if (!isSynced(provider)) return { to: providerPath(provider.name) }
    const by = accountActor(page.account, page.request.ip)
    const done = await syncProvider(context, provider.name, { by, ...forAMoment() })
    return show(page, { said: [page.text.providers.synced(shownSync(provider.name, done))] })
  })

  asking(pages, context, `${path}/remove`, {
    ask: async (page) => {
      const { admin: common, providers: words } = page.text
      const { name, title, accounts } = await keptProvider(context.db, providerNameOf(page))
      return {
        submit: words.remove,
        subject: title,
        effects: [words.removeAbout, common.deletions.undoable],
        affected: [
          [common.menu.accounts.heading, accounts],
          [words.losing, await countLosing(context, name)],
        ],
        back: providerPath(name),
      }
    },
    act: async (page) => {
      await removeProvider(context, actorOf(page), providerNameOf(page), { force: true })
      return { to: providersPath, flash: 'providers.removed' }
    },
  })
}

const isSynced = (provider: KeptProvider): boolean => canAskMembers(provider, provider.hasBotToken)

function facts(text: Text, context: Context, provider: KeptProvider): Html {
  const { providers: words, admin } = text
  const { issuer, createdAt, accounts } = provider
  const rows: readonly (readonly [string, HtmlValue])[] = [
    [admin.menu.accounts.heading, admin.overview.number(accounts)],
    [words.lastSignIn, lastSignInOf(text, provider)],
    [words.lastProblem, lastProblemOf(text, provider)],
    [admin.accounts.created, time(createdAt, admin.at(createdAt))],
  ]
  return html`<dl class="facts">
${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}
${issuer !== undefined && html`<div class="whole"><dt>${words.issuer}</dt><dd><code>${issuer}</code></dd></div>`}
<div class="whole"><dt>${words.callback}</dt><dd>${copyLine(text, callbackOf(context, provider))}</dd></div>
</dl>
<p class="hint">${words.callbackHint}</p>`
}
