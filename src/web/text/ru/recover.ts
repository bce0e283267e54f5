import type { recover as original } from '../en/recover.ts'

export const recover: typeof original = {
  heading: 'Сбросить пароль',
  explanation: 'Мы отправим вам ссылку, по которой вы выберете новый пароль.',
  email: 'E-mail',
  submit: 'Отправить ссылку',
  malformed: 'Укажите адрес вида name@example.org.',
  choose: {
    passkeys: 'Эти ключи доступа продолжат действовать. Удалите те, что вам не принадлежат.',
    heading: 'Выберите новый пароль',
    explanation: (username) => `Для аккаунта ${username}. Вы выйдете на всех устройствах.`,
    password: 'Новый пароль',
    submit: 'Сменить пароль',
    problem: 'Пока ничего не изменено. Выберите другой пароль.',
    dead: 'Эта ссылка уже использована или устарела. Запросите новую.',
    again: 'Сбросить пароль',
  },
  flash: {
    changed: 'Пароль изменён. Войдите с новым.',
  },
}
