// The forms of texts that administrators choose. Pages have words for each in src/texts/<language>.json.
import { isLabel, isLine } from '../accounts/label.ts'
import { isGroupName, readColour } from '../community/group.ts'
import { isNeighbourId } from '../community/neighbour.ts'
import { isServerAddress } from '../community/server-address.ts'

interface Rule {
  /** After "Use". */
  readonly allowed: string
  readonly keeps: (text: string) => boolean
}

export const rules = {
  label: {
    allowed: 'one line of 1 to 64 characters, without control characters or spaces at either end',
    keeps: isLabel,
  },
  name: {
    allowed: '1 to 32 of the characters a-z, 0-9 and -, beginning with a letter or a digit',
    keeps: isGroupName,
  },
  neighbourId: {
    allowed: '1 to 16 of the characters a-z, 0-9 and -, beginning with a letter or a digit',
    keeps: isNeighbourId,
  },
  hostAndPort: { allowed: 'HOST, HOST:PORT or [IPv6]:PORT', keeps: isServerAddress },
  colour: {
    allowed: 'six hexadecimal digits, such as 1f7a5c',
    keeps: (text) => readColour(text) !== undefined,
  },
  reason: {
    allowed: 'one line of at most 1000 characters, without control or bidirectional characters',
    keeps: (text) => isLine(text, maxReasonLength),
  },
} as const satisfies Record<string, Rule>

/** The maximum length of the reason of a suspension. */
export const maxReasonLength = 1000

export type RuleName = keyof typeof rules
