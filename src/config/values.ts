import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { publicKeyLine } from '../lib/crypto/ssh-signature.ts'
import { serversOf } from '../lib/net/postgres-url.ts'
import { isSlowPatternSync } from '../lib/process/pattern-trial.ts'
import { isPrintable } from '../lib/text/printable.ts'

/** Reads the text of a setting, and describes what is allowed. */
export interface Kind<Value> {
  /** Completes the sentence "must be …". */
  readonly allowed: string
  /** An allowed text. */
  readonly example: string
  /** Returns undefined for a text that is not allowed. Relative paths are relative to `directory`. */
  readonly read: (text: string, directory: string) => Value | undefined
}

export interface ListenAddress {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
}

/** A name for people to read, on one line. */
export const displayName: Kind<string> = {
  allowed: 'a name of up to 64 characters, on one line',
  example: 'Steve and friends',
  read: (text) => (/^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u.test(text) && text.trim() !== '' ? text : undefined),
}

const wholeNumber = /^\d{1,15}$/

export function integer(min: number, max: number, example: number, unit = ''): Kind<number> {
  return {
    allowed: `a whole number from ${min} to ${max}${unit}`,
    example: String(example),
    read: (text) => {
      const value = wholeNumber.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max ? value : undefined
    },
  }
}

export const port = integer(0, 65_535, 8080, ' (0 picks a free port)')

export function choice<const Value extends string | number>(
  ...values: readonly [Value, ...Value[]]
): Kind<Value> {
  return {
    allowed: `one of ${values.join(', ')}`,
    example: String(values[0]),
    read: (text) => values.find((value) => String(value) === text),
  }
}

const secretLength = { min: 32, max: 1024 }

/** A random text to derive keys from: the encryption is as strong as this text is hard to guess. */
export const randomText: Kind<string> = {
  allowed: `random text of ${secretLength.min} to ${secretLength.max} characters on one line, without spaces at either end`,
  example: 'the-output-of-openssl-rand-base64-32',
  read: (text) => {
    const isLong = text.length >= secretLength.min && text.length <= secretLength.max
    const isVaried = new Set(text).size >= secretLength.min / 4
    return isLong && isVaried && text.trim() === text && !/\p{Cc}/u.test(text) ? text : undefined
  },
}

const hostName = /^(?!-)[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*$/

export const host: Kind<string> = {
  allowed: 'an IP address or a host name, without a port',
  example: '127.0.0.1',
  read: (text) => {
    const bare = /^\[(.*)\]$/.exec(text)?.[1] ?? text
    if (isIP(bare) && !bare.includes('%')) return bare
    // Digits and dots that are not an address are a mistyped address, not a name.
    return hostName.test(text) && /[A-Za-z]/.test(text) ? text : undefined
  },
}

/** Host names; a leading dot includes all subdomains. */
export const domains: Kind<readonly string[]> = {
  allowed: 'host names separated by commas; a leading dot includes all subdomains',
  example: 'textures.example.org,.example.net',
  read: (text, directory) => {
    const parts = text.split(',').map((part) => part.trim().toLowerCase())
    return parts.every((part) => host.read(part.replace(/^\./, ''), directory)) ? parts : undefined
  },
}

/** Returns the URL of a listener, with brackets around an IPv6 address. */
export function httpUrlOf(address: ListenAddress): string {
  return `http://${isIP(address.host) === 6 ? `[${address.host}]` : address.host}:${address.port}`
}

const listenPattern = /^(\[[^\]]+\]|[^:]+):(\d+)$/

export const listenAddress: Kind<ListenAddress | 'off'> = {
  allowed: 'HOST:PORT, [IPv6]:PORT or off',
  example: '127.0.0.1:9464',
  read: (text, directory) => {
    if (text === 'off') return 'off'
    const [, hostText = '', portText = ''] = listenPattern.exec(text) ?? []
    const hostValue = host.read(hostText, directory)
    const portValue = port.read(portText, directory)
    return hostValue === undefined || portValue === undefined
      ? undefined
      : { host: hostValue, port: portValue }
  },
}

// The path becomes a prefix of every route, and `:` and `*` are special in a route.
const plainPath = /^(\/[A-Za-z0-9._~-]+)*$/

