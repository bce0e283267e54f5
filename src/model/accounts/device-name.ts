import { printable } from '../../lib/text/printable.ts'
import { catalogue } from '../../texts/catalogue.ts'
import type { Language } from '../../texts/languages.ts'
import { say } from '../../texts/say.ts'

/** The order matters: a browser also claims to be those that came before it, so the first match wins. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS|e)?\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Describes a device by its User-Agent, such as "Safari on iPhone". If it is not a browser, for example a launcher, the
 * User-Agent itself is returned, with control and direction characters escaped.
 */
export function deviceName(userAgent: string, language: Language): string {
  // Every browser's User-Agent begins like this.
  const browser = userAgent.startsWith('Mozilla/5.0 (') ? nameIn(browsers, userAgent) : undefined
  if (browser === undefined) return printable(userAgent)
  const system = nameIn(systems, userAgent)
  return system === undefined ? browser : say(language, catalogue(language).device, { browser, system })
}

const nameIn = (table: typeof browsers, userAgent: string): string | undefined =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1]

/** The length to which a device name is cut in an email. A launcher's name is shorter. */
const maxMailedLength = 120

/** Describes a device for an email. A long name is cut, if possible between two words. */
export function mailedDeviceName(userAgent: string, language: Language): string {
  const name = deviceName(userAgent, language)
  if (name.length <= maxMailedLength) return name
  const end = name.lastIndexOf(' ', maxMailedLength)
  return `${name.slice(0, end > 0 ? end : maxMailedLength)}…`
}
