import { type Check, profileOf } from '../check.ts'

/** Every check for people to read. */
export const listed = (checks: readonly Check[]): string =>
  checks
    .map(({ title, breaks, source, level, layouts, needs, ...check }) => {
      const lines = [
        `${check.id}  (${profileOf(check)}, ${level}${layouts ? `, ${layouts.join(', ')}` : ''})`,
        `  ${title}`,
        `  breaks: ${breaks}`,
        `  source: ${source}`,
        ...(needs ? [`  needs: ${needs.join(', ')}`] : []),
      ]
      return `${lines.join('\n')}\n\n`
    })
    .join('')
