import type { account as original } from '../en/account.ts'

export const account: typeof original = {
  heading: 'Аккаунт',
  signedInAs: (name) => `Вы вошли как ${name}.`,
  menu: {
    username: { heading: 'Имя пользователя', about: 'Имя, которое другие видят в игре.' },
    email: { heading: 'E-mail', about: 'Сюда мы напишем, если вы забудете пароль.' },
    password: { heading: 'Пароль', about: 'Для входа здесь и в лаунчерах.' },
    language: { heading: 'Язык', about: 'Язык этих страниц и наших писем.' },
    skin: { heading: 'Скин и плащ', about: 'Как вы выглядите в игре.' },
    security: { heading: 'Безопасность', about: 'Аутентификатор, коды восстановления, ключи доступа.' },
    devices: { heading: 'Устройства', about: 'Где выполнен вход и как его завершить.' },
    applications: { heading: 'Приложения', about: 'Что вы разрешили другим.' },
    export: { heading: 'Выгрузить мои данные', about: 'Всё, что о вас хранится, одним файлом.' },
    delete: { heading: 'Удалить аккаунт', about: 'Несколько дней ещё можно передумать.' },
  },
}
