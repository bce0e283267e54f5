import { type Layout, trimmed } from './layout.ts'
import { launcher, skinMods } from './services.ts'

/** The protocol of services whose own paths stand below one address, with sessions of old games among them. */
export const native: Layout = {
  name: 'native',
  addresses(base, hosts) {
    const at = trimmed(base)
    return {
      ...launcher(`${at}/auth`),
      join: `${at}/session/join`,
      hasJoined: `${at}/session/hasJoined`,
      profile: `${at}/session/profile/{id}`,
      names: `${at}/api/profiles/game`,
      name: `${at}/api/users/profiles/game/{name}`,
      nameHistory: `${at}/api/user/profiles/{id}/names`,
      textureKey: `${at}/skinsystem/signature-verification-key.der`,
      openid: `${at}/.well-known/openid-configuration`,
      legacyJoin: `${at}/session/legacy/join`,
      legacyHasJoined: `${at}/session/legacy/hasJoined`,
      skinByName: `${at}/skinsystem/skins/{name}`,
      ...skinMods(trimmed(hosts.csl ?? `${at}/csl`)),
    }
  },
  empty: [200],
  refused: [401],
  signsProfiles: true,
  clientTokenIsOptional: false,
  wrongPassword: 'Invalid credentials. Invalid email or password.',
}
