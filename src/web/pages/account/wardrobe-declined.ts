import type { ReadContext } from '../../../domain/context.ts'
import { Refused } from '../../../model/errors/refusal.ts'
import type { PlayerPageContext } from '../../context/page-context.ts'
import type { Page } from '../../page/page.ts'
import { declinedUpload } from './skin.ts'
import type { Typed } from './wardrobe-add.ts'

/** Returns what to say about a refusal, and whether it is about the name. Throws any other error. */
export function declined(
  context: ReadContext,
  page: PlayerPageContext,
  error: unknown,
): Pick<Page, 'status' | 'alert' | 'retryAfter'> & Pick<Typed, 'invalidName'> {
  const { problems } = page.text.wardrobe
  const words: Partial<Record<string, string>> = {
    wardrobe_full: problems.full,
    wardrobe_name_malformed: problems.name,
    texture_unknown: problems.gone,
  }
  if (error instanceof Refused && error.reason === 'too_many_shares') {
    const { retryAfter = 1 } = error
    page.request.refused = error
    return { status: 429, retryAfter, alert: page.text.library.problems.tooMany(Math.ceil(retryAfter / 60)) }
  }
  const alert = error instanceof Refused ? words[error.reason] : undefined
  if (!(error instanceof Refused) || alert === undefined) {
    const { invalid: _, ...answer } = declinedUpload(context, page, undefined, error)
    return answer
  }
  page.request.refused = new Refused(error.reason, { cause: error, about: page.player })
  return { status: 422, alert, invalidName: error.reason === 'wardrobe_name_malformed' }
}
