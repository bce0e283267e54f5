// GET /account: the account, what needs attention and where it is signed in. Also answers unknown paths below it.
import type { Context } from '../../../domain/context.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import type { Pages } from '../../page/page-scope.ts'
import { accountHome } from './account-home.ts'
import { requestsBadge } from './friend-requests.ts'

export function accountPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account', async (page) => ({
    heading: page.text.account.heading,
    isWide: true,
    scripts: ['copy.js'],
    friendsBadge: await requestsBadge(context, site, page, page.account),
    content: await accountHome(context, site, page),
  }))

  signedIn.get('/account/*', () => {
    throw new Refused('route_unknown')
  })
}
