/** The languages of pages and email, each by its own name, in the order of the choice. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ru: 'Русский',
  'zh-CN': '简体中文',
} as const

export type Language = keyof typeof languageNames

export const languages = Object.keys(languageNames) as [Language, ...Language[]]
