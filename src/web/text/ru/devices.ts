import { instantIn } from '../../../lib/text/intl.ts'
import type { devices as original } from '../en/devices.ts'

export const devices: typeof original = {
  about: 'На этих устройствах выполнен вход. Выйдите там, где больше не играете, и везде, чего не узнаёте.',
  kinds: { launcher: 'Лаунчер', web: 'Браузер' },
  unnamed: { launcher: 'Лаунчер без имени', web: 'Браузер без имени' },
  here: 'Этот браузер',
  address: 'Адрес',
  firstUse: 'Первый вход',
  lastUse: 'Последний раз',
  at: instantIn('ru'),
  signOut: 'Выйти',
  everywhere: 'Выйти везде',
  everywhereHint:
    'Везде, кроме этого браузера, и в приложениях. Уже запущенная игра работает до следующего входа на сервер.',
  flash: {
    ended: 'На этом устройстве вы вышли из аккаунта.',
    gone: 'На этом устройстве вы уже вышли из аккаунта.',
    endedAll: 'На всех остальных устройствах вы вышли из аккаунта.',
  },
}