/** A URL without its trailing slash. */
export const httpUrl: Kind<string> = {
  allowed:
    'an http:// or https:// URL without credentials, query or fragment, whose path has only letters, digits and -._~',
  example: 'https://accounts.example.org',
  read: (text) => {
    const url = URL.parse(text)
    if (!url || !/^https?:\/\//i.test(text) || /[?#\s]/.test(text)) return undefined
    const path = url.pathname.replace(/\/+$/, '')
    return url.username || url.password || !plainPath.test(path) ? undefined : url.origin + path
  },
}

/** A part of a key that another service has given out. */
export const givenKey: Kind<string> = {
  allowed: 'a text of up to 256 characters without spaces, as the store shows it',
  example: 'the-key-that-the-store-shows',
  read: (text) => (/^[\x21-\x7e]{1,256}$/.test(text) ? text : undefined),
}

/** The URL of a file; `off` is read as `off`. */
export const fileUrl: Kind<string> = {
  allowed: 'off, or an http:// or https:// URL without credentials and fragment',
  example: 'https://example.org/norn/latest.txt',
  read: (text) => {
    const url = URL.parse(text)
    if (text === 'off') return 'off'
    if (!url || !/^https?:\/\//i.test(text) || /[#\s]/.test(text)) return undefined
    return url.username || url.password ? undefined : url.href
  },
}

/** A public key, as written. */
export const sshPublicKey: Kind<string> = {
  allowed: 'an SSH public key (Ed25519 or RSA) on one line',
  example: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIK7nF4Jq0xQh0n0Q7bJ1x0e5f0mZ7d1r2o3p4q5s6t7u releases',
  read: (text) => (publicKeyLine.test(text) ? text : undefined),
}

export const smtpUrl: Kind<string> = {
  allowed: 'an smtp:// or smtps:// URL with a host',
  example: 'smtps://norn:password@mail.example.org:465',
  read: (text) => {
    const url = URL.parse(text)
    return url && /^smtps?:$/.test(url.protocol) && url.hostname ? text : undefined
  },
}

/** A list of names, as written; `off` is the empty list. */
export const names: Kind<readonly string[]> = {
  allowed: 'names separated by commas, or off',
  example: 'admin,support',
  read: (text) => {
    if (text === 'off') return []
    const parts = text.split(',').map((part) => part.trim())
    return parts.every((part) => /^[A-Za-z0-9_.-]+$/.test(part)) ? parts : undefined
  },
}

/** The default of NORN_USERNAME_PATTERN. */
const usualPattern = '[A-Za-z0-9_]{3,16}'

/** A regular expression that has to match a whole text. */
export const pattern: Kind<RegExp> = {
  allowed:
    'a regular expression (JavaScript) that is fast with every name: without repetitions of repetitions, such as (a+)+',
  example: '[a-z0-9_]{3,16}',
  read: (text) => {
    try {
      const compiled = new RegExp(`^(?:${text})$`, 'u')
      // The usual one is known to be fast, and a thread takes longer to start than everything else here.
      return text !== pattern.example && text !== usualPattern && isSlowPatternSync(compiled)
        ? undefined
        : compiled
    } catch {
      return undefined
    }
  },
}

/** The sender of emails. The name is undefined if it is that of the service. */
export const mailbox: Kind<{ name: string | undefined; address: string }> = {
  allowed: 'an email address, alone or after a name: name@host or Name <name@host>',
  example: 'Norn <norn@example.org>',
  read: (text) => {
    const [, name, inBrackets] = /^([^<>"\p{Cc}]{1,64}?)\s*<([^<>]+)>$/u.exec(text) ?? []
    const address = inBrackets ?? text
    return isPrintable(text) &&
      /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[A-Za-z0-9.:[\]-]{1,255}$/u.test(address) &&
      address.length <= 254
      ? { name: name?.trim() || undefined, address }
      : undefined
  },
}

/** `sqlite:` with an absolute path, or a PostgreSQL URL as written. */
export const databaseUrl: Kind<string> = {
  allowed: 'sqlite:PATH or a postgres:// URL, which may name several servers (HOST:PORT,HOST:PORT)',
  example: 'postgres://norn:password@db.example.org/norn',
  read: (text, directory) => {
    if (!text.startsWith('sqlite:')) return isPostgres(text) ? text : undefined
    const path = text.slice('sqlite:'.length)
    // `sqlite:///var/lib/x` is common for an absolute path; `sqlite://x` would read x as a host.
    if (path === '' || path === ':memory:' || path.includes('\0') || /^\/\/[^/]/.test(path)) return undefined
    return `sqlite:${resolve(directory, path)}`
  },
}

const isPostgres = (text: string): boolean => serversOf(text) !== undefined

/** An absolute path. */
export const directoryPath: Kind<string> = {
  allowed: 'the path of a directory',
  example: './data',
  read: (text, directory) => (text.includes('\0') ? undefined : resolve(directory, text)),
}

/** An absolute path. The code that reads the file checks its content. */
export const filePath: Kind<string> = {
  allowed: 'the path of a PNG, WebP or SVG file of up to 6 KiB',
  example: './logo.svg',
  read: (text, directory) =>
    /\.(png|webp|svg)$/i.test(text) && !text.includes('\0') ? resolve(directory, text) : undefined,
}

export const colour: Kind<string> = {
  allowed: 'a colour: # and six hexadecimal digits, in quotes in .env',
  example: '#1f7a5c',
  read: (text) => (/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined),
}

function isNetwork(text: string): boolean {
  const address = text.split('/', 1)[0] ?? ''
  // Programs disagree about short and octal forms such as 10.1 or 010.0.0.1.
  if (!address.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(address)) return false
  return text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text)
}

/** Addresses and CIDR ranges, as written; `off` is the empty list. */
export const networks: Kind<readonly string[]> = {
  allowed: 'IP addresses and CIDR ranges separated by commas, or off',
  example: '127.0.0.1,10.0.0.0/8',
  read: (text) => {
    if (text === 'off') return []
    const parts = text.split(',').map((part) => part.trim())
    return parts.every(isNetwork) ? parts : undefined
  },
}

// Words that other paths have where the game's word would be.
const reservedWords = [
  'at',
  'join',
  'hasjoined',
  'legacy',
  'profile',
  'profiles',
  'player',
  'privacy',
  'privileges',
  'publickeys',
  'lookup',
  'names',
]

export const gameWord: Kind<string> = {
  allowed: `a word of up to 32 lower-case letters, digits and hyphens that begins with a letter and is not one of ${reservedWords.join(', ')}`,
  example: 'game',
  read: (text) => (/^[a-z][a-z0-9-]{0,31}$/.test(text) && !reservedWords.includes(text) ? text : undefined),
}
