import { pluralIn } from '../../../lib/text/intl.ts'

const wait = pluralIn('en', { one: 'second', other: 'seconds' })
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

export const skin = {
  heading: 'Skin and cape',
  preview: 'What you look like',
  controls: 'Drag it, or use the arrow keys, to turn it.',
  turn: 'Turn',
  stop: 'Stop turning',
  triedOn: 'You are trying this on. Upload it to keep it.',
  drop: 'You can also drop the file here.',
  elsewhere:
    'Skins here come from another skin system. What you choose on this page is only shown while that system is unavailable.',
  skin: {
    heading: 'Skin',
    file: 'Skin file',
    sizes: (scale: number) => `A PNG of 64×64 or 64×32 pixels${larger(scale)}, up to 1 MiB.`,
    model: 'Model',
    default: 'Classic',
    slim: 'Slim',
    wornModel: (model: string) => `Your skin now: ${model}.`,
    guessed: 'If you choose neither, we detect it from the image.',
    upload: 'Upload skin',
    remove: 'Remove skin',
  },
  cape: {
    heading: 'Cape',
    file: 'Cape file',
    sizes: (scale: number) => `A PNG of 64×32 or 22×17 pixels${larger(scale)}, up to 1 MiB.`,
    worn: 'Your cape',
    upload: 'Upload cape',
    remove: 'Remove cape',
  },
  former: {
    heading: 'Former skins',
    explanation: 'The last eight skins that you took off.',
    until: (at: number) => `Worn until ${day.format(at)}`,
    again: 'Wear again',
    gone: 'That skin is no longer kept. Choose another, or upload it again.',
  },
  problems: {
    texture_missing: 'Choose a file first.',
    texture_malformed: 'The file is not a PNG image, or it is damaged. Save it as PNG and try again.',
    texture_animated: 'Animated images are not supported. Save one picture as PNG and try again.',
    texture_size_unknown: 'The picture is not the right size. Nothing was changed.',
    texture_too_large: 'The file is larger than 1 MiB. Make it smaller and try again.',
  },
  tooMany: (seconds: number) => `You have uploaded a lot. Try again in ${wait(seconds)}.`,
  flash: {
    skinWorn: 'Your new skin is on. Other players see it when you next join a server.',
    skinRemoved: 'Your skin was removed.',
    capeWorn: 'Your new cape is on. Other players see it when you next join a server.',
    capeRemoved: 'Your cape was removed.',
  },
}

function larger(scale: number): string {
  return scale > 1 ? `, or up to ${scale} times as large` : ''
}
