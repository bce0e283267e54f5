import { readFileSync } from 'node:fs'
import type english from './en.json'
import type { Language } from './languages.ts'

/** Every text, as the English file has it: docs/translating.md describes the files. */
export type Catalogue = typeof english

const catalogues = new Map<Language, Catalogue>()

/** Returns the texts in a language, with the English one where one is missing. A file is read when first asked for. */
export function catalogue(language: Language): Catalogue {
  const known = catalogues.get(language)
  if (known) return known
  const own = readCatalogue(language)
  const whole = language === 'en' ? own : completed(own, catalogue('en'))
  catalogues.set(language, whole as Catalogue)
  return whole as Catalogue
}

/** A file of texts, or a part of one. */
export interface Texts {
  readonly [name: string]: string | Texts
}

export const readCatalogue = (language: Language): Texts =>
  JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8')) as Texts

/** Returns the texts with those of `original` that they lack. */
export function completed(own: Texts, original: Texts): Texts {
  const whole: Record<string, string | Texts> = { ...original, ...own }
  for (const [name, text] of Object.entries(original)) {
    const translated = own[name]
    if (typeof text === 'object' && typeof translated === 'object') whole[name] = completed(translated, text)
  }
  return whole
}
