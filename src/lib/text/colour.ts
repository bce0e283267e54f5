/** Red, green and blue, each from 0 to 255. */
type Rgb = readonly [number, number, number]

/** Returns the parts of a `#rrggbb` colour. */
export const rgbOf = (colour: string): Rgb => {
  const number = Number.parseInt(colour.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

const write = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Returns the relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio (WCAG 2.2) of two `#rrggbb` colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The contrast that text of any size needs (WCAG 2.2, 1.4.3). */
const textContrast = 4.5

/** The number of steps of lightness that are tried. */
const steps = 50

/** Makes a colour darker or lighter until text in it is readable on the background. Hue and saturation stay. */
export function readableOn(background: string, colour: string, ratio = textContrast): string {
  const end = luminance(background) > 0.18 ? 0 : 1
  const { hue, saturation, lightness } = toHsl(rgbOf(colour))
  for (let step = 0; step <= steps; step++) {
    const shade =
      step === 0 ? colour : fromHsl(hue, saturation, lightness + ((end - lightness) * step) / steps)
    if (contrast(shade, background) >= ratio) return shade
  }
  return end === 0 ? '#000000' : '#ffffff'
}

/** Converts a colour to HSL (CSS Color 4, section 7). Each component is from 0 to 1. */
function toHsl(rgb: Rgb): { hue: number; saturation: number; lightness: number } {
  const [red, green, blue] = [rgb[0] / 255, rgb[1] / 255, rgb[2] / 255]
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const lightness = (most + least) / 2
  const spread = most - least
  if (spread === 0) return { hue: 0, saturation: 0, lightness }
  const sixth =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  return { hue: sixth / 6, saturation: spread / (1 - Math.abs(2 * lightness - 1)), lightness }
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const range = saturation * Math.min(lightness, 1 - lightness)
  const part = (offset: number): number => {
    const place = (offset + hue * 12) % 12
    return 255 * (lightness - range * Math.max(-1, Math.min(place - 3, 9 - place, 1)))
  }
  return write([part(0), part(8), part(4)])
}

/** Returns black or white, whichever is easier to read on it. One of them always has a contrast of at least 4.5. */
export const inkOn = (colour: string): string =>
  contrast(colour, '#ffffff') >= textContrast ? '#ffffff' : '#000000'
