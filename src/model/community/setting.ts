import { onlyPixels, pngSize } from '../../lib/files/png.ts'
import { isPrintable } from '../../lib/text/printable.ts'
import { isLabel } from '../accounts/label.ts'
import { readColour } from './group.ts'

/** The settings that administrators change while the service runs, in the order in which they are listed. */
export const settingNames = ['name', 'accent', 'logo', 'welcome', 'rules', 'links'] as const

export type SettingName = (typeof settingNames)[number]

export const isSettingName = (text: string): text is SettingName => settingNames.some((name) => name === text)

/** The values that hold if nobody has chosen any. */
export const defaultName = 'Norn'
export const defaultAccent = '#1f7a5c'

/** The maximum lengths of texts, in UTF-16 code units. */
const maxTextLength = { welcome: 1000, rules: 5000 }
const maxHomeLinks = 12

/** The maximum size of the file of a logo: with the texts, it fits into a form. */
export const maxLogoBytes = 40 * 1024
/** The maximum length of a side of a logo in pixels. A small file may contain a picture of any size. */
const maxLogoSide = 1024

/** A larger logo is made smaller: every page loads it, and stays below 60 kB. Pages show it with a side of up to 56 pixels. */
export const servedLogo = { bytes: 6 * 1024, side: 112 }

const logoPrefix = 'data:image/png;base64,'

export interface HomeLink {
  /** `https:` */
  url: string
  title: string
}

/** Returns the value as it is stored, or undefined if it is not allowed. */
export function readSetting(name: SettingName, text: string): string | undefined {
  if (name === 'name') return isLabel(text) ? text : undefined
  if (name === 'accent') return readColour(text)
  if (name === 'logo') return readLogo(text)
  const written = text.replaceAll(/\r\n?/g, '\n').trim()
  if (written === '' || !written.split('\n').every(isPrintable)) return undefined
  if (name === 'links') return readHomeLinks(written)
  return written.length <= maxTextLength[name] ? written : undefined
}

/** Returns a picture as a `data:` URL with its pixels only, or undefined if it is not allowed. */
function readLogo(text: string): string | undefined {
  if (!text.startsWith(logoPrefix) || text.length > logoPrefix.length + maxLogoBytes * 2) return undefined
  const encoded = text.slice(logoPrefix.length)
  const file = Buffer.from(encoded, 'base64')
  const size = pngSize(file)
  if (file.toString('base64') !== encoded || file.length > maxLogoBytes || !size) return undefined
  if (Math.max(size.width, size.height) > maxLogoSide || Math.min(size.width, size.height) < 1)
    return undefined
  const picture = onlyPixels(file)
  return typeof picture === 'string' ? undefined : logoOf(picture)
}

/** Returns the value of `logo` for a file. */
export const logoOf = (png: Buffer): string => logoPrefix + png.toString('base64')

/** Returns the file of a stored value of `logo`. */
export const logoFileOf = (value: string): Buffer => Buffer.from(value.slice(logoPrefix.length), 'base64')

const linePattern = /^(\S+)[ \t]+(\S.*)$/

function readHomeLinks(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length > maxHomeLinks) return undefined
  const links = lines.map(readHomeLink)
  return links.every((link) => link !== undefined) ? links.join('\n') : undefined
}

/** Returns the first line of `links` that is not allowed. */
export const wrongLine = (text: string): string | undefined =>
  text.split(/\r\n?|\n/).find((line) => line.trim() !== '' && (!isPrintable(line) || !readHomeLink(line)))

/** Returns the line with the address as browsers read it, or undefined if it is not allowed. */
function readHomeLink(line: string): string | undefined {
  const [, address = '', title = ''] = linePattern.exec(line.trim()) ?? []
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  if (url.href.length > maxUrlLength || !isLabel(title)) return undefined
  return `${url.href} ${title}`
}

const maxUrlLength = 500

/** Returns the links of a stored value of `links`. */
export const homeLinksOf = (value: string): HomeLink[] =>
  value.split('\n').map((line) => {
    const [, url = '', title = ''] = linePattern.exec(line) ?? []
    return { url, title }
  })
