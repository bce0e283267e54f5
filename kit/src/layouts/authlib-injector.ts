import { gameWord, servicesPath } from '../words/vendor.ts'
import { type Layout, trimmed } from './layout.ts'
import { launcher, lookups, services, session, skinMods } from './services.ts'

/** One root with everything below it; its specification is public. */
export const authlibInjector: Layout = {
  name: 'authlib-injector',
  addresses(base, hosts) {
    const root = trimmed(base)
    return {
      metadata: `${root}/`,
      ...launcher(`${root}/authserver`),
      ...session(`${root}/sessionserver`),
      ...lookups(`${root}/api`),
      ...services(`${root}${servicesPath}`),
      texture: `${root}/api/user/profile/{id}/{kind}`,
      profilesHostBulk: `${root}/api/${gameWord}/profile/lookup/bulk/byname`,
      bedrockLink: `${root}/geyser/v2/link/bedrock/{xuid}`,
      javaLink: `${root}/geyser/v2/link/java/{id}`,
      ...(hosts.csl && skinMods(trimmed(hosts.csl))),
      discovery: hosts.discovery ?? `${root}/discovery`,
    }
  },
  empty: [204],
  refused: [403],
  signsProfiles: false,
  clientTokenIsOptional: true,
  wrongPassword: 'Invalid credentials. Invalid username or password.',
}
