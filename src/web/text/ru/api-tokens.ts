import type { apiTokens as original } from '../en/api-tokens.ts'

export const apiTokens: typeof original = {
  about:
    'С токеном к API обращаются скрипты и боты. Он может всё, что могут администраторы, и его имя видно в журнале аудита.',
  reference: 'Что умеет API',
  name: 'Имя',
  nameHint: 'Для чего он нужен.',
  access: 'Доступ',
  isReadOnly: 'Может всё читать и ничего не менять',
  reads: 'только чтение',
  changes: 'полный',
  created: 'Создан',
  by: (name) => `создал ${name}`,
  lastUsed: 'Последнее использование',
  expires: 'Действует до',
  create: 'Создать токен',
  newOne: 'Новый токен API',
  secret: 'Токен API',
  secretOnce: 'Сохраните его сейчас: больше он не будет показан.',
  nameWrong: 'Ничего не создано: имя — от 1 до 64 знаков в одной строке.',
  revoke: 'Отозвать',
  revokeNamed: (name) => `Отозвать: ${name}`,
  revokeAll: 'Отозвать со всеми дочерними',
  flash: {
    created: 'Токен API создан.',
    revoked: 'Токен API больше не действует.',
    allRevoked: 'Токен API и все созданные с его помощью больше не действуют.',
    gone: 'Этого токена API уже не было.',
  },
}
