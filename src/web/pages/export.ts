// GET and POST /account/export: a file with everything stored about the account.
import { Readable } from 'node:stream'
import { exportOwnData, reserveExport } from '../../domain/accounts/own-export.ts'
import type { Context } from '../../domain/context.ts'
import { html } from '../../lib/text/html.ts'
import { Refused } from '../../model/refusal.ts'
import { indentedJson } from '../layout/indented-json.ts'
import type { Page, PageAnswer } from '../page/page.ts'
import type { Pages } from '../page/page-scope.ts'
import type { Site } from '../visit/site.ts'
import { actorOf, type SignedInVisit } from '../visit/visit.ts'
import { accountForm } from './account-form.ts'

/** A browser that takes longer than this has stopped reading. */
const timeoutMs = 120_000

export function exportPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account/export', (visit) => exportForm(site, visit))

  signedIn.post('/account/export', async (visit): Promise<PageAnswer> => {
    const { account, request } = visit
    try {
      const leave = await reserveExport(context, account)
      const pieces = exportPieces(context, visit)
      const file = Readable.from(pieces, { signal: AbortSignal.timeout(timeoutMs) })
      file.once('close', leave)
      return { filename: `${account.username}.json`, file }
    } catch (error) {
      if (!(error instanceof Refused && error.reason === 'too_many_exports')) throw error
      request.refused = error
      const { retryAfter = 1 } = error
      const alert = visit.text.settings.export.tooMany(Math.ceil(retryAfter / 60))
      return { ...exportForm(site, visit), status: 429, retryAfter, alert }
    }
  })
}

async function* exportPieces(context: Context, visit: SignedInVisit): AsyncGenerator<string> {
  yield* indentedJson(await exportOwnData(context, actorOf(visit), visit.account))
}

function exportForm(site: Site, visit: SignedInVisit): Page {
  const { account, settings } = visit.text
  return accountForm(site, visit, {
    heading: account.menu.export.heading,
    about: html`<p>${settings.export.about}</p>`,
    action: '/account/export',
    submit: settings.export.submit,
    fields: html``,
  })
}
