/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number]

const read = (colour: string): Rgb => {
  const number = Number.parseInt(colour.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

const write = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = read(colour).map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio (WCAG 2.2), from 1 to 21. Colours are `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** For text of any size: WCAG 2.2, 1.4.3. */
const textContrast = 4.5

const steps = 50

/** The colour, as much darker or lighter as text in it needs on that background. */
export function readableOn(background: string, colour: string, ratio = textContrast): string {
  const end = luminance(background) > 0.18 ? read('#000000') : read('#ffffff')
  const start = read(colour)
  for (let step = 0; step < steps; step++) {
    const share = step / steps
    const [red, green, blue] = [0, 1, 2].map(
      (part) => (start[part] ?? 0) * (1 - share) + (end[part] ?? 0) * share,
    )
    const mixed = write([red ?? 0, green ?? 0, blue ?? 0])
    if (contrast(mixed, background) >= ratio) return mixed
  }
  return write(end)
}

/** Black or white, whichever is easier to read on the colour. */
export const inkOn = (colour: string): string =>
  contrast(colour, '#ffffff') >= textContrast || contrast(colour, '#ffffff') >= contrast(colour, '#111111')
    ? '#ffffff'
    : '#111111'
