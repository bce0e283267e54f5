import { onlyPixels, pngSize } from '../lib/files/png.ts'
import { isPrintable } from '../lib/text/printable.ts'
import { readColour } from './group.ts'
import { isLabel } from './label.ts'

/** What administrators choose while the service runs, in the order in which it is listed. */
export const settingNames = ['name', 'accent', 'logo', 'welcome', 'rules', 'links'] as const

export type SettingName = (typeof settingNames)[number]

export const isSettingName = (text: string): text is SettingName => settingNames.some((name) => name === text)

/** Where nobody has chosen. */
export const defaultName = 'Norn'
export const defaultAccent = '#1f7a5c'

/** Of texts, in UTF-16 code units. */
export const maxTextLength = { welcome: 1000, rules: 5000 }
export const maxLinks = 12

/** Every page loads it: together with its style and its text it stays below 60 kB. */
export const maxLogoBytes = 16 * 1024
/** Pixels of one side. A small file may hold a picture of any size. */
export const maxLogoSide = 512

const logoPrefix = 'data:image/png;base64,'

/** A line of `links`. */
export interface Link {
  /** `https:` */
  url: string
  title: string
}

/** The value as it is stored; undefined for one that is not allowed. */
export function readSetting(name: SettingName, text: string): string | undefined {
  if (name === 'name') return isLabel(text) ? text : undefined
  if (name === 'accent') return readColour(text)
  if (name === 'logo') return readLogo(text)
  const written = text.replaceAll(/\r\n?/g, '\n').trim()
  if (written === '' || !written.split('\n').every(isPrintable)) return undefined
  if (name === 'links') return readLinks(written)
  return written.length <= maxTextLength[name] ? written : undefined
}

/** A picture as a `data:` URL, without what is not pixels; undefined for any other picture. */
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

/** The value of `logo` for a file. */
export const logoOf = (png: Buffer): string => logoPrefix + png.toString('base64')

/** The file of a stored value of `logo`. */
export const logoFileOf = (value: string): Buffer => Buffer.from(value.slice(logoPrefix.length), 'base64')

const linePattern = /^(\S+)[ \t]+(\S.*)$/

function readLinks(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length > maxLinks) return undefined
  const links = lines.map(readLink)
  return links.every((link) => link !== undefined) ? links.join('\n') : undefined
}

/** Its address as browsers read it, and its title. */
function readLink(line: string): string | undefined {
  const [, address = '', title = ''] = linePattern.exec(line.trim()) ?? []
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  if (url.href.length > maxUrlLength || !isLabel(title)) return undefined
  return `${url.href} ${title}`
}

const maxUrlLength = 500

/** The links of a stored value of `links`. */
export const linksOf = (value: string): Link[] =>
  value.split('\n').map((line) => {
    const [, url = '', title = ''] = linePattern.exec(line) ?? []
    return { url, title }
  })
