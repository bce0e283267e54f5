import type { home as original } from '../en/home.ts'

export const home: typeof original = {
  about: (name) =>
    `Один аккаунт на всё, во что здесь играют: с ним ${name} впускает вас в лаунчер, и серверы знают, кто вы.`,
  up: 'Всё работает',
  down: 'Сейчас есть неполадки: вход может не удаться. Попробуйте через несколько минут.',
  copy: 'Копировать',
  copied: 'Скопировано',
  start: {
    heading: 'Как начать играть',
    register: 'Заведите аккаунт',
    registerHow: 'Это займёт минуту: имя, пароль и письмо для подтверждения.',
    registerUnconfirmed: 'Это займёт минуту: имя, адрес почты и пароль.',
    registerInvited: 'Понадобится код приглашения: его дают администраторы.',
    ask: 'Получите аккаунт',
    askHow: 'Аккаунты здесь создают администраторы: обратитесь к ним.',
    add: 'Укажите адрес в лаунчере',
    addHow: 'Перетащите эту кнопку в окно лаунчера или вставьте там адрес.',
    drag: 'Перетащите меня в лаунчер',
    play: 'Играйте',
    playHow:
      'Введите в лаунчере имя или почту и пароль. Если включены коды двухфакторной защиты, допишите код к паролю: пароль:123456.',
  },
  launchers: {
    heading: 'Лаунчеры',
    hmcl: 'Аккаунты, «Новый сервер авторизации»: вставьте адрес.',
    knowing: 'Добавьте аккаунт вида «сторонний», «authlib-injector» или «Yggdrasil» и вставьте адрес.',
    fjord: 'Manage Accounts, Add authlib-injector: вставьте адрес.',
    root: 'Лаунчеры, которым нужен корень API',
    rootHow: 'Вставьте корень API.',
    options: 'Лаунчеры, где задаются только параметры Java',
    optionsHow: 'Получите токен скриптом и запустите игру с ним и с этим параметром.',
  },
  servers: {
    heading: 'Игровые серверы',
    explanation:
      'Для тех, у кого свой сервер. Включите online-mode=true. Строка ставится перед -jar: java СТРОКА -jar server.jar; в Forge и NeoForge — в user_jvm_args.txt.',
    agent: 'Paper, Fabric, Forge и другие, любая версия',
    agentHow:
      'Нужен authlib-injector.jar рядом с сервером. С ним работают скины, подпись чата и старые версии.',
    proxy: 'Velocity, BungeeCord и Waterfall',
    proxyHow: 'На прокси, рядом с ним authlib-injector.jar. Серверы за прокси остаются в офлайн-режиме.',
    newer: 'Версия 26.3 и новее, без authlib-injector',
    newerHow: 'Достаточно одного адреса.',
    older: 'Версии от 1.16.4 до 26.2, без authlib-injector',
    olderHow: 'Все в одной строке: каждая версия берёт те, что знает.',
    proxyOption: 'Velocity или Waterfall, без authlib-injector',
    proxyOptionHow: 'Собственный параметр Java: первая строка для Velocity, вторая для Waterfall.',
  },
}
