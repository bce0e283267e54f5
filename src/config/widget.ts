import { isPlainHost } from '../lib/net/plain-host.ts'
import type { Kind } from './values.ts'

/** Origins of sites; `any` is read as `any`. Policies have no syntax for IPv6 addresses (CSP 3, section 2.3.1). */
export const origins: Kind<readonly string[] | 'any'> = {
  allowed: 'any, or http:// or https:// addresses without a path, separated by commas',
  example: 'https://www.example.org,https://forum.example.org',
  read: (text) => {
    if (text === 'any') return 'any'
    const urls = text.split(',').map((part) => URL.parse(part.trim()))
    const read = urls.flatMap((url) => (url && isOrigin(url) ? [url.origin] : []))
    return read.length === urls.length && read.length <= maxOrigins ? read : undefined
  },
}

/** They are in a header of each answer. */
const maxOrigins = 20

const isOrigin = ({ protocol, hostname, href, origin }: URL): boolean =>
  /^https?:$/.test(protocol) && isPlainHost(hostname) && !hostname.startsWith('[') && href === `${origin}/`

const parts = ['players', 'servers', 'names'] as const

/** The parts of the widget; `off` is the empty list. */
export const widgetParts: Kind<readonly (typeof parts)[number][]> = {
  allowed: 'off, or some of players, servers and names, separated by commas',
  example: 'players,servers',
  read: (text) => {
    if (text === 'off') return []
    const given = text.split(',').map((part) => parts.find((one) => one === part.trim()))
    return given.every((part) => part !== undefined) ? given : undefined
  },
}
