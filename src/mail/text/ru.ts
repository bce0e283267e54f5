import { instantIn, pluralIn } from '../../lib/text/intl.ts'
import { mailedDeviceName } from '../../model/device-name.ts'
import type { Link, MailText } from '../template.ts'

const instant = instantIn('ru')
const hours = pluralIn('ru', { one: 'час', few: 'часа', many: 'часов', other: 'часа' })

const signIn = { label: 'Войти', path: '/sign-in' }
const recover = { label: 'Выбрать новый пароль', path: '/recover' }
const ifNotYou = ['Если это были не вы, сейчас же выберите новый пароль.', recover] as const
const unexpected = 'Если вы этого не ожидали, обратитесь к администраторам.'
const roles = { admin: 'администратор', moderator: 'модератор' }
const textures = { skin: 'скин', cape: 'плащ' }
const once = (count: number): string => `Ссылка сработает один раз. Срок её действия: ${hours(count)}.`

/** Returns the lines that offer to undo a change; none if `path` is empty. */
const undo = (path: string): readonly (string | Link)[] =>
  path === ''
    ? []
    : [
        'Если это были не вы, отмените это. Ссылка действует один раз, в течение суток.',
        { label: 'Отменить', path },
      ]

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
    password_link_used: ({ server }) => ({
      subject: `Ваш пароль на ${server} изменён`,
      parts: [
        'Для вашего аккаунта выбран новый пароль по ссылке, которую создал администратор.',
        ...ifNotYou,
      ],
    }),
    factor_link_used: ({ server, path }) => ({
      subject: `Ваш второй фактор на ${server} заменён`,
      parts: [
        'К вашему аккаунту подключено другое приложение-аутентификатор по ссылке, которую создал администратор.',
        ...undo(path),
        ...ifNotYou,
      ],
    }),
    email_changed: ({ server }) => ({
      subject: `Ваш e-mail на ${server} изменён`,
      parts: [
        'В вашем аккаунте теперь указан другой адрес. Это последнее письмо на прежний.',
        'Если это были не вы, сразу обратитесь к администраторам.',
      ],
    }),
    email_set: ({ server }) => ({
      subject: `У вашего аккаунта на ${server} новый e-mail`,
      parts: [
        'Администратор указал этот адрес в вашем аккаунте. Теперь письма о нём приходят сюда.',
        'Если у вас там нет аккаунта, кто-то ошибся в адресе: просто не обращайте внимания на это письмо.',
      ],
    }),
    renamed: ({ server }, { from, to }) => ({
      subject: `Ваше имя на ${server} изменено`,
      parts: [
        `Администратор изменил ваше имя: было ${from}, стало ${to}.`,
        'Пароль остался прежним. Если вы входите по имени, вводите новое.',
      ],
    }),
    role_granted: ({ server }, { role }) => ({
      subject: `Новая роль на ${server}`,
      parts: [`Вашему аккаунту выдана роль: ${roles[role]}.`, unexpected],
    }),
    role_removed: ({ server }, { role }) => ({
      subject: `Роль на ${server} снята`,
      parts: [`С вашего аккаунта снята роль: ${roles[role]}.`, unexpected],
    }),
    texture_set: ({ server }, { texture }) => ({
      subject: `Ваш ${textures[texture]} на ${server} изменён`,
      parts: [`Администратор изменил ${textures[texture]} вашего аккаунта.`],
    }),
    texture_removed: ({ server }, { texture }) => ({
      subject: `Ваш ${textures[texture]} на ${server} удалён`,
      parts: [`Администратор удалил ${textures[texture]} вашего аккаунта.`],
    }),
    signed_out: ({ server }) => ({
      subject: `Вы вышли из аккаунта на ${server}`,
      parts: [
        'Администратор завершил сеансы вашего аккаунта. Вы можете войти снова; пароль остался прежним.',
        signIn,
      ],
    }),
    deleted: ({ server }) => ({
      subject: `Ваш аккаунт на ${server} удалён`,
      parts: ['Администратор удалил ваш аккаунт.', unexpected],
    }),
    second_factor_enabled: ({ server, path }) => ({
      subject: `Двухфакторный вход на ${server} включён`,
      parts: ['Теперь при входе запрашивается код.', ...undo(path), ...ifNotYou],
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
    passkey_added: ({ server, path }, { name }) => ({
      subject: `Добавлен ключ доступа на ${server}`,
      parts: [
        `В ваш аккаунт теперь можно войти новым ключом доступа: ${name}.`,
        'Если это были не вы, удалите его на странице «Безопасность» вашего аккаунта.',
        ...undo(path),
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
      parts: [
        `Кто-то вошёл в ваш аккаунт: ${mailedDeviceName(device, 'ru')}, адрес ${address}.`,
        ...ifNotYou,
      ],
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
