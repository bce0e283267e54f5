import { gameWord, servicesPath } from '../words/vendor.ts'
import { type Layout, trimmed } from './layout.ts'
import { launcher, lookups, services, session, skinMods } from './services.ts'

/** The vendor's own paths, below hosts that a game is given as Java options. */
export const vendor: Layout = {
  name: 'vendor',
  addresses(base, hosts) {
    const below = (host: string | undefined, path: string): string =>
      trimmed(host ?? `${trimmed(base)}${path}`)
    const profiles = below(hosts.profiles ?? hosts.account, '/api')
    return {
      ...launcher(below(hosts.auth, '/authserver')),
      ...session(below(hosts.session, '')),
      ...lookups(below(hosts.account, '/api')),
      ...services(below(hosts.services, servicesPath)),
      profilesHostBulk: `${profiles}/${gameWord}/profile/lookup/bulk/byname`,
      ...(hosts.csl && skinMods(trimmed(hosts.csl))),
      ...(hosts.discovery && { discovery: hosts.discovery }),
    }
  },
  empty: [204, 200],
  refused: [403, 401],
  signsProfiles: false,
  clientTokenIsOptional: true,
}
