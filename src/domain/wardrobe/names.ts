import { composed } from '../../lib/text/composed.ts'
import { isPrintable } from '../../lib/text/printable.ts'
import { isLabel } from '../../model/accounts/label.ts'
import { Refused } from '../../model/errors/refusal.ts'

/** Throws Refused `wardrobe_name_malformed` unless the text is 1 to 64 visible characters, without blanks at either end. */
export function requireWardrobeName(name: string): void {
  if (!isLabel(name)) throw new Refused('wardrobe_name_malformed')
}

/** Returns the name for a picture from the name of its file, as far as it can be used; undefined if nothing is left. */
export function nameOfFile(filename: string): string | undefined {
  const name = Array.from(composed(filename.replace(/^.*[\\/]/s, '').replace(/\.png$/i, '')))
    .filter((character) => /\P{C}/u.test(character) && isPrintable(character))
    .slice(0, 64)
    .join('')
    .trim()
  return isLabel(name) ? name : undefined
}
