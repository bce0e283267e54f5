import { relative, resolve } from 'node:path'
import { reachOf } from '../lib/net/reach.ts'
import { impossibleNames } from './impossible-names.ts'
import { nearest } from './nearest.ts'
import { type ConfigSoFar, type OptionName, optionNames, options } from './options.ts'
import { unreachable } from './reach.ts'
import type { Source } from './sources.ts'
import { unreadable } from './unreadable.ts'
import type { ListenAddress } from './values.ts'
import { withoutEffect } from './without-effect.ts'

/** Returns the problems of values that are valid on their own but not together, one line each. */
export function conflictsOf(config: ConfigSoFar): string[] {
  const { workers, databaseUrl, host, port, metricsListen, linkListen } = config
  const conflicts = [...conflictsOfVendor(config), ...conflictsOfStore(config)]
  if (workers && workers > 1 && databaseUrl?.startsWith('sqlite:')) {
    conflicts.push(
      `NORN_WORKERS=${workers} needs PostgreSQL, because two processes that write to one embedded database block each other; set NORN_DATABASE_URL to a postgres:// URL or NORN_WORKERS=1`,
    )
  }
  const own = host !== undefined && port !== undefined ? { host, port } : undefined
  if (isSame(metricsListen, own)) {
    conflicts.push(
      `NORN_METRICS_LISTEN=${host}:${port} is already the address of NORN_HOST and NORN_PORT; set it to another port or to off`,
    )
  }
  for (const [other, names] of [
    [own, 'NORN_HOST and NORN_PORT'],
    [metricsListen, 'NORN_METRICS_LISTEN'],
  ] as const) {
    if (typeof linkListen !== 'object' || !isSame(linkListen, other)) continue
    conflicts.push(
      `NORN_LINK_LISTEN=${linkListen.host}:${linkListen.port} is already the address of ${names}; set it to another port or to off`,
    )
  }
  return conflicts
}

type Listener = ListenAddress | 'off' | undefined

/** Returns true if both listen at the same port. Port 0 is another one each time. */
const isSame = (one: Listener, other: Listener): boolean =>
  typeof one === 'object' &&
  typeof other === 'object' &&
  one.port !== 0 &&
  one.port === other.port &&
  one.host === other.host

function conflictsOfVendor({ vendorNames, vendorApi }: ConfigSoFar): string[] {
  if (vendorNames !== 'reserve') return []
  if (vendorApi === undefined) {
    return [
      "NORN_VENDOR_NAMES=reserve needs the address of the vendor's lookup; set NORN_VENDOR_API, and NORN_GAME to the word in its paths",
    ]
  }
  const { protocol, hostname } = new URL(vendorApi)
  if (protocol === 'https:' || reachOf(hostname) !== 'anywhere') return []
  return [
    `NORN_VENDOR_API=${vendorApi} is http:, which others can modify in transit; set it to an https:// URL, or to an address of your own network`,
  ]
}

function conflictsOfStore({ texturesUrl, s3KeyId, s3Secret }: ConfigSoFar): string[] {
  if (texturesUrl === undefined || (s3KeyId !== undefined && s3Secret !== undefined)) return []
  return [
    'NORN_TEXTURES_URL needs the key of the store; set NORN_S3_KEY_ID, and NORN_S3_SECRET or NORN_S3_SECRET_FILE',
  ]
}

/** Returns warnings about settings that are unused or unwise, one line each. `shown` returns the text of a setting. */
export function warningsOf(
  config: ConfigSoFar,
  shown: (name: OptionName) => string | undefined,
  sources: readonly Source[],
  directory: string,
): string[] {
  return [
    ...strayLines(sources),
    ...cutOffValues(sources),
    ...unknownVariables(sources),
    ...unreachable(config),
    ...unreadable(config),
    ...impossibleNames(config),
    ...withoutEffect(config, shown),
    ...trustsStrangers(config),
    ...secretBesideData(config, sources, directory),
  ]
}

/** The line itself may contain a secret. */
function strayLines(sources: readonly Source[]): string[] {
  return sources.flatMap(({ name, strayLines = [] }) =>
    strayLines.map((line) => `line ${line} of ${name} is not a setting and is ignored; write NAME=value`),
  )
}

/** The value is left out, since it may be a secret. */
export const cutOffSentence = (name: string): string =>
  `${name} in .env ends before the first #: what follows is a comment; put the value in quotes if the # belongs to it: ${name}="…"`

function cutOffValues(sources: readonly Source[]): string[] {
  return sources.flatMap(({ cutOff = [] }, index) =>
    cutOff
      .filter((name) => name.startsWith('NORN_'))
      .filter((name) => sources.slice(0, index).every(({ variables }) => variables[name] === undefined))
      .map(cutOffSentence),
  )
}

/** Somebody who copies the data directory should not get the secret that encrypts its database. */
function secretBesideData(
  { dataDir = '' }: ConfigSoFar,
  sources: readonly Source[],
  directory: string,
): string[] {
  return ['NORN_SECRET_FILE', 'NORN_NEW_SECRET_FILE'].flatMap((name) => {
    const path = sources.map(({ variables }) => variables[name]).find(Boolean)
    if (!path || relative(dataDir, resolve(directory, path)).startsWith('..')) return []
    return [
      `${name}=${path} is in the data directory (${dataDir}); keep the secret apart from what it protects`,
    ]
  })
}

function unknownVariables(sources: readonly Source[]): string[] {
  const known = optionNames.flatMap((name) => (options[name].secret ? [name, `${name}_FILE`] : [name]))
  return sources.flatMap(({ name: source, variables }) =>
    Object.keys(variables)
      .filter((name) => name.startsWith('NORN_') && !known.includes(name))
      .map((name) => {
        const meant = nearest(name, known)
        const where = source === '.env' ? ' in .env' : ''
        return `${name}${where} is not a setting of Norn and is ignored${meant ? `; did you mean ${meant}?` : ''}`
      }),
  )
}

/** No real network of proxies is larger than these ranges: 10.0.0.0/8 and fc00::/7 are the largest private ones. */
const shortestPrefix = { ipv4: 8, ipv6: 7 }

/** Only a warning: in a container network, perhaps only the proxy reaches the port, at a changing address. */
function trustsStrangers({ trustProxy = [] }: ConfigSoFar): string[] {
  const wide = trustProxy.filter((range) => {
    const [address = '', prefix] = range.split('/')
    return prefix !== undefined && Number(prefix) < shortestPrefix[address.includes(':') ? 'ipv6' : 'ipv4']
  })
  if (wide.length === 0) return []
  return [
    `NORN_TRUST_PROXY=${wide.join(',')} lets every client that reaches the port choose its own address, which defeats all limits; name the proxies unless only they can reach it`,
  ]
}
