import { type Check, profileOf } from '../check.ts'

/** Every check for people to read. */
export const listed = (checks: readonly Check[]): string =>
  checks
    .map(({ title, breaks, source, level, mustIn, layouts, needs, ...check }) => {
      const strength = mustIn ? `${level}, must in ${mustIn.join(' and ')}` : level
      const where = layouts ? `; only ${layouts.join(', ')}` : ''
      const lines = [
        `${check.id}  (${profileOf(check)}; ${strength}${where})`,
        `  ${title}`,
        `  breaks: ${breaks}`,
        `  source: ${source}`,
        ...(needs ? [`  needs: ${needs.join(', ')}`] : []),
      ]
      return `${lines.join('\n')}\n\n`
    })
    .join('')
