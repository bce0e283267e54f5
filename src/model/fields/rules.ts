// The forms of texts that administrators choose. Pages have words for each in src/texts/<language>.json.
import { isLabel, isLine } from '../accounts/label.ts'
import { checklistPoints, readPoints } from '../community/checklist.ts'
import { isGroupName, readColour } from '../community/group.ts'
import { isVersion, readLoader, readMods, wrongMod } from '../community/mods.ts'
import { isNeighbourId } from '../community/neighbour-id.ts'
import { isServerAddress } from '../community/server-address.ts'
import { readHomeLinks, readLines, readLogo, readWebAddress, wrongLine } from '../community/setting.ts'
import { reportReasonLength } from '../game/texture-report.ts'
import { isEventFilter } from '../records/event-filter.ts'

interface Rule {
  /** After "Use". */
  readonly allowed: string
  readonly keeps: (text: string) => boolean
  /** Returns the text as it is stored, or undefined if it does not keep the rule. Without it, as it was typed. */
  readonly reads?: (text: string) => string | undefined
  /** Returns the first line that does not keep the rule of a list, one a line. */
  readonly wrongLine?: (text: string) => string | undefined
  /** The longest text that may keep it, in UTF-16 code units, if that is easily said. */
  readonly maxLength?: number
}

const stored = (reads: (text: string) => string | undefined) => ({
  reads,
  keeps: (text: string) => reads(text) !== undefined,
})

/** The maximum length of the reason of a suspension. */
export const maxReasonLength = 1000

export const rules = {
  label: {
    allowed: 'one line of 1 to 64 characters, without control characters or spaces at either end',
    keeps: isLabel,
    // 64 characters.
    maxLength: 128,
  },
  name: {
    allowed: '1 to 32 of the characters a-z, 0-9 and -, beginning with a letter or a digit',
    keeps: isGroupName,
    maxLength: 32,
  },
  neighbourId: {
    allowed: '1 to 16 of the characters a-z, 0-9 and -, beginning with a letter or a digit',
    keeps: isNeighbourId,
    maxLength: 16,
  },
  hostAndPort: { allowed: 'HOST, HOST:PORT or [IPv6]:PORT', keeps: isServerAddress },
  event: { allowed: 'events, patterns such as account.*, or *', keeps: isEventFilter },
  colour: {
    allowed: 'six hexadecimal digits, such as 1f7a5c',
    ...stored(readColour),
  },
  reason: {
    allowed: 'one line of at most 1000 characters, without control or bidirectional characters',
    keeps: (text) => isLine(text, maxReasonLength),
    maxLength: maxReasonLength,
  },
  reportReason: {
    allowed: 'text of 3 to 1,000 characters, without control or bidirectional characters',
    ...stored((text) => {
      const lines = readLines(reportReasonLength.max)(text)
      return lines !== undefined && lines.length >= reportReasonLength.min ? lines : undefined
    }),
  },
  shortText: {
    allowed: 'text of 1 to 1,000 characters, without control or bidirectional characters',
    ...stored(readLines(1000)),
  },
  longText: {
    allowed: 'text of 1 to 5,000 characters, without control or bidirectional characters',
    ...stored(readLines(5000)),
  },
  version: {
    allowed:
      '1 to 32 letters, digits, dots, hyphens, plus signs and underscores, beginning with a letter or a digit',
    keeps: isVersion,
    maxLength: 32,
  },
  loader: {
    allowed: 'fabric-loader, forge, neoforge or quilt-loader, a space, and its version',
    keeps: (text) => readLoader(text) !== undefined,
    maxLength: 64,
  },
  mods: {
    allowed:
      '1 to 100 lines of an https: address of a .jar at cdn.modrinth.com, github.com, gitlab.com or raw.githubusercontent.com, its size in bytes, its SHA-1 and its SHA-512, without two of the same name',
    ...stored(readMods),
    wrongLine: wrongMod,
  },
  checklist: {
    allowed: `one or more of ${checklistPoints.join(', ')}, with spaces between them`,
    ...stored(readPoints),
  },
  homeLinks: {
    allowed: '1 to 12 lines of an https: address, a space and a title of up to 64 characters',
    ...stored(readHomeLinks),
    wrongLine,
  },
  webAddress: {
    allowed: 'an https: or http: address of at most 500 characters, without a user',
    ...stored((text) => readWebAddress(text)),
    maxLength: 500,
  },
  logo: {
    allowed:
      'a PNG of at most 40 KiB and 1024 pixels a side, as a path in commands and data:image/png;base64,… in the API',
    ...stored(readLogo),
  },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof rules

export const ruleOf = (name: RuleName): Rule => rules[name]
