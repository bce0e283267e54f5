import type { skin as original } from '../en/skin.ts'

const day = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' })

export const skin: typeof original = {
  heading: 'Скин и плащ',
  preview: 'Как вы выглядите',
  controls: 'Поверните мышью, пальцем или стрелками.',
  turn: 'Вращать',
  stop: 'Остановить',
  triedOn: 'Это примерка. Загрузите файл, чтобы носить его.',
  drop: 'Файл можно и перетащить сюда.',
  elsewhere: 'Скины здесь берутся из другой системы. Выбранное на этой странице видно, пока она недоступна.',
  skin: {
    heading: 'Скин',
    file: 'Файл скина',
    sizes: (scale) => `PNG 64×64 или 64×32 пикселя${larger(scale)}, не больше 1 МиБ.`,
    model: 'Модель',
    default: 'Классическая',
    slim: 'Тонкая',
    wornModel: (model) => `Сейчас надет скин вида «${model}».`,
    guessed: 'Если не выбирать, определится по картинке.',
    upload: 'Загрузить скин',
    remove: 'Убрать скин',
  },
  cape: {
    heading: 'Плащ',
    file: 'Файл плаща',
    sizes: (scale) => `PNG 64×32 или 22×17 пикселей${larger(scale)}, не больше 1 МиБ.`,
    worn: 'Ваш плащ',
    upload: 'Загрузить плащ',
    remove: 'Убрать плащ',
  },
  former: {
    heading: 'Прежние скины',
    explanation: 'Последние восемь, которые вы сняли.',
    until: (at) => `Вы носили его до ${day.format(at)}`,
    again: 'Надеть снова',
    gone: 'Этот скин больше не хранится. Выберите другой или загрузите его ещё раз.',
  },
  problems: {
    texture_missing: 'Сначала выберите файл.',
    texture_malformed: 'Это не PNG, или файл повреждён. Сохраните его как PNG и попробуйте снова.',
    texture_animated: 'Анимация не поддерживается. Сохраните один кадр как PNG и попробуйте снова.',
    texture_size_unknown: 'У картинки неподходящий размер. Ничего не изменено.',
    texture_too_large: 'Файл больше 1 МиБ. Уменьшите его и попробуйте снова.',
  },
  tooMany: (seconds) => `Слишком много загрузок. Попробуйте снова через ${seconds} с.`,
  flash: {
    skinWorn: 'Новый скин надет. Другие игроки увидят его, когда вы снова войдёте на сервер.',
    skinRemoved: 'Скин убран.',
    capeWorn: 'Новый плащ надет. Другие игроки увидят его, когда вы снова войдёте на сервер.',
    capeRemoved: 'Плащ убран.',
  },
}

function larger(scale: number): string {
  return scale > 1 ? ` или крупнее, до ${scale} раз` : ''
}
