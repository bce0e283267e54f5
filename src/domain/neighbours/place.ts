import { isPlainHost } from '../../lib/net/plain-host.ts'
import { reachOf } from '../../lib/net/reach.ts'
import type { Neighbour, NeighbourAddresses } from '../../model/community/neighbour.ts'
import { malformed } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { allowedIn } from '../../model/fields/allowed.ts'
import type { Changes } from '../../model/fields/field.ts'
import { newNeighbourFields } from '../../model/fields/neighbour.ts'
import { addressesBelow } from '../../state/neighbours/addresses.ts'
import { spkiOf } from '../../state/neighbours/keys.ts'
import { isHost, maxHosts, type NeighbourMetadata } from '../../state/neighbours/metadata.ts'
import { signingKeys } from '../../storage/credentials/signing-keys.ts'
import type { ChangeContext, NeighbourContext, ReadContext, SiteContext } from '../context.ts'

/** The addresses of a neighbour, and what its metadata says about it. */
export type NeighbourPlace = Pick<Neighbour, 'kind' | 'root' | 'addresses' | 'textureHosts' | 'isPrivate'> & {
  /** The key of its textures, as its metadata names it. */
  texturesKey?: string | undefined
}

/** The addresses of a neighbour as an operator gives them; only `urls` has hosts and a key of its own. */
export type GivenPlace = Changes<typeof newNeighbourFields>

/** The vendor's own hosts, and the word for the game in addresses of authlib-injector. */
export interface VendorWords {
  game: string
  /** The path of its newer routes below an authlib-injector root. */
  servicesPath: string
  addresses: NeighbourAddresses
  textureHosts: readonly string[]
}

/** The longest time for reading metadata. */
const timeoutMs = 5000

type Deps = ChangeContext & NeighbourContext & SiteContext

/**
 * Returns the addresses of a neighbour. Those of `authlib-injector` are below the root to which its address leads; the
 * hosts of its textures are found there, and the caller decides whether to use them. Throws Refused
 * `neighbour_addresses_wrong`, `neighbour_url_malformed`, `neighbour_url_private`, `malformed`, `neighbour_silent`,
 * `neighbour_itself`.
 */
export async function placeOf(
  context: Deps,
  given: GivenPlace,
  vendor: VendorWords,
): Promise<NeighbourPlace> {
  const { kind, root, hasJoined, profile, namesUrl, texturesKey, textureHosts } = given
  const isPrivate = given.private ?? false
  if (kind === undefined) throw malformed('kind', allowedIn(newNeighbourFields.kind))
  const own = [hasJoined, profile, namesUrl]
  const isComplete =
    kind === 'urls'
      ? root === undefined && own.every((url) => url !== undefined)
      : [...own, texturesKey, textureHosts].every((one) => one === undefined) &&
        (kind === 'vendor' || root !== undefined)
  if (!isComplete) throw new Refused('neighbour_addresses_wrong')
  for (const url of [root, ...own]) {
    if (url === undefined) continue
    checkUrl(url, isPrivate)
    if (isOwnAddress(context, url)) throw new Refused('neighbour_itself')
  }
  if (kind === 'authlib-injector') return injectorPlace(context, given, root ?? '', vendor)
  const place = { kind, root: root ?? null, isPrivate }
  if (kind === 'urls') {
    const addresses = { hasJoined: hasJoined ?? '', profile: profile ?? '', names: { bulk: namesUrl ?? '' } }
    return {
      ...place,
      addresses,
      textureHosts: checkedHosts(textureHosts),
      texturesKey: checkedKey(texturesKey),
    }
  }
  // The vendor's own hosts have the vendor's word; whatever replaces them has ours.
  const addresses =
    root === undefined
      ? vendor.addresses
      : { ...addressesBelow(kind, root, context.config.game), keys: `${root.replace(/\/+$/, '')}/publickeys` }
  return { ...place, addresses, textureHosts: vendor.textureHosts }
}

