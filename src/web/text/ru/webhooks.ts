import { pluralIn } from '../../../lib/text/intl.ts'
import type { webhooks as en } from '../en/webhooks.ts'

const tries = pluralIn('ru', { one: 'попытка', few: 'попытки', many: 'попыток', other: 'попытки' })

export const webhooks: typeof en = {
  about: 'Боты и чаты узнают о том, что происходит, по порядку, пока не ответят.',
  url: 'Адрес',
  urlHint: 'Например, https://bot.example.org/norn или то, что Discord показывает для канала.',
  events: 'События',
  eventsHint: 'По одному в строке: account.suspended или account.*. Пусто: все события.',
  every: 'все события',
  format: 'Формат',
  formats: { auto: 'Какой нужен адресу', standard: 'Standard Webhooks', discord: 'Discord' },
  state: 'Состояние',
  on: 'включён',
  off: 'выключен: получатель больше ничего не хочет',
  created: 'Создан',
  create: 'Создать вебхук',
  newOne: 'Новый вебхук',
  secret: 'Секрет',
  secretOnce: 'Им получатель проверяет подписи. Сохраните его сейчас: больше он не будет показан.',
  problems: {
    malformed: 'Ничего не создано: укажите адрес, например https://bot.example.org/norn.',
    insecure: 'Ничего не создано: адрес начинается с http:, его могут прочитать по пути. Используйте https:.',
    private: 'Ничего не создано: это адрес этой машины или её сети, а NORN_WEBHOOK_PRIVATE выключен.',
    event: 'Ничего не создано: одного из событий не существует.',
    format: 'Ничего не создано: выберите один из форматов.',
    tooMany: 'Ничего не создано: вебхуков уже 100. Сначала удалите один.',
  },
  deliveries: 'Отправления',
  noDeliveries: 'Пока ничего не отправлено.',
  at: 'Время',
  event: 'Событие',
  states: { waiting: 'ожидает', delivered: 'доставлено', failed: 'не доставлено' },
  lastTry: 'Последняя попытка',
  tries: (count: number) => tries(count),
  noAnswer: {
    address_private: 'частный адрес',
    timeout: 'нет ответа вовремя',
    not_found: 'неизвестный узел',
    connection: 'нет соединения',
    tls: 'плохой сертификат',
  },
  send: 'Отправить снова',
  delete: 'Удалить вебхук',
  deleteAbout: 'То, что ожидает, больше не будет отправлено.',
  flash: {
    created: 'Вебхук создан.',
    deleted: 'Вебхук удалён.',
    sent: 'Будет отправлено снова через несколько секунд.',
    notSent: 'Это больше нельзя отправить.',
  },
}
