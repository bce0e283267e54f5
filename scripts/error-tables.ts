// The tables of docs/errors.md with errors on the wire, by their headings.
import { commonErrors } from '../src/http/errors/common-errors.ts'
import { type ErrorTable, errorTable } from '../src/http/errors/error-table.ts'
import { reasonEntries } from '../src/model/reasons/reasons.ts'
import { adminErrors } from '../src/wire/admin/errors.ts'
import { authlibInjectorErrors } from '../src/wire/authlib-injector/errors.ts'
import { bedrockErrors } from '../src/wire/bedrock/errors.ts'
import { legacyErrors } from '../src/wire/legacy/errors.ts'
import { lookupErrors, vendorLookupErrors } from '../src/wire/lookup/errors.ts'
import { oauthErrors } from '../src/wire/oauth2/errors.ts'
import { skinSystemErrors } from '../src/wire/skin-system/errors.ts'
import { vendorErrors } from '../src/wire/vendor-hosts/errors.ts'
import { servicesErrors } from '../src/wire/vendor-services/errors.ts'
import { wardrobeErrors } from '../src/wire/wardrobe/errors.ts'
import { yggdrasilErrors } from '../src/wire/yggdrasil/errors.ts'

/** The heading of the errors that every protocol has in common. */
export const commonHeading = 'Any request'

export const errorTables: Readonly<Record<string, ErrorTable>> = {
  [commonHeading]: errorTable(commonErrors),
  'Launcher and session requests': yggdrasilErrors,
  'Session requests of old game versions': legacyErrors,
  'Profile lookups': lookupErrors,
  "Profile lookups in the vendor's layout": vendorLookupErrors,
  "Session requests in the vendor's layout": vendorErrors,
  'The authlib-injector root': authlibInjectorErrors,
  "The vendor's services": servicesErrors,
  'Skin system and textures': skinSystemErrors,
  'Bedrock links': bedrockErrors,
  'OAuth 2.0': oauthErrors,
  'The wardrobe of players': wardrobeErrors,
  Administration: adminErrors,
}

/**
 * Returns the catalogue with the rows of these tables regenerated, in the columns of their headers; its other text
 * stays.
 */
export function withErrorTables(catalogue: string): string {
  return catalogue
    .split(/^(?=## )/m)
    .map((section) => {
      const table = errorTables[section.slice(3, section.indexOf('\n'))]
      if (section.startsWith('## Reasons\n')) return withReasons(section)
      if (!table) return section
      const lines = section.split(/(?<=\n)/).filter((line) => !line.startsWith('| `'))
      const rule = lines.findIndex((line) => line.startsWith('| ---'))
      const [, ...columns] = cellsOf(lines[rule - 1] ?? '')
      const rows = Object.entries(table.own).map(([reason, words]) => {
        const fields = new Map<string, unknown>(Object.entries(words))
        const cells = columns.map((column) => cellText(fields.get(column)))
        return `| ${[`\`${reason}\``, ...cells].join(' | ')} |\n`
      })
      return [...lines.slice(0, rule + 1), ...rows, ...lines.slice(rule + 1)].join('')
    })
    .join('')
}

/** Returns the section with the rows of src/model/reasons replaced, and those that it lacks added last. */
function withReasons(section: string): string {
  const rows = reasonEntries.map(
    ([name, { when, remedy }]) => [name, `| \`${name}\` | ${when} | ${remedy} |\n`] as const,
  )
  return rows.reduce((text, [name, row]) => {
    const there = new RegExp(`^\\| \`${name}\` .*\\n`, 'm')
    return there.test(text) ? text.replace(there, () => row) : text.replace(/\n*$/, () => `\n${row}\n`)
  }, section)
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const cellText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
