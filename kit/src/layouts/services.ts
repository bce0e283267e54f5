import { gameWord } from '../words/vendor.ts'
import type { Addresses } from './layout.ts'

/** The vendor's newer services, which stand together below one address. */
export const services = (host: string): Addresses => ({
  publicKeys: `${host}/publickeys`,
  certificates: `${host}/player/certificates`,
  attributes: `${host}/player/attributes`,
  blocklist: `${host}/privacy/blocklist`,
  friends: `${host}/friends`,
  presence: `${host}/presence`,
  ownProfile: `${host}/${gameWord}/profile`,
  lookupName: `${host}/${gameWord}/profile/lookup/name/{name}`,
  lookupId: `${host}/${gameWord}/profile/lookup/{id}`,
  lookupBulk: `${host}/${gameWord}/profile/lookup/bulk/byname`,
})

/** Skins for mods, below the root of the CustomSkinAPI. */
export const skinMods = (root: string): Addresses => ({
  modTextures: `${root}/{name}.json`,
  modFile: `${root}/textures/{hash}`,
})

/** The five requests of launchers. */
export const launcher = (host: string): Addresses => ({
  authenticate: `${host}/authenticate`,
  refresh: `${host}/refresh`,
  validate: `${host}/validate`,
  invalidate: `${host}/invalidate`,
  signout: `${host}/signout`,
})

/** The requests of games and game servers, below the vendor's session host. */
export const session = (host: string): Addresses => ({
  join: `${host}/session/${gameWord}/join`,
  hasJoined: `${host}/session/${gameWord}/hasJoined`,
  profile: `${host}/session/${gameWord}/profile/{id}`,
})

/** Lookups below the vendor's host for accounts. */
export const lookups = (host: string): Addresses => ({
  names: `${host}/profiles/${gameWord}`,
  name: `${host}/users/profiles/${gameWord}/{name}`,
})
