import { instantIn, pluralIn } from '../../lib/intl.ts'
import type { MailText } from '../letter.ts'

const instant = instantIn('ru')
const hours = pluralIn('ru', { one: 'час', few: 'часа', many: 'часов', other: 'часа' })

const signIn = { label: 'Войти', path: '/sign-in' }
const recover = { label: 'Выбрать новый пароль', path: '/recover' }
const ifNotYou = ['Если это были не вы, сейчас же выберите новый пароль.', recover] as const
const once = (count: number): string => `Ссылка сработает один раз. Срок её действия: ${hours(count)}.`

export const ru: MailText = {
  greeting: (username) => `Здравствуйте, ${username}!`,
  closing: (server) => `Это письмо отправлено автоматически (${server}): ответы на него никто не читает.`,
  register: ({ server, path, hours: count }) => ({
    subject: `Подтвердите e-mail для ${server}`,
    parts: [
      `До вашего аккаунта на ${server} остался один шаг: откройте эту страницу и нажмите «Подтвердить».`,
      { label: 'Подтвердить e-mail', path },
      once(count),
      'Если вы не создавали аккаунт, ничего не делайте: он не появится.',
    ],
  }),
  registered: ({ server }) => ({
    subject: `У вас уже есть аккаунт на ${server}`,
    parts: [
      `Кто-то, возможно вы, пытался создать на ${server} аккаунт с этим адресом. Этот адрес уже указан в вашем аккаунте, поэтому новый не создан.`,
      signIn,
      'Если вы забыли пароль, выберите новый.',
      recover,
      'Если это были не вы, ничего не делайте.',
    ],
  }),
  recover: ({ server, path, hours: count }) => ({
    subject: `Новый пароль для ${server}`,
    parts: [
      'Откройте эту страницу, чтобы выбрать новый пароль.',
      { label: 'Выбрать новый пароль', path },
      once(count),
      'Если вы не просили об этом, ничего не делайте: пароль останется прежним.',
    ],
  }),
  email: ({ server, path, hours: count }) => ({
    subject: `Подтвердите новый e-mail для ${server}`,
    parts: [
      `Откройте эту страницу и нажмите «Подтвердить»: тогда этот адрес будет указан в вашем аккаунте на ${server}.`,
      { label: 'Подтвердить новый e-mail', path },
      once(count),
      'Если вы не просили об этом, ничего не делайте: ничего не изменится.',
    ],
  }),
  notices: {
    password_changed: ({ server }) => ({
      subject: `Ваш пароль на ${server} изменён`,
      parts: ['Пароль вашего аккаунта изменён.', ...ifNotYou],
    }),
    email_changed: ({ server }) => ({
      subject: `Ваш e-mail на ${server} изменён`,
      parts: [
        'В вашем аккаунте теперь указан другой адрес. Это последнее письмо на прежний.',
        'Если это были не вы, сразу обратитесь к администраторам.',
      ],
    }),
    second_factor_enabled: ({ server }) => ({
      subject: `Двухфакторный вход на ${server} включён`,
      parts: ['Теперь при входе запрашивается код.', ...ifNotYou],
    }),
    second_factor_disabled: ({ server }) => ({
      subject: `Двухфакторный вход на ${server} отключён`,
      parts: ['Код при входе больше не запрашивается.', ...ifNotYou],
    }),
    recovery_codes_renewed: ({ server }) => ({
      subject: `Новые коды восстановления на ${server}`,
      parts: [
        'Для вашего аккаунта созданы новые коды восстановления; прежние больше не действуют.',
        ...ifNotYou,
      ],
    }),
    recovery_code_used: ({ server }, { left }) => ({
      subject: `Использован код восстановления на ${server}`,
      parts: [
        'В ваш аккаунт вошли с помощью одного из кодов восстановления.',
        `Осталось кодов: ${left}. Новые можно получить на странице «Безопасность» вашего аккаунта.`,
        ...ifNotYou,
      ],
    }),
    passkey_added: ({ server }, { name }) => ({
      subject: `Добавлен ключ доступа на ${server}`,
      parts: [
        `В ваш аккаунт теперь можно войти новым ключом доступа: ${name}.`,
        'Если это были не вы, удалите его на странице «Безопасность» вашего аккаунта.',
        ...ifNotYou,
      ],
    }),
    passkey_removed: ({ server }, { name }) => ({
      subject: `Удалён ключ доступа на ${server}`,
      parts: [`Этот ключ доступа больше не открывает ваш аккаунт: ${name}.`, ...ifNotYou],
    }),
    suspended: ({ server }, { reason, until }) => ({
      subject: `Ваш аккаунт на ${server} заблокирован`,
      parts: [
        `Ваш аккаунт заблокирован ${until === undefined ? 'бессрочно' : `до ${instant(until)}`}.`,
        ...(reason === undefined ? [] : [`Причина: ${reason}`]),
      ],
    }),
    restored: ({ server }) => ({
      subject: `Ваш аккаунт на ${server} снова доступен`,
      parts: ['Ваш аккаунт больше не заблокирован.', signIn],
    }),
    new_device: ({ server }, { device, address }) => ({
      subject: `Новый вход на ${server}`,
      parts: [`Кто-то вошёл в ваш аккаунт: ${device}, адрес ${address}.`, ...ifNotYou],
    }),
    players_separated: ({ server }, { others }) => ({
      subject: `Ваши игроки на ${server} теперь отдельные аккаунты`,
      parts: [
        `Сервис ${server} переехал, и у каждого вашего игрока теперь свой аккаунт. Ваш e-mail остался у этого.`,
        `В остальные входите по имени, с прежним паролем: ${others.join(', ')}.`,
        'Укажите у каждого свой e-mail: без него забытый пароль не заменить.',
        signIn,
      ],
    }),
    deletion_requested: ({ server }, { at }) => ({
      subject: `Ваш аккаунт на ${server} будет удалён`,
      parts: [
        `Ваш аккаунт будет удалён: ${instant(at)}.`,
        'Если вы передумали, войдите до этого срока и нажмите «Сохранить мой аккаунт».',
        signIn,
      ],
    }),
    deletion_cancelled: ({ server }) => ({
      subject: `Ваш аккаунт на ${server} сохранён`,
      parts: ['Ваш аккаунт не будет удалён.', ...ifNotYou],
    }),
  },
  test: ({ server }) => ({
    subject: `Проверка почты ${server}`,
    parts: [`${server} может отправлять письма на этот адрес.`],
  }),
}
