import { instantIn } from '../../../lib/intl.ts'
import type { devices as original } from '../en/devices.ts'

export const devices: typeof original = {
  about: 'Здесь вы вошли в аккаунт. Завершите то, чем больше не пользуетесь или чего не узнаёте.',
  kinds: { launcher: 'Лаунчер', web: 'Браузер' },
  unnamed: { launcher: 'Лаунчер без имени', web: 'Браузер без имени' },
  here: 'Этот браузер',
  address: 'Адрес',
  firstUse: 'Первый вход',
  lastUse: 'Последнее использование',
  at: instantIn('ru'),
  signOut: 'Выйти',
  everywhere: 'Выйти везде',
  everywhereHint:
    'Везде, кроме этого браузера, и в приложениях. Запущенные игры работают до входа на сервер.',
  said: {
    ended: 'На этом устройстве вы вышли из аккаунта.',
    gone: 'На этом устройстве вы уже вышли из аккаунта.',
    endedAll: 'На всех остальных устройствах вы вышли из аккаунта.',
  },
}
