// The table of docs/security.md about what gives access.
import { readFile } from 'node:fs/promises'

/** The events that end what belongs to an account, by their words in the table, and `rests`. */
const events = ['password', 'recovery', 'everywhere', 'suspension', 'deletion', 'role']

export interface AccessRow {
  /** Which of the events end it, and `rests` if it works again after a suspension. */
  events: readonly string[]
  /** The other ends, as the table words them. */
  ownEnds: readonly string[]
}

/** Reads the rows, by what gives access. */
export async function accessTable(): Promise<Map<string, AccessRow>> {
  const text = await readFile(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split('\n## What gives access\n')
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  return new Map(
    lines.slice(2).map((line): [string, AccessRow] => {
      const [, name = '', , ends = '', , undone = ''] = line.split('|').map((cell) => cell.trim())
      const [first = '', ...others] = ends.split('; ')
      const isAboutEvents = first.split(', ').every((word) => events.includes(word))
      // "Its own end" says that no event ends it, and is explained by the ends that follow.
      const isExplained = first.startsWith('its own end')
      const own = [...(isAboutEvents || isExplained ? [] : [first]), ...others, ...undone.split('; ')]
      return [
        name,
        {
          events: [...(isAboutEvents ? first.split(', ') : []), ...others.filter((word) => word === 'rests')],
          ownEnds: own.filter((word) => word !== 'rests' && word !== ''),
        },
      ]
    }),
  )
}
