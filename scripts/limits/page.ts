// docs/limits.md, and the table of limits in docs/protocol/conventions.md, from the tables of this folder.
import { frequencyLimits } from './frequency.ts'
import { memoryLimits, storedLimits } from './kept.ts'
import { queueLimits } from './queues.ts'
import { requestLimits } from './requests.ts'
import type { LimitGroup } from './row.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

function section({ heading, introduction, limits }: LimitGroup, lastColumn: string): string {
  const rows = limits.map(({ what, text, where, reason }) => {
    const places = where.map((place) => `\`${place}\``).join(', ')
    return `| ${[what, text, reason, places].map(cell).join(' | ')} |`
  })
  return `## ${heading}

${introduction}

| what | limit | ${lastColumn} | set in |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

/** The page with the notice that it is generated at its top. */
export function limitsPage(notice: string): string {
  const sections = [
    section(requestLimits, 'reason'),
    section(frequencyLimits, 'reason'),
    section(queueLimits, 'reason'),
    section(storedLimits, 'how long'),
    section(memoryLimits, 'how long'),
  ]
  return `${notice}
# Limits

Every limit of the service, with the numbers that the code has. Limits that are settings show their default; [configuration](configuration.md) says how to change them. What a client is answered past a limit is in [conventions](protocol/conventions.md#http) and [errors](errors.md).

${sections.join('\n')}`
}

const conventionsHead = '| bound | value | past it |\n| --- | --- | --- |\n'

/** The page with the rows of its table of bounds replaced; the rest stays as it is. */
export function withBounds(conventions: string): string {
  const [before = '', after = ''] = conventions.split(conventionsHead)
  const rows = [requestLimits, queueLimits]
    .flatMap(({ limits }) => limits)
    .flatMap(({ what, text, past }) => (past ? [`| ${[what, text, past].map(cell).join(' | ')} |\n`] : []))
  return before + conventionsHead + rows.join('') + after.replace(/^(\|.*\n)*/, '')
}
