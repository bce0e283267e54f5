import ipaddr from 'ipaddr.js'
import { reachOf } from '../lib/net/reach.ts'
import type { ConfigSoFar, OptionName } from './options.ts'

interface Rule {
  names: readonly OptionName[]
  /** Returns why the setting has no effect; undefined if it has one. */
  why: (config: ConfigSoFar) => string | undefined
}

const rules: readonly Rule[] = [
  {
    names: ['NORN_LOOKUP_BAN_RATE', 'NORN_LOOKUP_BAN_BURST', 'NORN_LOOKUP_BAN_DURATION'],
    why: ({ lookupBans }) => (lookupBans === 'off' ? 'NORN_LOOKUP_BANS is off' : undefined),
  },
  {
    names: ['NORN_LOG_FORMAT'],
    why: ({ logLevel }) => (logLevel === 'silent' ? 'NORN_LOG_LEVEL is silent' : undefined),
  },
  {
    names: ['NORN_GUESS_ADDRESS_ACCOUNT'],
    why: ({ guessAddressAccount = 0, guessAddress = 0, guessAccount = 0 }) => {
      if (guessAddressAccount > guessAddress) return `NORN_GUESS_ADDRESS=${guessAddress} is reached first`
      return guessAddressAccount > guessAccount
        ? `NORN_GUESS_ACCOUNT=${guessAccount} is reached first`
        : undefined
    },
  },
  {
    names: ['NORN_VENDOR_API'],
    why: ({ vendorNames }) => (vendorNames === 'allow' ? 'NORN_VENDOR_NAMES is allow' : undefined),
  },
  {
    names: ['NORN_NEIGHBOUR_TIME'],
    why: ({ neighbours, linkListen }) =>
      neighbours === 'off' && linkListen === 'off' ? 'NORN_NEIGHBOURS is off' : undefined,
  },
  {
    names: ['NORN_UPDATE_KEY'],
    why: ({ updateCheck }) => (updateCheck === 'off' ? 'NORN_UPDATE_CHECK is off' : undefined),
  },
  {
    names: ['NORN_TEXTURES_PUBLIC_URL', 'NORN_S3_KEY_ID', 'NORN_S3_SECRET'],
    why: ({ texturesUrl }) => (texturesUrl === undefined ? 'NORN_TEXTURES_URL is not set' : undefined),
  },
  {
    names: ['NORN_WIDGET'],
    why: ({ widget = [], friends }) =>
      widget.length > 0 && friends === 'off' ? 'NORN_FRIENDS is off, so no game reports' : undefined,
  },
  {
    names: ['NORN_WIDGET_SITES'],
    why: ({ widget = [] }) => (widget.length === 0 ? 'NORN_WIDGET is off' : undefined),
  },
  {
    names: ['NORN_TRUST_PROXY'],
    why: ({ host = '', trustProxy = [] }) =>
      trustProxy.length > 0 && reachOf(host) === 'machine' && !trustProxy.some(includesLoopback)
        ? `NORN_HOST=${host} lets only this machine connect; add 127.0.0.1,::1 if the proxy runs here`
        : undefined,
  },
]

/** Returns warnings about settings that have no effect with the others. `shown` returns the text of one that is set. */
export function withoutEffect(
  config: ConfigSoFar,
  shown: (name: OptionName) => string | undefined,
): string[] {
  return rules.flatMap(({ names, why }) => {
    const reason = why(config)
    const set = names.filter((name) => shown(name) !== undefined)
    return reason === undefined ? [] : set.map((name) => `${name}=${shown(name)} has no effect: ${reason}`)
  })
}

function includesLoopback(range: string): boolean {
  const [address = '', prefix] = range.split('/')
  const parsed = ipaddr.process(address)
  const loopback = ipaddr.parse(parsed.kind() === 'ipv4' ? '127.0.0.1' : '::1')
  if (prefix === undefined) return parsed.range() === 'loopback'
  return loopback.match(ipaddr.parseCIDR(range))
}
