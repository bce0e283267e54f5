import { instantIn, pluralIn } from '../../../lib/text/intl.ts'
import type { settings as original } from '../en/settings.ts'

const instant = instantIn('ru')
const minutes = pluralIn('ru', { one: 'минуту', few: 'минуты', many: 'минут', other: 'минуты' })
const days = pluralIn('ru', { one: 'дня', few: 'дней', many: 'дней', other: 'дня' })

export const settings: typeof original = {
  currentPassword: 'Текущий пароль',
  wrongPassword: 'Это не ваш пароль. Ничего не изменилось.',
  codeInstead:
    'Вместо пароля: шесть цифр, которые сейчас показывает приложение-аутентификатор, или код восстановления.',
  unchanged: 'Ничего не изменилось. Исправьте поле ниже и попробуйте снова.',
  language: {
    submit: 'Сохранить',
    unknown: 'Выберите один из языков в списке.',
  },
  password: {
    about: 'Здесь вы останетесь в аккаунте, а на всех остальных устройствах выйдете из него.',
    label: 'Новый пароль',
    submit: 'Сменить пароль',
  },
  username: {
    about: 'Ваши миры, друзья и скин останутся вашими: они связаны с аккаунтом, а не с именем.',
    cooldown: (count) => `После смены имя нельзя менять не менее ${days(count)}.`,
    nextChange: (at) => `Снова сменить имя можно будет после ${instant(at)}.`,
    submit: 'Сменить имя',
    former: 'Прежние имена',
    since: (at) => `с ${instant(at)}`,
    problems: {
      vendorUnavailable: 'Ничего не изменено: не удалось узнать, свободно ли это имя. Попробуйте чуть позже.',
      same: 'Это и есть ваше имя.',
      tooSoon: 'Вы уже меняли имя. Подождите, пока его можно будет сменить снова.',
    },
  },
  export: {
    about:
      'Всё, что хранится о вашем аккаунте, без паролей и секретов, одним файлом JSON. В нём последние 10 000 записей вашей истории.',
    submit: 'Скачать',
    tooMany: (waitMinutes) => `Слишком много выгрузок. Попробуйте снова через ${minutes(waitMinutes)}.`,
  },
  flash: {
    languageSaved: 'Теперь эти страницы и наши письма на русском языке.',
    passwordChanged: 'Пароль изменён. На всех остальных устройствах вы вышли из аккаунта.',
    usernameChanged: 'Имя изменено.',
  },
}
