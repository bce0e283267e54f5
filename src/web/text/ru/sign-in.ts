import { instantIn, pluralIn } from '../../../lib/text/intl.ts'
import type { signIn as original } from '../en/sign-in.ts'

const instant = instantIn('ru')
const minutes = pluralIn('ru', { one: 'минуту', few: 'минуты', many: 'минут', other: 'минуты' })

export const signIn: typeof original = {
  heading: 'Вход',
  login: 'Имя пользователя или почта',
  password: 'Пароль',
  submit: 'Войти',
  forgotten: 'Забыли пароль?',
  isNew: 'Впервые здесь?',
  again: 'Чтобы продолжить, войдите ещё раз: так аккаунт защищён, даже если браузер остался открытым.',
  invalid: 'Неверное имя пользователя, почта или пароль. Проверьте их и попробуйте ещё раз.',
  tooMany: (waitMinutes) =>
    `Слишком много неудачных попыток. Попробуйте снова через ${minutes(waitMinutes)}.`,
  suspended: (reason, until) =>
    `Этот аккаунт заблокирован ${until === undefined ? 'бессрочно' : `до ${instant(until)}`}.${
      reason === undefined ? '' : ` Причина: ${reason}`
    }`,
  code: {
    heading: 'Код подтверждения',
    explanation: 'Введите шесть цифр из приложения-аутентификатора или один из кодов восстановления.',
    label: 'Код',
    submit: 'Продолжить',
    restart: 'Войти под другим именем',
    invalid: 'Код неверен или уже использован. Дождитесь следующего и попробуйте ещё раз.',
    tooMany: (waitMinutes) => `Слишком много неверных кодов. Попробуйте снова через ${minutes(waitMinutes)}.`,
  },
  flash: {
    expired: 'Прошло слишком много времени. Войдите ещё раз.',
    signedOut: 'Вы вышли из аккаунта.',
  },
}
