// GET and POST /account/export: a file with everything stored about the account.
import { Readable } from 'node:stream'
import { exportOwnData, reserveExport } from '../../../domain/accounts/own-export.ts'
import type { Context } from '../../../domain/context.ts'
import { html } from '../../../lib/text/html.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import { actorOf, type SignedInPageContext } from '../../context/page-context.ts'
import type { Site } from '../../context/site.ts'
import { accountForm } from '../../form/account-form.ts'
import { indentedJson } from '../../layout/indented-json.ts'
import type { Page, PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'

/** A browser that takes longer than this has stopped reading. */
const timeoutMs = 120_000

export function exportPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/export', (page) => exportForm(site, page))

  signedIn.post('/account/export', async (page): Promise<PageAnswer> => {
    const { account, request } = page
    try {
      const leave = await reserveExport(context, account)
      const pieces = exportPieces(context, page)
      const file = Readable.from(pieces, { signal: AbortSignal.timeout(timeoutMs) })
      file.once('close', leave)
      return { filename: `${account.username}.json`, file }
    } catch (error) {
      if (!(error instanceof Refused && error.reason === 'too_many_exports')) throw error
      request.refused = error
      const { retryAfter = 1 } = error
      const alert = page.text.settings.export.tooMany(Math.ceil(retryAfter / 60))
      return { ...exportForm(site, page), status: 429, retryAfter, alert }
    }
  })
}

async function* exportPieces(context: Context, page: SignedInPageContext): AsyncGenerator<string> {
  yield* indentedJson(await exportOwnData(context, actorOf(page), page.account))
}

function exportForm(site: Site, page: SignedInPageContext): Page {
  const { account, settings } = page.text
  return accountForm(site, page, {
    heading: account.menu.export.heading,
    about: html`<p>${settings.export.about}</p>`,
    action: '/account/export',
    submit: settings.export.submit,
    fields: html``,
  })
}
