import type { Client } from './http/client.ts'
import type { Answer } from './http/exchange.ts'
import { Unreachable } from './http/exchange.ts'
import { at, isObject, textAt } from './json.ts'
import { authlibInjector } from './layouts/authlib-injector.ts'
import { type Addresses, type Hosts, type Layout, type LayoutName, trimmed } from './layouts/layout.ts'
import { native } from './layouts/native.ts'
import { urls } from './layouts/urls.ts'
import { vendor } from './layouts/vendor.ts'
import { UsageError } from './outcome.ts'

/** The server under test. */
export interface Target {
  /** The address as it was typed. */
  url: string
  layout: Layout
  /** Below which the layout's paths stand. */
  root: string
  addresses: Addresses
  /** Name and version in the metadata of the server, where it has any. */
  implementation: { name: string; version: string }
  /** The metadata of the root that the server names; undefined where there is none. */
  metadata: unknown
  /** The header by which the page at `url` named the root; undefined where there was none. */
  named: string | undefined
}

export interface Aim {
  url: string
  /** Found out where it is undefined. */
  layout: LayoutName | undefined
  hosts: Hosts
  /** Addresses of the layout `urls`. */
  addresses: Addresses
}

const header = 'x-authlib-injector-api-location'

/** Finds out what stands at an address. */
export async function openTarget(client: Client, aim: Aim): Promise<Target> {
  const found = await findRoot(client, aim.url)
  const layout = layoutOf(aim, found !== undefined)
  const root = layout === authlibInjector ? (found?.root ?? aim.url) : aim.url
  return {
    url: aim.url,
    layout,
    root: trimmed(root),
    addresses: layout.addresses(root, aim.hosts),
    implementation: {
      name: textAt(found?.metadata, 'meta', 'implementationName') ?? 'unknown',
      version: textAt(found?.metadata, 'meta', 'implementationVersion') ?? 'unknown',
    },
    metadata: found?.metadata,
    named: found?.named,
  }
}

function layoutOf({ layout, addresses, url }: Aim, hasRoot: boolean): Layout {
  if (layout === 'urls') return urls(addresses)
  if (layout === 'vendor') return vendor
  if (layout === 'native') return native
  if (layout === 'authlib-injector' || hasRoot) return authlibInjector
  throw new UsageError(
    `${url} is no root of authlib-injector and names none in a header; give --layout vendor, native or urls`,
  )
}

interface Found {
  root: string
  metadata: unknown
  named: string | undefined
}

/** The address is the root, or its answer names one. */
async function findRoot(client: Client, url: string): Promise<Found | undefined> {
  const first = await follow(client, url)
  const location = first.headers[header]
  const named =
    location && URL.canParse(location, first.request.url)
      ? new URL(location, first.request.url).href
      : undefined
  const own = { root: first.request.url, metadata: first.json, named }
  // As authlib-injector does: a root that is named elsewhere goes before metadata at the address itself.
  if (!named || trimmed(named) === trimmed(first.request.url)) return isMetadata(first) ? own : undefined
  const second = await follow(client, named)
  return { root: named, metadata: isMetadata(second) ? second.json : undefined, named }
}

const isMetadata = ({ status, json }: Answer): boolean =>
  status === 200 && isObject(json) && (isObject(at(json, 'meta')) || 'signaturePublickey' in json)

/** People type an address that redirects; launchers follow it there, and nowhere else. */
async function follow(client: Client, url: string): Promise<Answer> {
  let answer = await client.send('GET', url)
  for (let left = 5; left > 0; left--) {
    const location = answer.headers['location']
    if (answer.status < 300 || answer.status > 399 || !location) break
    if (!URL.canParse(location, answer.request.url))
      throw new Unreachable(`it redirects to what is no address: ${location.slice(0, 200)}`)
    answer = await client.send('GET', new URL(location, answer.request.url).href)
  }
  return answer
}
