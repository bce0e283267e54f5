// POST /language: the choice of language at the foot of every page, for signed-out visitors.
import type { Context } from '../../domain/context.ts'
import { dayMs } from '../../lib/measure/units.ts'
import { setCookie } from '../context/cookies.ts'
import { nearestLanguage } from '../context/language.ts'
import { nextPath } from '../context/next.ts'
import type { Pages } from '../page/page-scope.ts'

const rememberedMs = 365 * dayMs

export function languageChoice({ site, post }: Pages, context: Context): void {
  post('/language', ({ reply }, fields) => {
    const language = nearestLanguage(fields.text('language'))
    if (language) setCookie(context, reply, 'language', language, rememberedMs)
    const next = nextPath(fields.text('next'), context.baseUrl()) ?? site.href('/')
    return { next, flash: 'layout.languageChosen' }
  })
}
