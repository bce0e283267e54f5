import { isIP } from 'node:net'
import { reachOf } from '../lib/net/reach.ts'
import { httpUrl, type Kind } from './values.ts'

/** The place of objects in a store that speaks S3. */
export interface ObjectStoreAddress {
  /** An http: or https: URL without a trailing slash. */
  readonly endpoint: string
  readonly bucket: string
  /** The beginning of every name: empty, or a path that ends with a slash. */
  readonly prefix: string
  readonly region: string
  /** The place of the bucket's name: in the path, or before the host. */
  readonly style: 'host' | 'path'
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixPath = /^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** Plain http: is for this machine and its network. A name without dots is one of theirs, as in Docker Compose. */
function isEndpoint(url: URL): boolean {
  return url.protocol === 'https:' || reachOf(url.hostname) !== 'anywhere' || !/[.:]/.test(url.hostname)
}

export const objectStore: Kind<ObjectStoreAddress> = {
  allowed:
    's3://BUCKET[/PREFIX]?endpoint=URL[&region=REGION][&style=path or host], with an https:// endpoint, or http:// in your own network',
  example: 's3://textures/norn?endpoint=https://s3.example.org',
  read: (text, directory) => {
    const [, bucket = '', path = '', search = ''] =
      /^s3:\/\/([^/?#\s]+)(\/[^?#\s]*)?\?([^#\s]+)$/.exec(text) ?? []
    const query = new URLSearchParams(search)
    const {
      endpoint: given,
      region = 'us-east-1',
      style = 'path',
      ...others
    } = Object.fromEntries(query) as Partial<Record<string, string>>
    const endpoint = given === undefined ? undefined : httpUrl.read(given, directory)
    const isRead = Object.keys(others).length === 0 && query.size === new Set(query.keys()).size
    if (!isRead || endpoint === undefined || !bucketName.test(bucket)) return undefined
    const folder = path.replace(/\/$/, '')
    if (!prefixPath.test(folder) || folder.length > 256 || !/^[A-Za-z0-9-]{1,64}$/.test(region))
      return undefined
    const url = new URL(endpoint)
    if (!isEndpoint(url) || (style !== 'path' && style !== 'host')) return undefined
    if (style === 'host' && isIP(url.hostname.replace(/^\[(.*)\]$/, '$1'))) return undefined
    return { endpoint, bucket, prefix: folder === '' ? '' : `${folder.slice(1)}/`, region, style }
  },
}
