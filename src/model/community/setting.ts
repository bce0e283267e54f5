// The forms of the settings that administrators change while the service runs: src/model/fields/setting.ts.
import { onlyPixels, pngSize } from '../../lib/files/png.ts'
import { isPrintable } from '../../lib/text/printable.ts'
import { isLabel } from '../accounts/label.ts'

export const maxHomeLinks = 12

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

/**
 * Returns a function that returns a text of several lines as it is stored, or undefined if it is empty, longer than
 * `maxLength` UTF-16 code units, or has characters that lines may not have.
 */
export const readLines =
  (maxLength: number) =>
  (text: string): string | undefined => {
    const lines = linesOf(text)
    return lines !== undefined && lines.length <= maxLength ? lines : undefined
  }

function linesOf(text: string): string | undefined {
  const written = text.replaceAll(/\r\n?/g, '\n').trim()
  return written !== '' && written.split('\n').every(isPrintable) ? written : undefined
}

/** Returns a picture as a `data:` URL with its pixels only, or undefined if it is not allowed. */
export function readLogo(text: string): string | undefined {
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

/** Returns links as they are stored, one a line, or undefined if they are not allowed. */
export function readHomeLinks(text: string): string | undefined {
  const lines = linesOf(text)
    ?.split('\n')
    .filter((line) => line.trim() !== '')
  if (!lines || lines.length > maxHomeLinks) return undefined
  const links = lines.map(readHomeLink)
  return links.every((link) => link !== undefined) ? links.join('\n') : undefined
}

/** Returns the first line of `links` that is not allowed. */
export const wrongLine = (text: string): string | undefined =>
  text.split(/\r\n?|\n/).find((line) => line.trim() !== '' && (!isPrintable(line) || !readHomeLink(line)))

/** Returns the line with the address as browsers read it, or undefined if it is not allowed. */
function readHomeLink(line: string): string | undefined {
  const [, address = '', title = ''] = linePattern.exec(line.trim()) ?? []
  const url = readWebAddress(address, ['https:'])
  return url === undefined || !isLabel(title) ? undefined : `${url} ${title}`
}

/** Returns an address as browsers read it, or undefined if it is not allowed. It names no user. */
export function readWebAddress(text: string, protocols = ['https:', 'http:']): string | undefined {
  const url = isPrintable(text) && !/\s/.test(text) ? URL.parse(text) : null
  if (!url || !protocols.includes(url.protocol) || url.username !== '' || url.password !== '')
    return undefined
  return url.href.length > maxUrlLength ? undefined : url.href
}

const maxUrlLength = 500

/** Returns the links of a stored value of `links`. */
export const homeLinksOf = (value: string): HomeLink[] =>
  value.split('\n').map((line) => {
    const [, url = '', title = ''] = linePattern.exec(line) ?? []
    return { url, title }
  })
