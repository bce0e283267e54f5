import type { layout as original } from '../en/layout.ts'

export const layout: typeof original = {
  skip: 'Перейти к содержимому',
  navigation: 'Главное меню',
  signIn: 'Войти',
  register: 'Создать аккаунт',
  account: 'Аккаунт',
  signOut: 'Выйти',
  languages: 'Выбрать язык',
  reference: 'Для разработчиков',
  copy: 'Копировать',
  copied: 'Скопировано',
  flash: {
    languageChosen: 'Теперь страница на русском языке.',
  },
}
