import { instantIn, pluralIn } from '../../../lib/text/intl.ts'
import type { deletion as original } from '../en/deletion.ts'

const instant = instantIn('ru')
const days = pluralIn('ru', { one: 'дня', few: 'дней', many: 'дней', other: 'дня' })

export const deletion: typeof original = {
  about:
    'Вы сразу выйдете из аккаунта везде, и ваше имя больше никто не найдёт. Скин, плащ, адрес почты и всё остальное в аккаунте будет удалено.',
  remains: (count) =>
    `Журнал администраторов хранит записи о вашем аккаунте, в том числе сетевые адреса, в течение ${days(count)}.`,
  grace: (count) => `Передумать можно в течение ${days(count)}: войдите здесь снова до конца этого срока.`,
  exportFirst: 'Сначала скачать свои данные',
  leaving: {
    heading: 'Этот аккаунт будет удалён',
    explanation: (username, at) =>
      `${username} будет удалён после ${instant(at)}. До этого его можно сохранить таким, каким он был.`,
    keep: 'Сохранить мой аккаунт',
  },
  lastAdministrator:
    'Вы единственный администратор. Сначала назначьте администратором кого-то ещё, затем удалите аккаунт.',
  flash: {
    requested: 'Ваш аккаунт будет удалён. Если передумаете, войдите.',
    kept: 'Ваш аккаунт сохранён. Войдите снова в лаунчерах.',
  },
}
