import { instantIn, pluralIn } from '../../../lib/text/intl.ts'
import type { account as original } from '../en/account.ts'

const codes = pluralIn('ru', {
  one: 'код восстановления',
  few: 'кода восстановления',
  other: 'кодов восстановления',
})
const devices = pluralIn('ru', { one: 'устройство', few: 'устройства', other: 'устройств' })
const keys = pluralIn('ru', { one: 'ключ', few: 'ключа', other: 'ключей' })

export const account: typeof original = {
  heading: 'Аккаунт',
  sections: 'Ваш аккаунт',
  overview: 'Обзор',
  facts: {
    uuid: 'UUID',
    secondFactor: 'Двухфакторный вход',
    on: (left) => `включён, осталось ${codes(left)}`,
    off: 'выключен',
    passkeys: (count) => (count === 0 ? 'нет' : keys(count)),
    since: 'Аккаунт создан',
    at: instantIn('ru'),
    none: 'нет',
    changeSkin: 'Сменить скин',
  },
  attention: {
    heading: 'На что обратить внимание',
    nothing: 'Всё в порядке: делать ничего не нужно.',
    passwordOnly: {
      problem: 'Этот аккаунт защищён одним только паролем.',
      remedy: 'Подключить аутентификатор',
    },
    fewCodes: (left) => ({
      problem: `Осталось: ${codes(left)}. Без телефона войти можно только с ними.`,
      remedy: 'Получить новые коды восстановления',
    }),
    noEmail: {
      problem: 'У аккаунта нет адреса почты: забытый пароль нельзя будет заменить.',
      remedy: 'Добавить адрес почты',
    },
  },
  signedIn: {
    heading: 'Где выполнен вход',
    all: (count) => `Управлять: ${devices(count)}`,
  },
  menu: {
    username: { heading: 'Имя пользователя' },
    email: { heading: 'E-mail' },
    password: { heading: 'Пароль' },
    language: { heading: 'Язык', about: 'Язык этих страниц и наших писем.' },
    skin: { heading: 'Скин и плащ' },
    security: { heading: 'Безопасность' },
    servers: { heading: 'Серверы' },
    devices: { heading: 'Устройства' },
    applications: { heading: 'Приложения' },
    export: { heading: 'Выгрузить мои данные' },
    delete: { heading: 'Удалить аккаунт' },
  },
}
