// The player whose pages are the longest and widest: as much of everything as the service takes.
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { uploadTexture } from '../../src/domain/game/set-textures.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { createClient } from '../../src/domain/oauth/clients.ts'
import { addBan } from '../../src/domain/operation/bans.ts'
import { changeSettings } from '../../src/domain/operation/settings.ts'
import { maxPasskeys } from '../../src/domain/passkeys/passkeys.ts'
import { createInvite } from '../../src/domain/registration/invites.ts'
import { createOneTimeLink } from '../../src/domain/sign-in/one-time-links.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { createApiToken } from '../../src/domain/tokens/api-tokens.ts'
import { maxAppPasswords } from '../../src/domain/tokens/app-passwords.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { maxLinkedIdentities } from '../../src/model/community/provider.ts'
import { insertPasskey } from '../../src/storage/sign-in/passkeys.ts'
import type { Language } from '../../src/texts/languages.ts'
import { storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { makePng, noise } from '../png.ts'
import { operator, type RunningService, type TestAccount } from '../service.ts'
import { addProvider } from '../web/provider.ts'
import { deviceTokens } from '../wire/oauth2/oauth.ts'

const day = 86_400_000
/** Without a place to break. A title may have 64 characters. */
const title = (at: number) => `${at}`.padEnd(64, 'W')
const host = `${Array.from({ length: 3 }, () => 'w'.repeat(60)).join('.')}.example.org`

export interface HardPlayer {
  account: TestAccount
  /** The paths of what an administrator sees of the player. */
  paths: string[]
}

/** Creates the player, who can still sign in with the password alone; `protect` and `suspend` add the rest. */
export async function createHardPlayer(service: RunningService, language: Language): Promise<HardPlayer> {
  const { context } = service
  const email = `${'w'.repeat(60)}@${'w'.repeat(60)}.example.org`
  const account = await service.account({ username: 'W'.repeat(16), email, language })
  const self = accountActor(account, '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff')
  for (let seed = 0; seed < 9; seed++)
    await uploadTexture(context, self, account.id, 'skin', makePng(64, 64, noise(seed)))
  await uploadTexture(context, self, account.id, 'cape', makePng(64, 32, noise(9)))
  for (const letter of 'ABCDEF')
    await renameAccount(context, operator, await service.stored(account), letter.repeat(16))
  await renameAccount(context, operator, await service.stored(account), account.username)

  const groups = Array.from({ length: 8 }, (_, at) => `${at}`.padEnd(32, 'w'))
  for (const [at, name] of groups.entries()) {
    await createGroup(context, operator, { name, title: title(at), colour: '#c0392b' })
    await addMembers(context, operator, name, [await service.stored(account)])
  }
  for (let at = 0; at < 8; at++)
    await addServer(context, operator, {
      name: `${at}`.padEnd(32, 'w'),
      title: title(at),
      address: `${host}:25565`,
      groups: at < 6 ? [] : groups,
    })
  for (let at = 0; at < 8; at++) {
    const headers = { 'user-agent': `${at}`.padEnd(100, 'W') }
    const given = { username: account.username, password: account.password, clientToken: `${at}` }
    await service.post('/auth/authenticate', given, { headers })
    await service.post('/auth/authenticate', { ...given, password: 'wrong' }, { headers })
  }
  await deviceTokens(service, account)
  await equip(service, account)
  await context.attempts.flush()
  const { client } = await createClient(context, operator, {
    client_name: title(0),
    redirect_uris: Array.from({ length: 6 }, (_, at) => `https://${host}/${at}`),
  })
  const paths = [
    `accounts/${account.id}`,
    `accounts/${account.id}?list=app-passwords`,
    `accounts/${account.id}?list=linked`,
    `why?name=${account.username}`,
    `audit?account=${account.username}`,
    'groups',
    `groups/${groups[0]}`,
    'servers',
    `servers/${'0'.padEnd(32, 'w')}`,
    'clients',
    `clients/${client.clientId}`,
  ]
  return { account, paths: paths.map((path) => `/admin/${path}`) }
}

/** Fills the lists of administration with more rows than a page has, each as wide as it gets; returns their paths. */
export async function crowd(service: RunningService): Promise<string[]> {
  const { context } = service
  for (let at = 0; at < 52; at++) {
    const name = `${at}`.padEnd(16, 'W')
    await service.account({
      username: `${at}`.padEnd(16, '_'),
      email: `${name}${'w'.repeat(44)}@${'w'.repeat(60)}.example.org`,
    })
    await storeVisitor(context, { id: uuid(at + 100), name, neighbour: 'friends' })
    await createInvite(context, operator, { uses: 999, expiresAt: service.now() + 365 * day })
    await addBan(context, operator, `2001:db8:ffff:${at + 1000}::/64`)
    await createApiToken(context, operator, {
      name: title(at),
      readOnly: true,
      expiresAt: service.now() + day,
    })
  }
  return ['accounts', 'visitors', 'invites', 'bans', 'api-tokens'].map((name) => `/admin/${name}`)
}

/** Gives the community the longest texts, as many links as it may have, and the largest logo. */
export async function furnish({ context }: RunningService): Promise<void> {
  const links = Array.from({ length: 12 }, (_, at) => `https://${host}/${at} ${title(at)}`)
  // Noise does not compress: about 40 kB.
  const logo = makePng(100, 100, noise(1))
  await changeSettings(context, operator, {
    name: title(0),
    logo: `data:image/png;base64,${logo.toString('base64')}`,
    welcome: 'W\n'.repeat(500).trim(),
    rules: 'W\n'.repeat(2500).trim(),
    links: links.join('\n'),
  })
}

/** The longest welcome in one word. */
export const oneWord = 'W'.repeat(1000)

/**
 * Gives the player all app passwords and all accounts at providers that an account may have. Operators choose the titles
 * of providers, which stand one below the other on `/sign-in`.
 */
async function equip(service: RunningService, { id }: TestAccount): Promise<void> {
  const { query } = service.context.db
  for (let at = 0; at < maxLinkedIdentities; at++) {
    const name = `${at}`.padEnd(32, 'w')
    await addProvider(service, `https://${host}/${at}`, { name, title: title(at) })
    const identity = { provider: name, subject: `${at}`, account_id: id, name: 'W'.repeat(254), email: null }
    const times = { linked_at: service.now(), last_sign_in_at: service.now() }
    await query
      .insertInto('linked_identity')
      .values({ ...identity, ...times })
      .execute()
  }
  for (let at = 0; at < maxAppPasswords; at++) {
    const user_agent = `${at}`.padEnd(100, 'W')
    const used = { created_at: service.now(), last_used_at: service.now(), user_agent }
    const row = { id: uuid(at), account_id: id, digest: `${at}`, name: title(at), ...used }
    await query
      .insertInto('app_password')
      .values({ ...row, address: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff' })
      .execute()
  }
}

/** Gives the player a second factor and all the passkeys that an account may have. */
export async function protect(service: RunningService, { account }: HardPlayer): Promise<void> {
  const { context } = service
  await enableSecondFactor(context, operator, await service.stored(account))
  await context.db.transaction(async (tx) => {
    for (let at = 0; at < maxPasskeys; at++)
      await insertPasskey(tx, {
        id: `passkey-${at}`,
        account_id: account.id,
        name: title(at),
        public_key: 'AA',
        counter: 0,
        backup_eligible: 0,
        created_at: service.now(),
        last_used_at: service.now(),
      })
  })
}

/** Makes the page of the player for administrators as long as it gets. */
export async function suspend(service: RunningService, { account }: HardPlayer): Promise<void> {
  const { context } = service
  await createOneTimeLink(context, operator, await service.stored(account), { purpose: 'password' })
  const until = service.now() + 7 * day
  await suspendAccount(context, operator, await service.stored(account), { reason: 'W'.repeat(1000), until })
}
