// The picture that chats show with a link: the community's picture on a ground in its colour, and nothing else.
import { digest } from '../../lib/crypto/digest.ts'
import { rgbOf } from '../../lib/text/colour.ts'
import type { Image } from './texture.ts'

/** The size in pixels that chats ask for. */
export const cardSize = { width: 1200, height: 630 }

const block = 30
/** The rows at the foot in which ever more blocks are darker. */
const darkerRows = 8
const darker = 0.85

/** Returns the name under which the card for a colour and a served picture is found. */
export const cardName = (colour: string, emblem: string): string =>
  `card-${digest(`${colour} ${emblem}`).slice(0, 12)}.png`

/** Draws the ground, one pixel for each block. The same colour always gives the same ground. */
export function cardGround(colour: string): Image {
  const [width, height] = [cardSize.width / block, cardSize.height / block]
  const pixels = Buffer.alloc(width * height * 4)
  const rgb = rgbOf(colour)
  for (let at = 0; at < width * height; at++) {
    const share = 1 - (height - Math.floor(at / width)) / darkerRows
    // Knuth's multiplicative hash scatters neighbouring places.
    const isDarker = share > 0 && (Math.imul(at + 1, 2_654_435_761) >>> 0) / 2 ** 32 < share
    pixels.set([...rgb.map((part) => Math.round(part * (isDarker ? darker : 1))), 255], at * 4)
  }
  return { width, height, pixels }
}
