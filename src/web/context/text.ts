import { type Catalogue, catalogue } from '../../texts/catalogue.ts'
import { type Filled, filled } from '../../texts/filled.ts'
import type { Language } from '../../texts/languages.ts'
import { values } from './values.ts'

export type Text = Filled<Catalogue['pages'], typeof values>

const texts = new Map<Language, Text>()

/** Returns the texts of the pages in a language, read when first asked for. */
export function textIn(language: Language): Text {
  const text = texts.get(language) ?? filled(language, catalogue(language).pages, values)
  texts.set(language, text)
  return text
}

type Saying = { [Group in keyof Text]: Text[Group] extends { flash: infer Flash } ? Flash : never }

/** The key of a message about what was just done: `signIn.signedOut`. */
export type Flash = {
  [Group in keyof Saying]: `${Group}.${Extract<keyof Saying[Group], string>}`
}[keyof Saying]

/** Returns the message for a key; undefined for an unknown one, since it comes back from a browser. */
export function flashText(text: Text, place: string): string | undefined {
  const [group = '', key = ''] = place.split('.')
  const flash: unknown = Object.entries(text).find(([name]) => name === group)?.[1]
  if (typeof flash !== 'object' || flash === null || !('flash' in flash)) return undefined
  return Object.entries(flash.flash as Record<string, string>).find(([name]) => name === key)?.[1]
}
