// The tables of docs/errors.md that show what is on the wire, by their headings.
import { legacyErrors } from '../src/wire/legacy/errors.ts'
import { vendorErrors } from '../src/wire/vendor-hosts/errors.ts'
import { servicesErrors } from '../src/wire/vendor-services/errors.ts'
import { yggdrasilErrors } from '../src/wire/yggdrasil/errors.ts'

export const errorTables: Record<string, Readonly<Record<string, object>>> = {
  'Launcher, session and lookup requests': yggdrasilErrors,
  "The vendor's layout and the authlib-injector root": vendorErrors,
  'Session requests of old game versions': legacyErrors,
  "The vendor's services": Object.fromEntries(
    Object.entries(servicesErrors).map(([reason, { status, error, errorMessage, details }]) => [
      reason,
      { status, error, errorMessage, details: details?.status ?? '' },
    ]),
  ),
}

/** The catalogue with the rows of these tables written anew; its words stay as they are. */
export function withErrorTables(catalogue: string): string {
  return catalogue
    .split(/^(?=## )/m)
    .map((section) => {
      const table = errorTables[section.slice(3, section.indexOf('\n'))]
      if (!table) return section
      const rows = Object.entries(table).map(
        ([reason, words]) => `| ${[`\`${reason}\``, ...Object.values(words).map(String)].join(' | ')} |\n`,
      )
      const lines = section.split(/(?<=\n)/).filter((line) => !line.startsWith('| `'))
      const head = lines.findIndex((line) => line.startsWith('| ---')) + 1
      return [...lines.slice(0, head), ...rows, ...lines.slice(head)].join('')
    })
    .join('')
}