async function injectorPlace(
  context: Deps,
  { offline, private: isPrivate = false }: GivenPlace,
  given: string,
  { game, servicesPath }: VendorWords,
): Promise<NeighbourPlace> {
  const at = (root: string, textureHosts: readonly string[], texturesKey?: string): NeighbourPlace => ({
    kind: 'authlib-injector',
    root,
    addresses: {
      ...addressesBelow('authlib-injector', root, game),
      keys: `${root.replace(/\/+$/, '')}${servicesPath}/publickeys`,
    },
    textureHosts,
    texturesKey,
    isPrivate,
  })
  if (offline) return at(given, [])
  const { log, neighbours } = context
  let found: NeighbourMetadata
  try {
    found = await neighbours.readMetadata(given, isPrivate, AbortSignal.timeout(timeoutMs))
  } catch (cause) {
    log.warn({ err: cause, url: given }, 'the metadata of a neighbour could not be read')
    throw new Refused('neighbour_silent', { cause })
  }
  checkUrl(found.root, isPrivate)
  if (isOwnAddress(context, found.root) || (await isOwnKey(context, found.texturesKey))) {
    throw new Refused('neighbour_itself')
  }
  return at(found.root, found.hosts, found.texturesKey)
}

/** A command may not know the address of this service. */
function ownBase({ baseUrl }: SiteContext): string | undefined {
  try {
    return baseUrl()
  } catch {
    return undefined
  }
}

/** Returns true if an address is that of this service, however it is written, and over HTTP or HTTPS. */
function isOwnAddress(context: SiteContext, text: string): boolean {
  const base = ownBase(context)
  if (base === undefined) return false
  const [own, given] = [new URL(base), new URL(text)]
  const hostOf = ({ hostname, port }: URL) => `${hostname.replace(/\.$/, '')}:${port}`
  const pathOf = ({ pathname }: URL) => `${plain(pathname).replaceAll(/\/+/g, '/').replace(/\/$/, '')}/`
  return hostOf(own) === hostOf(given) && pathOf(given).startsWith(pathOf(own))
}

function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/**
 * Returns true if metadata names a textures key of this service, so that it is this service under another name. A skin
 * system's key may be that of several.
 */
export async function isOwnKey({ config, db }: ReadContext, spki: string | undefined): Promise<boolean> {
  if (spki === undefined || config.skinSystemUrl !== undefined) return false
  const own = await signingKeys(db)
  return own.some((key) => key.use === 'textures' && spkiOf(key.public_key.trim()) === spki)
}

const maxUrlLength = 1024

/** Throws Refused `neighbour_url_malformed`, `neighbour_url_private`. */
export function checkUrl(text: string, isPrivate: boolean): void {
  const url = text.length <= maxUrlLength && URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.username === '' && url.password === '' && url.hash === ''
  const isHttp = url !== undefined && /^https?:$/.test(url.protocol) && isPlainHost(url.hostname)
  if (!isHttp || !isPlain || /[\s<>]/.test(text)) {
    throw new Refused('neighbour_url_malformed')
  }
  const isNear = reachOf(url.hostname) !== 'anywhere'
  if (isNear && !isPrivate) throw new Refused('neighbour_url_private')
  if (url.protocol === 'http:' && !isNear) throw new Refused('neighbour_url_malformed')
}

/** Returns true if textures may come from hosts with these names. */
export const areHosts = (hosts: readonly string[]): boolean => hosts.length <= maxHosts && hosts.every(isHost)

/** Returns the first that is not a host; undefined if there are only too many. */
export const wrongHost = (hosts: readonly string[]): string | undefined => hosts.find((host) => !isHost(host))

/** Returns the hosts of textures, each once. Throws Refused `neighbour_url_malformed`. */
export function checkedHosts(hosts: readonly string[] = []): string[] {
  if (!areHosts(hosts)) throw new Refused('neighbour_url_malformed', { value: wrongHost(hosts) })
  return [...new Set(hosts)]
}

function checkedKey(text: string | undefined): string | undefined {
  const spki = text === undefined ? undefined : spkiOf(text.trim())
  if (text !== undefined && spki === undefined)
    throw malformed('texturesKey', 'a public RSA key of 1024 to 8192 bits, in PEM or Base64 of DER')
  return spki
}
