import type { Config } from '../../config/load.ts'
import { en } from './en.ts'
import { ru } from './ru.ts'
import { zhCn } from './zh-cn.ts'

export type Language = Config['language']

/** Every text of the pages, in one language. */
export type Text = typeof en

/** In the order in which a visitor may choose, and as they call themselves. */
export const languages: Readonly<Record<Language, { name: string; text: Text }>> = {
  en: { name: 'English', text: en },
  ru: { name: 'Русский', text: ru },
  'zh-CN': { name: '简体中文', text: zhCn },
}

type Saying = { [Group in keyof Text]: Text[Group] extends { said: infer Said } ? Said : never }

/** What a page may say about what was just done, by its place in the table: `signIn.signedOut`. */
export type Said = {
  [Group in keyof Saying]: `${Group}.${Extract<keyof Saying[Group], string>}`
}[keyof Saying]

/** Undefined for what is no such place: it comes back from a browser. */
export function saidText(text: Text, place: string): string | undefined {
  const [group = '', key = ''] = place.split('.')
  const said: unknown = Object.entries(text).find(([name]) => name === group)?.[1]
  if (typeof said !== 'object' || said === null || !('said' in said)) return undefined
  return Object.entries(said.said as Record<string, string>).find(([name]) => name === key)?.[1]
}
