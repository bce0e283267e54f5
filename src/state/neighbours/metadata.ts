import { askGuarded, type OutgoingQuestion } from '../../lib/net/outgoing.ts'
import { parseStrictJson } from '../../lib/text/strict-json.ts'
import { spkiOf } from './keys.ts'

export const maxMetadataBytes = 256 * 1024
const maxDepth = 16
export const maxHosts = 32

/** Thrown if an address does not lead to the metadata of an authlib-injector root. */
export class MetadataUnusable extends Error {
  override name = 'MetadataUnusable'
}

export interface NeighbourMetadata {
  /** The root that the given address led to. */
  root: string
  /** The hosts of its textures. Patterns that stand for several hosts are left out. */
  hosts: string[]
  /** The key of its textures in Base64 of DER SubjectPublicKeyInfo. Undefined if it names none that can be used. */
  texturesKey: string | undefined
  /** The address of its discovery document. Undefined if it names none. */
  discovery: string | undefined
}

/**
 * Reads the metadata of an authlib-injector root. A page may name the root in a header, which is followed once. Throws
 * MetadataUnusable, and what askGuarded throws.
 */
export async function fetchMetadata(
  url: string,
  question: Omit<OutgoingQuestion, 'maxBytes'>,
): Promise<NeighbourMetadata> {
  const first = await askGuarded(url, { ...question, maxBytes: maxMetadataBytes })
  const location = first.headers['x-authlib-injector-api-location']
  const root = typeof location === 'string' ? absolute(location, url) : url
  // A service whose address is public must not lead to a private one, which the connection would refuse anyway.
  const isSame = root.replace(/\/+$/, '') === url.replace(/\/+$/, '')
  const { status, body } = isSame
    ? first
    : await askGuarded(root, { ...question, maxBytes: maxMetadataBytes })
  if (status !== 200) throw new MetadataUnusable(`status ${status}`)
  return { root, ...readMetadata(body) }
}

function absolute(location: string, base: string): string {
  const isSafe = URL.canParse(location, base) && new URL(location, base).protocol === new URL(base).protocol
  if (!isSafe) throw new MetadataUnusable('the header names no root')
  return new URL(location, base).href
}

function readMetadata(body: Buffer): Omit<NeighbourMetadata, 'root'> {
  const { skinDomains = [], meta, signaturePublickey: key } = Object(parsed(body)) as Record<string, unknown>
  if (typeof meta !== 'object' || meta === null || !Array.isArray(skinDomains)) {
    throw new MetadataUnusable('not the metadata of a root')
  }
  const discovery = (meta as Record<string, unknown>)['feature.openid_configuration_url']
  const hosts = skinDomains.filter((host) => typeof host === 'string' && isHost(host))
  return {
    hosts: [...new Set<string>(hosts)].slice(0, maxHosts),
    texturesKey: typeof key === 'string' ? spkiOf(key) : undefined,
    discovery: typeof discovery === 'string' ? discovery : undefined,
  }
}

/** Returns true if the text is the exact name of a host, or an IPv4 address. */
export const isHost = (text: string): boolean =>
  text.length <= 253 && /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(text)

function parsed(body: Buffer): unknown {
  try {
    return parseStrictJson(body, maxDepth).value
  } catch (cause) {
    throw new MetadataUnusable('not JSON', { cause })
  }
}
