import type { email as original } from '../en/email.ts'

export const email: typeof original = {
  about:
    'Мы отправим ссылку на новый адрес. Он сменит прежний, когда вы откроете её и нажмёте «Подтвердить».',
  submit: 'Сменить e-mail',
  problems: {
    malformed: 'Введите e-mail в виде name@example.org.',
    same: 'Это и есть ваш e-mail.',
  },
  confirm: {
    heading: 'Подтверждение e-mail',
    explanation: (address) => `После этого мы будем писать на ${address}.`,
    submit: 'Подтвердить',
    dead: 'Эта ссылка уже использована или устарела. Запросите новую.',
    again: 'Запросить новую ссылку',
  },
  flash: {
    sent: 'Мы отправили вам письмо. Откройте ссылку в нём.',
    changed: 'E-mail изменён.',
  },
}
