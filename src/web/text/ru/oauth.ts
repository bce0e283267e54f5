import type { oauth as original } from '../en/oauth.ts'
import { instantIn, pluralIn } from '../../../lib/intl.ts'

const instant = instantIn('ru')
const minutes = pluralIn('ru', { one: 'минуту', few: 'минуты', many: 'минут', other: 'минуты' })

export const oauth: typeof original = {
  allowHeading: (application) => `Разрешить ${application}?`,
  asks: (application, username) => `${application} просит для вашего аккаунта ${username}:`,
  rights: {
    identity: 'узнавать вас, когда вы возвращаетесь',
    profile: 'видеть ваше имя пользователя, скин и язык',
    email: 'видеть ваш адрес e-mail',
    join: 'входить на игровые серверы от вашего имени',
    offline: 'оставаться подключённым, пока вы его не удалите',
  },
  allow: 'Разрешить',
  deny: 'Отклонить',
  goesTo: 'После этого вы вернётесь на',
  wrong: {
    heading: 'Запрос приложения неверен',
    advice: 'Вернитесь в приложение и попробуйте ещё раз. Если не поможет, сообщите его разработчикам.',
    forDevelopers: 'Для разработчиков:',
  },
  device: {
    heading: 'Подключить устройство',
    code: 'Код',
    hint: 'Восемь букв, которые показывает лаунчер или устройство. Большие или маленькие, с дефисом или без.',
    submit: 'Продолжить',
    unknown: 'Код неверен, уже использован или истёк. Проверьте его или получите на устройстве новый.',
    tooMany: (waitMinutes) => `Слишком много попыток. Попробуйте снова через ${minutes(waitMinutes)}.`,
    compare: 'Ваше устройство должно показывать этот код:',
    caution:
      'Код или ссылку вам кто-то прислал? Тогда нажмите «Отклонить»: он сможет играть от вашего имени.',
    connected: 'Устройство подключено',
    connectedAdvice: 'Эту страницу можно закрыть и продолжить на устройстве.',
    manage: 'Посмотреть или отозвать разрешения',
    refused: 'Устройству отказано',
    refusedAdvice: 'Оно ничего не может. Эту страницу можно закрыть.',
  },
  applications: {
    none: 'Вы ничего не разрешали приложениям.',
    since: (at) => `С ${instant(at)}`,
    remove: (application) => `Удалить: ${application}`,
  },
  said: {
    signInFirst: 'Войдите, чтобы подключить устройство.',
    removed: 'Удалено: приложение больше не подключено и ничего не может.',
  },
}
