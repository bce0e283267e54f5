import type { Config } from '../../config/load.ts'
import { en } from './en.ts'
import { ru } from './ru.ts'
import { zhCn } from './zh-cn.ts'

export type Language = Config['language']

/** Every text of the pages, in one language. */
export type Text = typeof en

/** In the order of the choice, with the name of each language in that language. */
export const languages: Readonly<Record<Language, { name: string; text: Text }>> = {
  en: { name: 'English', text: en },
  ru: { name: 'Русский', text: ru },
  'zh-CN': { name: '简体中文', text: zhCn },
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
