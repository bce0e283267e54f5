// GET /sign-in/with/{name}: leads to the provider at once.
import type { Context } from '../../../domain/context.ts'
import { beginAt } from '../../../domain/identities/begin.ts'
import { offeredProvider } from '../../../domain/identities/offered.ts'
import { nextPath } from '../../context/next.ts'
import type { PageAnswer } from '../../page/page.ts'
import type { Pages } from '../../page/page-scope.ts'
import { pathParameter } from '../../page/path-parameter.ts'
import { queryOf } from '../sign-in/sign-in.ts'
import { failedSignIn } from './failure.ts'
import { keepSignIn } from './kept.ts'
import { startOf } from './links.ts'

/** The longest code of an invite. */
const maxInvite = 64

export function startAtProvider({ site, get }: Pages, context: Context): void {
  get(startOf(':name'), async (page): Promise<PageAnswer> => {
    const name = pathParameter(page, 'name')
    const next = nextPath(queryOf(page, 'next'), context.baseUrl())
    try {
      const { away, begun } = beginAt(context, await offeredProvider(context, name))
      const invite = queryOf(page, 'invite').trim()
      const invited = invite !== '' && invite.length <= maxInvite ? { invite } : {}
      keepSignIn(context, page, { ...begun, next, ...invited })
      return { away }
    } catch (error) {
      return failedSignIn(context, site, page, error, { name, next })
    }
  })
}
