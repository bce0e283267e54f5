// What of the assets depends on the settings: the style and our picture in the accent colour, the picture chosen.
import type { Context } from '../../domain/context.ts'
import { inkOn, readableOn } from '../../lib/text/colour.ts'
import { type Asset, assetOf, servedName } from './asset.ts'

/** The grounds of style.css on which text in the accent colour is hardest to read. */
const grounds = { light: '#f4f6f8', dark: '#1d2228' }

/** More than text needs: a colour that barely can be read looks dull on a dark ground. */
const darkContrast = 6

/** Pages that were made a moment ago still ask for the style of before. */
const maxThemes = 4

interface Theme {
  files: ReadonlyMap<string, Asset>
  /** By the name of the file in src/web/assets/. */
  served: ReadonlyMap<string, string>
  /** The picture that administrators have chosen. */
  logo: string | undefined
}

/** Fills the accent in force into the files that have it. */
export class Themes {
  readonly #settings: Pick<Context['settings'], 'accentColor' | 'logo'>
  readonly #templates: ReadonlyMap<string, string>
  /** By what they depend on, the newest last. */
  readonly #known = new Map<string, Theme>()

  /** `templates`: texts by the names of their files. */
  constructor(
    settings: Pick<Context['settings'], 'accentColor' | 'logo'>,
    templates: ReadonlyMap<string, string>,
  ) {
    this.#settings = settings
    this.#templates = templates
  }

  get now(): Theme {
    const { accentColor, logo } = this.#settings
    const key = `${accentColor} ${logo?.version ?? ''}`
    const theme = this.#known.get(key) ?? this.#make()
    this.#known.delete(key)
    this.#known.set(key, theme)
    for (const oldest of [...this.#known.keys()].slice(0, -maxThemes)) this.#known.delete(oldest)
    return theme
  }

  /** A file by the name under which it is served, also one of a moment ago. */
  find(served: string): Asset | undefined {
    return (
      this.now.files.get(served) ??
      [...this.#known.values()].find(({ files }) => files.has(served))?.files.get(served)
    )
  }

  #make(): Theme {
    const { accentColor, logo } = this.#settings
    const files = new Map<string, Asset>()
    const add = (name: string, body: Buffer): string => {
      const as = servedName(name, body)
      files.set(as, assetOf(as, body))
      return as
    }
    const served = new Map(
      [...this.#templates].map(([name, text]) => [
        name,
        add(name, Buffer.from(withAccent(text, accentColor))),
      ]),
    )
    return { files, served, logo: logo && add('logo.png', logo.png) }
  }
}

/** The operator's colour in shades that can be read on both grounds, and what can be read on each shade. */
export function accentShades(accent: string) {
  const light = readableOn(grounds.light, accent)
  const dark = readableOn(grounds.dark, accent, darkContrast)
  return { light, dark, 'light-ink': inkOn(light), 'dark-ink': inkOn(dark) }
}

/** Fills the shades of the operator's colour into a file. */
function withAccent(text: string, accent: string): string {
  const shades = accentShades(accent)
  return text.replaceAll(
    /\baccent-(light-ink|dark-ink|light|dark)\b/g,
    (_, shade: keyof typeof shades) => shades[shade],
  )
}
