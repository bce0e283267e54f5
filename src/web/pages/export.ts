// GET /account/export: a file, no page.
import { exportOwnData } from '../../domain/accounts/own-export.ts'
import type { Context } from '../../domain/context.ts'
import { accountActor } from '../../model/actor.ts'
import type { Pages } from '../page-scope.ts'

export function exportPage({ signedIn }: Pages, context: Context): void {
  signedIn.get('/account/export', async ({ account, request }) => ({
    filename: `${account.username}.json`,
    json: await exportOwnData(context, accountActor(account, request.ip), account),
  }))
}
