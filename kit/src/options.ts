import { parseArgs } from 'node:util'
import { type ProfileName, profileNames } from './check.ts'
import type { Hosts } from './layouts/layout.ts'
import { type LayoutName, layoutNames } from './layouts/layout.ts'
import { UsageError } from './outcome.ts'

export interface Options {
  url: string
  layout: LayoutName | undefined
  hosts: Hosts
  addresses: string | undefined
  profiles: readonly ProfileName[]
  only: readonly string[]
  accounts: string | undefined
  adapter: string | undefined
  serverRoot: string | undefined
  /** The ports of the two neighbours that the target asks. */
  neighbours: readonly [number, number] | undefined
  expected: string | undefined
  report: string | undefined
  /** Requests a second; undefined where the kind of target decides. */
  rate: number | undefined
  seed: number | undefined
  isStrict: boolean
  isOwn: boolean
  isList: boolean
  isVerbose: boolean
}

export const usage = `Usage: account-server-check URL [options]
       account-server-check --list
       account-server-check serve --hostile [--port N] [--seed N]

  URL                   the address that players type, or the root
  --layout NAME         authlib-injector (found by itself), vendor, native or urls
  --host NAME=URL       vendor: one of auth, session, account, services, profiles; discovery;
                        csl, the root of skins for mods
  --addresses FILE      urls: JSON of place and address, such as {"hasJoined": "https://…"}
  --profiles A,B        ${profileNames.join(', ')}
  --only PATTERN        checks whose id matches, such as core.refresh.* (may be repeated)
  --accounts FILE       JSON of two accounts: [{"login": "…", "password": "…"}, …]
  --adapter FILE        a module that makes, changes and removes accounts
  --server-root URL     the root of one game server, for the profile servers
  --neighbours P,P      ports of this machine at which the target asks two neighbours,
                        for the profile federation; see the README
  --i-own-this          tries the profile security, too
  --expected FILE       JSON of check and reason: failures that are known
  --level strict        a warning fails the run
  --report DIRECTORY    writes report.json, junit.xml, report.html, badge.json, badge.svg
  --rate N              requests a second; at most 5 at addresses that are not this machine's
  --seed N              repeats what chance did
  --list                prints every check, and tries none
  --verbose             shows passed and skipped checks, too

Exit status: 0 nothing failed, 1 something failed or the run was stopped, 2 usage.
`

/** @throws {UsageError} */
export function readOptions(line: readonly string[]): Options {
  const { values, positionals } = parsed(line)
  const isList = values.list ?? false
  const [url = '', ...more] = positionals
  if (more.length > 0) throw new UsageError(`one address is checked at a time, not ${more[0]}, too`)
  if (!isList) checkUrl('the address', url)
  if (values['server-root'] !== undefined) checkUrl('--server-root', values['server-root'])
  if (values.level !== undefined && values.level !== 'strict' && values.level !== 'conformant')
    throw new UsageError('--level is strict or conformant')
  return {
    url,
    layout: oneOf('--layout', layoutNames, values.layout),
    hosts: hostsOf(values.host ?? []),
    addresses: values.addresses,
    profiles: (values.profiles?.split(',') ?? [...profileNames]).map(
      (name) => oneOf('--profiles', profileNames, name) ?? 'probe',
    ),
    only: values.only ?? [],
    accounts: values.accounts,
    adapter: values.adapter,
    serverRoot: values['server-root'],
    neighbours: portsOf(values.neighbours),
    expected: values.expected,
    report: values.report,
    rate: numberOf('--rate', values.rate, 0.1),
    seed: numberOf('--seed', values.seed, 0),
    isStrict: values.level === 'strict',
    isOwn: values['i-own-this'] ?? false,
    isList,
    isVerbose: values.verbose ?? false,
  }
}

function parsed(line: readonly string[]) {
  try {
    return parseArgs({
      args: [...line],
      allowPositionals: true,
      options: {
        layout: { type: 'string' },
        host: { type: 'string', multiple: true },
        addresses: { type: 'string' },
        profiles: { type: 'string' },
        only: { type: 'string', multiple: true },
        accounts: { type: 'string' },
        adapter: { type: 'string' },
        'server-root': { type: 'string' },
        neighbours: { type: 'string' },
        'i-own-this': { type: 'boolean' },
        expected: { type: 'string' },
        level: { type: 'string' },
        report: { type: 'string' },
        rate: { type: 'string' },
        seed: { type: 'string' },
        list: { type: 'boolean' },
        verbose: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function checkUrl(what: string, url: string): void {
  if (url === '') throw new UsageError(`${what} is missing`)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`${what} must begin with https: or http:, unlike ${url}`)
  const { username, password, search, hash } = new URL(url)
  if (username || password) throw new UsageError(`${what} must not have a user and a password in it`)
  if (search || hash) throw new UsageError(`${what} must end before ? and #: paths are put behind it`)
}

function oneOf<T extends string>(
  option: string,
  names: readonly T[],
  given: string | undefined,
): T | undefined {
  if (given === undefined) return undefined
  const name = names.find((each) => each === given.trim())
  if (!name) throw new UsageError(`${option}: there is no ${given}; there are ${names.join(', ')}`)
  return name
}

const hostNames = ['auth', 'session', 'account', 'services', 'profiles', 'discovery', 'csl'] as const

function hostsOf(given: readonly string[]): Hosts {
  return Object.fromEntries(
    given.map((text) => {
      const [, name, url = ''] = /^(\w+)=(.*)$/.exec(text) ?? []
      checkUrl('--host', url)
      return [oneOf('--host', hostNames, name ?? ''), url]
    }),
  )
}

function numberOf(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text.replace(/\/s$/, ''))
  if (!Number.isFinite(number) || number < least)
    throw new UsageError(`${option} must be a number of ${least} or more`)
  return number
}

/** Two ports, with a comma between them. */
function portsOf(text: string | undefined): readonly [number, number] | undefined {
  if (text === undefined) return undefined
  const [first = 0, second = 0, ...more] = text.split(',').map(Number)
  const isPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port < 65_536
  if (!isPort(first) || !isPort(second) || first === second || more.length > 0)
    throw new UsageError('--neighbours takes two ports with a comma between them, such as 8701,8702')
  return [first, second]
}
