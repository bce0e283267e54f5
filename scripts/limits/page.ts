// docs/limits.md, and the table of limits in docs/protocol/conventions.md, from the tables of this folder.
import { frequencyLimits } from './frequency.ts'
import { memoryLimits, storedLimits } from './kept.ts'
import { queueLimits } from './queues.ts'
import { requestLimits } from './requests.ts'
import type { LimitGroup } from './row.ts'
import { endOf, tableLimits } from './tables.ts'

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

const tablesHead = `## Every table

The rows of the database: who makes them, how many there can be, and what deletes them. A test compares this list with the schema. A table of operators without a bound grows by what they do only. The sweep runs each minute; a row that goes with one of another table goes in the same transaction.

| table | rows are made by | bound | deleted by | bound set in |
| --- | --- | --- | --- | --- |
`

function tablesSection(): string {
  const rows = Object.entries(tableLimits).map(([table, { by, bound, ends }]) => {
    const places = [...new Set(bound.where)].filter(Boolean).map((place) => `\`${place}\``)
    return `| ${[`\`${table}\``, by, bound.text, endOf(ends), places.join(', ')].map(cell).join(' | ')} |`
  })
  return `${tablesHead}${rows.join('\n')}
`
}

/** The page with the notice that it is generated at its top. */
export function limitsPage(notice: string): string {
  const sections = [
    section(requestLimits, 'reason'),
    section(frequencyLimits, 'reason'),
    section(queueLimits, 'reason'),
    section(storedLimits, 'how long'),
    tablesSection(),
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
