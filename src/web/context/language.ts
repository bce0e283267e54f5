import { nearestOf } from '../../lib/text/intl.ts'
import { type Language, languages } from '../../texts/languages.ts'

/** The most language ranges read from Accept-Language; browsers send at most ten. */
const maxRanges = 20

/** Returns the supported language that a language code means, or undefined. */
export const nearestLanguage = (code: string): Language | undefined => nearestOf(languages, code)

/** Returns the supported language that a browser prefers (RFC 9110, section 12.5.4), or undefined. */
export function acceptedLanguage(header = ''): Language | undefined {
  const ranges = header
    .split(',', maxRanges)
    .map((range) => {
      const [code = '', ...parameters] = range.split(';', 3)
      const quality = /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameters[0] ?? 'q=1')?.[1]
      return { code, quality: Number(quality ?? 0) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { code } of ranges) {
    const language = nearestLanguage(code)
    if (language) return language
  }
  return undefined
}
