// GET /account: who the player is, what needs attention and what is signed in; and the paths below that are nothing.
import type { Context } from '../../domain/context.ts'
import { Refused } from '../../model/refusal.ts'
import type { Pages } from '../page/page-scope.ts'
import { accountHome } from './account-home.ts'

export function accountPage({ site, signedIn }: Pages, context: Context): void {
  signedIn.get('/account', async (visit) => ({
    heading: visit.text.account.heading,
    isWide: true,
    scripts: ['copy.js'],
    content: await accountHome(context, site, visit),
  }))

  signedIn.get('/account/*', () => {
    throw new Refused('route_unknown')
  })
}
