export const layoutNames = ['authlib-injector', 'vendor', 'native', 'urls'] as const
export type LayoutName = (typeof layoutNames)[number]

/** The places that can be asked. Each has an address in a layout, or is not part of it. */
export const places = [
  'metadata',
  'authenticate',
  'refresh',
  'validate',
  'invalidate',
  'signout',
  'join',
  'hasJoined',
  'profile',
  'names',
  'name',
  'nameHistory',
  'texture',
  'textureKey',
  'publicKeys',
  'certificates',
  'attributes',
  'blocklist',
  'friends',
  'presence',
  'ownProfile',
  'lookupName',
  'lookupId',
  'lookupBulk',
  'profilesHostBulk',
  'discovery',
  'openid',
  'legacyJoin',
  'legacyHasJoined',
  'skinByName',
  'modTextures',
  'modFile',
  'bedrockLink',
  'javaLink',
] as const
export type Place = (typeof places)[number]

/** Addresses with `{name}`, `{id}`, `{kind}`, `{hash}` and `{xuid}` where a value belongs. */
export type Addresses = Partial<Record<Place, string>>

/** Hosts of the vendor's that a target stands in for, by the names that the game has for them. */
export type Hosts = Partial<
  Record<'auth' | 'session' | 'account' | 'services' | 'profiles' | 'discovery' | 'csl', string>
>

/** A family of addresses, and how it answers by its documents. */
export interface Layout {
  name: LayoutName
  addresses(base: string, hosts: Hosts): Addresses
  /** Statuses of a success without a body. */
  empty: readonly number[]
  /** Statuses of a refusal of credentials or tokens. */
  refused: readonly number[]
  /** True where a profile is signed unless the request says otherwise; undefined where no document says it. */
  signsProfiles: boolean | undefined
  /** True where a launcher may leave the clientToken out. */
  clientTokenIsOptional: boolean
  /** The text for a wrong password, where the documents have one. */
  wrongPassword?: string
}

/** Removes slashes at the end. A pattern's time would grow with the square of what a server may send. */
export function trimmed(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}
