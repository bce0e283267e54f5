// Every use case that takes an Actor records what it did, and the owner is notified of what somebody else did.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import ts from 'typescript'
import { changeAccount } from '../../src/domain/accounts/change.ts'
import { createAccount } from '../../src/domain/accounts/create.ts'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { cancelDeletion, requestDeletion } from '../../src/domain/accounts/own-deletion.ts'
import { askForEmail, confirmEmail } from '../../src/domain/accounts/own-email.ts'
import { exportOwnData } from '../../src/domain/accounts/own-export.ts'
import { grantRole, ungrantRole } from '../../src/domain/accounts/roles.ts'
import { setEmail } from '../../src/domain/accounts/set-email.ts'
import { setLanguage } from '../../src/domain/accounts/set-language.ts'
import { setPassword } from '../../src/domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { sealNextEntries } from '../../src/domain/audit/seal.ts'
import { linkBedrock } from '../../src/domain/bedrock/link.ts'
import { unlinkBedrock } from '../../src/domain/bedrock/unlink.ts'
import { createCharacter } from '../../src/domain/characters/create.ts'
import { joinAccount } from '../../src/domain/characters/join.ts'
import { partCharacter } from '../../src/domain/characters/part.ts'
import { makePrimary } from '../../src/domain/characters/primary.ts'
import { beginBackup } from '../../src/domain/checklist/back-up.ts'
import { putAway } from '../../src/domain/checklist/put-away.ts'
import { sendTestMail } from '../../src/domain/checklist/test-mail.ts'
import { createGroup, deleteGroup, setGroup } from '../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../src/domain/community/members.ts'
import { removeServer } from '../../src/domain/community/removed-servers.ts'
import { rotateServer } from '../../src/domain/community/server-keys.ts'
import { addServer, pauseServer, setServer } from '../../src/domain/community/servers.ts'
import { clearFriends, makeFriends, partFriends } from '../../src/domain/friends/operator.ts'
import { setFormerSkin } from '../../src/domain/game/former-skins.ts'
import { hideCape, showCape } from '../../src/domain/game/hidden-cape.ts'
import { changeOwnUsername } from '../../src/domain/game/own-profile.ts'
import { removeTexture, setTexture, setTextures, uploadTexture } from '../../src/domain/game/set-textures.ts'
import { linkIdentity } from '../../src/domain/identities/link.ts'
import { followGroups } from '../../src/domain/identities/memberships.ts'
import { linkSubject, unlinkProvider } from '../../src/domain/identities/operator.ts'
import { followSaidGroups } from '../../src/domain/identities/said-groups.ts'
import { unlinkIdentity } from '../../src/domain/identities/unlink.ts'
import { publishTexture, refuseTexture } from '../../src/domain/library/review.ts'
import { shareTexture, stopSharing } from '../../src/domain/library/share.ts'
import { newClient } from '../../src/domain/linking/client.ts'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { beginSignIn, finishSignIn } from '../../src/domain/linking/sign-in.ts'
import { unlinkPlayer } from '../../src/domain/linking/unlink.ts'
import { keepReported, keepTexture } from '../../src/domain/moderation/keep.ts'
import { listReports } from '../../src/domain/moderation/queue.ts'
import { reportShared, reportTexture } from '../../src/domain/moderation/report.ts'
import { restoreTexture, takeDownTexture } from '../../src/domain/moderation/take-down.ts'
import { allowUploads, suspendUploads } from '../../src/domain/moderation/uploads.ts'
import { releaseName } from '../../src/domain/names/held.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { confirmKeys } from '../../src/domain/neighbours/keys.ts'
import { listName, unlistName } from '../../src/domain/neighbours/listed.ts'
import {
  addNeighbour,
  pauseNeighbour,
  removeNeighbour,
  setNeighbour,
} from '../../src/domain/neighbours/neighbours.ts'
import type { NeighbourPlace } from '../../src/domain/neighbours/place.ts'
import {
  purgeVisitors,
  releaseVisitorName,
  restoreVisitor,
  suspendVisitor,
} from '../../src/domain/neighbours/visitors.ts'
import { changeClient } from '../../src/domain/oauth/change-client.ts'
import { createClient, renewSecret } from '../../src/domain/oauth/clients.ts'
import { deleteClient } from '../../src/domain/oauth/deleted-clients.ts'
import { endGrant, giveGrant, removeGrant } from '../../src/domain/oauth/grants.ts'
import { acceptRules } from '../../src/domain/operation/accepted-rules.ts'
import { addBan, removeBan } from '../../src/domain/operation/bans.ts'
import { listDeletions } from '../../src/domain/operation/deletions.ts'
import { removeSecret, rotateSecret } from '../../src/domain/operation/encryption.ts'
import { rotateKey } from '../../src/domain/operation/rotate-key.ts'
import { changeSetting, changeSettings } from '../../src/domain/operation/settings.ts'
import { undoDeletion } from '../../src/domain/operation/undo-deletion.ts'
import { addPasskey, passkeyOptions, removePasskey } from '../../src/domain/passkeys/passkeys.ts'
import { addProvider, removeProvider, setProvider } from '../../src/domain/providers/providers.ts'
import { createInvite, revokeInvite } from '../../src/domain/registration/invites.ts'
import { createOneTimeLink } from '../../src/domain/sign-in/one-time-links.ts'
import { renewRecoveryCodes, turnOnSecondFactor } from '../../src/domain/sign-in/own-second-factor.ts'
import { disableSecondFactor, enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { unlockAccount } from '../../src/domain/sign-in/unlock.ts'
import { apiActor, createApiToken, revokeApiToken } from '../../src/domain/tokens/api-tokens.ts'
import {
  createAppPassword,
  listAppPasswords,
  removeAppPassword,
} from '../../src/domain/tokens/app-passwords.ts'
import { deviceId, signOutDevice, signOutEverywhere } from '../../src/domain/tokens/devices.ts'
import { listTokens, revokeToken, revokeTokens } from '../../src/domain/tokens/held-tokens.ts'
import { issueToken } from '../../src/domain/tokens/launcher-tokens.ts'
import { addToWardrobe } from '../../src/domain/wardrobe/add.ts'
import { removeFromWardrobe } from '../../src/domain/wardrobe/remove.ts'
import { renameInWardrobe } from '../../src/domain/wardrobe/rename.ts'
import { addToShelf, removeFromShelf } from '../../src/domain/wardrobe/shelves.ts'
import { wearFromWardrobe } from '../../src/domain/wardrobe/wear.ts'
import { changeWebhook, testWebhook } from '../../src/domain/webhooks/change-webhook.ts'
import { listDeliveries, sendAgain } from '../../src/domain/webhooks/deliveries.ts'
import { feedWebhooks } from '../../src/domain/webhooks/feed.ts'
import { createWebhook, deleteWebhook } from '../../src/domain/webhooks/webhooks.ts'
import { newTotpSecret } from '../../src/lib/crypto/totp.ts'
import { Folder } from '../../src/lib/files/folder.ts'
import type { Account } from '../../src/model/accounts/account.ts'
import { type Actor, accountActor } from '../../src/model/accounts/actor.ts'
import { importAccounts } from '../../src/moving/import/import.ts'
import { accountsOfLines } from '../../src/moving/lines.ts'
import { addressesBelow } from '../../src/state/neighbours/addresses.ts'
import { insertNeighbourKey } from '../../src/storage/community/neighbour-keys.ts'
import { credentialsOf } from '../../src/storage/credentials/credentials.ts'
import { allWebhooks } from '../../src/storage/records/webhooks.ts'
import { reviewOf } from '../../src/storage/wardrobe/reports.ts'
import { sharedOfWardrobe } from '../../src/storage/wardrobe/shared-textures.ts'
import { readRegistration } from '../../src/web/form/passkey-answers.ts'
import { addCharacter, choosePrimary } from '../characters.ts'
import { linkPlayer, storeVisitor } from '../domain/neighbours/scene.ts'
import { startAuthorizationServer } from '../neighbours/authorization-server.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import { authenticator } from '../web/authenticator.ts'
import { newMail } from '../web/mailbox.ts'
import { addProvider as storeProvider } from '../web/provider.ts'

const src = join(import.meta.dirname, '../../src')

/** Exported functions below src/domain and src/moving with a parameter that is an Actor. */
function useCases(): string[] {
  return globSync('{domain,moving}/**/*.ts', { cwd: src }).flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(src, file), 'utf8'), ts.ScriptTarget.Latest)
    return source.statements.flatMap((statement) => {
      const isExported =
        ts.canHaveModifiers(statement) &&
        ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      if (!isExported) return []
      if (ts.isFunctionDeclaration(statement))
        return takesActor(statement) ? [statement.name?.text ?? ''] : []
      if (!ts.isVariableStatement(statement)) return []
      return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
        initializer && ts.isArrowFunction(initializer) && takesActor(initializer) && ts.isIdentifier(name)
          ? [name.text]
          : [],
      )
    })
  })
}

const takesActor = ({ parameters }: ts.SignatureDeclaration): boolean =>
  parameters.some(
    ({ type }) => type && ts.isTypeReferenceNode(type) && (type.typeName as ts.Identifier).text === 'Actor',
  )

/** Parts of larger changes: what calls them records. */
const partsOfChanges = new Set([
  'makePrimaryIn',
  'addAccount',
  'addIdentity',
  'addImportedIdentities',
  'askerOf',
  'auditEntry',
  'change',
  'createOneTimeLinkIn',
  'database',
  'enterGroup',
  'enterGroups',
  'keepAdministrator',
  'lockedToDelete',
  // The answer of the player records it.
  'makeBedrockCode',
  'record',
  'recordAll',
  'recordImported',
  'refuseChangeAtOnce',
  'refuseChangedTexture',
  'refuseSuspended',
  'refuseSuspendedAtOnce',
  'refuseSuspendedUploads',
  'refuseUpload',
  'refuseUploadAtOnce',
  'setRolesIn',
  'suspenderOf',
])

/** Nobody sees what is kept but the player (docs/decisions/0146-wardrobe.md). */
const unrecorded = ['addFromLibrary', 'addToWardrobe', 'keepRecent']

const joinedMails = [
  'Your account at Norn belongs to another one now',
  'Your account at Norn has another character',
]

const partedMails = ['A character has left your account at Norn', 'Your account at Norn is your own now']

/** Keeps a skin, and returns its id in the wardrobe. */
async function keepOne({ context, account }: Scene): Promise<string> {
  const sent = { png: makePng(64, 64, noise(21)), name: 'Party', kind: 'skin' } as const
  const { texture } = await addToWardrobe(context, accountActor(account, '192.0.2.1'), account, sent)
  return texture.id
}

/** Keeps a skin that nobody else has. */
async function keepAnother({ context, account }: Pick<Scene, 'context' | 'account'>): Promise<string> {
  const png = makePng(64, 64, noise(9000 + ++taken))
  const sent = { png, name: 'Party', kind: 'skin' } as const
  return (await addToWardrobe(context, accountActor(account, '192.0.2.1'), account, sent)).texture.id
}

/** Shares a skin, and returns its ids in the wardrobe and in the library, and that of the report where it waits. */
async function sharedOne(
  { context, account }: Pick<Scene, 'service' | 'context' | 'account'>,
  libraryReview: 'on' | 'off' = 'off',
) {
  const by = accountActor(account, '192.0.2.1')
  const id = await keepAnother({ context, account })
  await shareTexture({ ...context, config: { ...context.config, libraryReview } }, by, account, id)
  const shared = (await sharedOfWardrobe(context.db, id))?.id ?? ''
  return { id, shared, report: (await reviewOf(context.db, shared)) ?? '' }
}

/** An id at Xbox that no other account has. */
const xuidOf = ({ id }: { id: string }): string => String(BigInt(`0x${id.slice(0, 12)}`))

interface Scene {
  service: RunningService
  context: RunningService['context']
  account: Account
  by: Actor
}

interface UseCase {
  /** Parts of larger changes, which their callers record. */
  before?: (scene: Scene) => Promise<any>
  run: (scene: Scene, before: any) => Promise<unknown>
  events: string[]
  /** The subjects of the emails when an operator makes the change and when the owner does. */
  mails?: string[]
  ownMails?: string[]
}

/** Passkeys are bound to a hostname, not an IP address. */
const origin = 'https://accounts.example.org'

const optionsOf = (context: Scene['context'], account: Account) => passkeyOptions(context, account, [])

const skin = makePng(64, 64, noise(1))
const cape = makePng(64, 32, noise(2))
const everything = { events: [], format: undefined }
const hook = { url: 'https://bot.example.test/x', ...everything }

async function spendGuesses({ service, account }: Scene) {
  for (let guess = 0; guess < 3; guess++) {
    await service.post('/auth/authenticate', {
      username: account.username,
      password: 'wrong',
      clientToken: 'x',
    })
  }
}

async function delivered({ context }: Scene): Promise<[string, string]> {
  const { webhook } = await createWebhook(context, operator, hook)
  while (await sealNextEntries(context));
  await feedWebhooks(context, await allWebhooks(context.db))
  const [first] = await listDeliveries(context, { webhookId: webhook.id, limit: 1 })
  return [webhook.id, first?.id ?? '']
}

const client = async ({ context }: Scene): Promise<string> => {
  const options = {
    client_name: 'Site',
    redirect_uris: ['https://a.example.test/'],
  } as const
  return (await createClient(context, operator, options)).client.clientId
}

const nameOf = ({ username }: Account): string => `s${username.toLowerCase().replaceAll('_', '-')}`

async function gameServer({ context, account }: Scene): Promise<string> {
  return (await addServer(context, operator, { name: nameOf(account) })).server.name
}

const place: NeighbourPlace = {
  kind: 'vendor',
  root: null,
  addresses: addressesBelow('vendor', 'https://neighbour.example.test', 'game'),
  textureHosts: [],
  isPrivate: false,
}

const neighbourId = ({ id }: Account): string => id.slice(-16)

async function neighbour({ context, account }: Scene): Promise<string> {
  return (await addNeighbour(context, operator, { id: neighbourId(account), place })).id
}

async function playerCode(scene: Scene): Promise<string> {
  const player = { neighbour: await neighbour(scene), id: scene.account.id.replace(/^(.{12})4/, '$15') }
  return (await makeLinkCode(scene.context, { ...player, name: 'Visitor' })) ?? ''
}

/** Somebody whom a provider has proved. */
async function personThere({ service, account }: Scene) {
  const name = `p${account.id.slice(0, 12)}`
  await storeProvider(service, 'http://127.0.0.1:1', { name })
  return { provider: { name }, identity: { subject: account.id, username: 'Steve', isEmailVerified: false } }
}

const github = ({ id }: Account) => ({
  name: id,
  preset: 'github' as const,
  clientId: 'norn',
  clientSecret: 'kept: for nobody',
})

async function provider({ context, account }: Scene): Promise<string> {
  return (await addProvider(context, operator, github(account))).name
}

/** A sign-in at a neighbour, which has sent the browser back. */
async function signInThere({ context, account }: Scene) {
  const mock = await startAuthorizationServer(context.clock)
  const { root } = mock
  const id = neighbourId(account)
  const addresses = addressesBelow('authlib-injector', root, 'game')
  const at = { kind: 'authlib-injector', root, addresses, textureHosts: [], isPrivate: true } as const
  const neighbour = await addNeighbour(context, operator, { id, place: at })
  const client = await newClient(context, neighbour, { clientId: 'norn', secret: 's' })
  await setNeighbour(context, operator, id, { client })
  const session = { id: 'session', secret: 'secret' }
  const where = { neighbour: id, address: '192.0.2.1' }
  const asked = new URL(await beginSignIn(context, account, session, where)).searchParams
  const player = { id: account.id.replace(/^(.{12})4/, '$15'), name: 'Visitor' }
  mock.claims = { nonce: asked.get('nonce'), selectedProfile: player }
  const parameters = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: mock.url })
  return { mock, session, answer: { neighbour: id, parameters } }
}

const visitor = ({ context, account }: Scene) =>
  storeVisitor(context, {
    id: account.id.replace(/^(.{12})4/, '$15'),
    name: `v${account.username}`,
    neighbour: neighbourId(account),
  })

async function friend({ service, context, account }: Scene) {
  const other = await service.account()
  await makeFriends(context, operator, account, other)
  return other
}

async function group({ context, account }: Scene): Promise<string> {
  const name = `g${account.username.toLowerCase().replaceAll('_', '-')}`
  return (await createGroup(context, operator, { name })).name
}

async function grant(scene: Scene): Promise<string> {
  const { context, account } = scene
  const clientId = await client(scene)
  const agreement = {
    account,
    client: { clientId, public: false, groups: [] },
    scope: 'openid',
    expiresAt: Infinity,
  }
  return (await context.db.transaction((tx) => giveGrant(context, tx, agreement))).grantId
}

const issue = async ({ context, account }: Scene) => {
  const device = { userAgent: 'Launcher/1', address: '192.0.2.1' }
  return issueToken(context, operator, account, 'client', device)
}

const deviceOf = async (scene: Scene): Promise<string> => {
  await issue(scene)
  const [row] = await credentialsOf(scene.context.db, [scene.account.id], 'launcher')
  return deviceId(row?.digest ?? '')
}

const newName = (): string => `New_${Math.random()}`.replace('0.', '').slice(0, 16)

const atNorn = (what: string): string => `${what} at Norn`

const cases: Record<string, UseCase> = {
  createAccount: {
    run: ({ context, by }) =>
      createAccount(context, by, {
        username: newName(),
        email: `${Math.random()}@example.test`,
        password: 'correct horse',
        language: 'en',
      }),
    events: ['account.created'],
  },
  createCharacter: {
    run: ({ context, by, account }) => createCharacter(context, by, account, { username: newName() }),
    events: ['account.created'],
  },
  makePrimary: {
    before: async ({ service, account }) =>
      choosePrimary(service, await addCharacter(service, account, newName())),
    run: ({ context, by, account }) => makePrimary(context, by, account),
    events: ['character.primary_changed'],
  },
  importAccounts: {
    run: async ({ context, by }) => {
      const line = JSON.stringify({
        username: `In_${Math.random()}`.replace('0.', '').slice(0, 16),
        email: `${Math.random()}@example.test`,
        password: 'correct horse',
        language: 'en',
      })
      const accounts = accountsOfLines(context, Readable.from([Buffer.from(`${line}\n`)]))
      for await (const _ of importAccounts(context, by, accounts, { folder: new Folder('.') }));
    },
    events: ['account.created'],
  },
  changeAccount: {
    run: ({ context, by, account }) =>
      changeAccount(context, by, account, {
        username: `${account.username}x`,
        email: `new-${account.email}`,
        language: 'ru',
        password: 'another horse',
        roles: ['moderator'],
      }),
    events: [
      'account.granted',
      'account.renamed',
      'account.email_changed',
      'account.language_changed',
      'account.password_changed',
    ],
    mails: [
      'You have a new role at Norn',
      atNorn('Your username').concat(' was changed'),
      'Your email address at Norn was changed',
      // In the language that the same change has set.
      'У вашего аккаунта на Norn новый e-mail',
      'Your password at Norn was changed',
    ],
    ownMails: ['Your email address at Norn was changed', 'Your password at Norn was changed'],
  },
  turnOnSecondFactor: {
    before: async () => newTotpSecret(randomBytes),
    run: ({ context, by, account }, secret) =>
      turnOnSecondFactor(context, by, account, { secret, code: totpCode(secret, context.clock()) }),
    events: ['second_factor.enabled'],
    mails: ['Two-factor sign-in at Norn was turned on'],
    ownMails: ['Two-factor sign-in at Norn was turned on'],
  },
  renewRecoveryCodes: {
    before: ({ context, account }) => enableSecondFactor(context, operator, account),
    run: ({ context, by, account }) => renewRecoveryCodes(context, by, account),
    events: ['second_factor.recovery_renewed'],
    mails: ['New recovery codes at Norn'],
    ownMails: ['New recovery codes at Norn'],
  },
  answerAboutPlayer: {
    before: playerCode,
    run: ({ context, by, account }, code) => linkPlayer(context, by, account, { code, address: '192.0.2.1' }),
    events: ['account.linked'],
    mails: ['A player was linked to your account at Norn'],
    ownMails: ['A player was linked to your account at Norn'],
  },
  finishSignIn: {
    before: signInThere,
    run: async ({ context, by, account }, { mock, session, answer }) => {
      await finishSignIn(context, by, account, session, answer)
      await mock.close()
    },
    events: ['account.linked'],
    mails: ['A player was linked to your account at Norn'],
    ownMails: ['A player was linked to your account at Norn'],
  },
  unlinkPlayer: {
    before: async (scene) => {
      const { context, account } = scene
      const code = await playerCode(scene)
      const by = accountActor(account, '192.0.2.1')
      return linkPlayer(context, by, account, { code, address: '192.0.2.1' })
    },
    run: ({ context, by, account }, player) => unlinkPlayer(context, by, account, player),
    events: ['account.unlinked'],
    mails: ['A player was unlinked from your account at Norn'],
    ownMails: ['A player was unlinked from your account at Norn'],
  },
  linkBedrock: {
    run: ({ context, by, account }) =>
      linkBedrock(context, by, account, { xuid: xuidOf(account), gamertag: 'Kid' }),
    events: ['account.linked'],
    mails: ['A player was linked to your account at Norn'],
    ownMails: ['A player was linked to your account at Norn'],
  },
  unlinkBedrock: {
    before: ({ context, account }) => linkBedrock(context, operator, account, { xuid: xuidOf(account) }),
    run: ({ context, by, account }) => unlinkBedrock(context, by, account),
    events: ['account.unlinked'],
    mails: ['A player was unlinked from your account at Norn'],
    ownMails: ['A player was unlinked from your account at Norn'],
  },
  linkIdentity: {
    before: personThere,
    run: ({ context, by, account }, proved) => linkIdentity(context, by, account, proved),
    events: ['account.linked'],
    mails: ['A new way to sign in at Norn'],
    ownMails: ['A new way to sign in at Norn'],
  },
  linkSubject: {
    before: provider,
    run: ({ context, by, account }, name) =>
      linkSubject(context, by, account, { provider: name, subject: account.id }),
    events: ['account.linked'],
    mails: ['A new way to sign in at Norn'],
    ownMails: ['A new way to sign in at Norn'],
  },
  unlinkProvider: {
    before: async (scene) => {
      const name = await provider(scene)
      const { context, account } = scene
      await linkSubject(context, operator, account, { provider: name, subject: account.id })
      return name
    },
    run: ({ context, by, account }, name) => unlinkProvider(context, by, account, name),
    events: ['account.unlinked'],
    mails: ['A way to sign in at Norn was removed'],
    ownMails: ['A way to sign in at Norn was removed'],
  },
  unlinkIdentity: {
    before: async (scene) => {
      const { context, account } = scene
      const proved = await personThere(scene)
      await linkIdentity(context, accountActor(account, '192.0.2.1'), account, proved)
      return proved.provider.name
    },
    run: ({ context, by, account }, provider) => unlinkIdentity(context, by, account, provider),
    events: ['account.unlinked'],
    mails: ['A way to sign in at Norn was removed'],
    ownMails: ['A way to sign in at Norn was removed'],
  },
  followGroups: {
    before: async (scene) => {
      const { context, account } = scene
      const proved = await personThere(scene)
      await linkIdentity(context, accountActor(account, '192.0.2.1'), account, proved)
      return { group: await group(scene), name: proved.provider.name }
    },
    run: ({ context, by, account }, { group: value, name }) => {
      const said = { provider: { name, guild: null, groupMap: {} }, subject: account.id, values: [value] }
      return followGroups(context, by, said, account)
    },
    events: ['group.member_added'],
  },
  followSaidGroups: {
    before: async (scene) => {
      const { context, account } = scene
      const proved = await personThere(scene)
      await linkIdentity(context, accountActor(account, '192.0.2.1'), account, proved)
      const value = await group(scene)
      await setProvider(context, operator, proved.provider.name, { groupMap: { [value]: value } })
      return { provider: proved.provider.name, said_groups: JSON.stringify({ values: [value], guild: null }) }
    },
    run: ({ context, by, account }, said) =>
      followSaidGroups(context, by, { ...said, subject: account.id }, account),
    events: ['group.member_added'],
  },
  addPasskey: {
    before: async ({ context, account }) =>
      readRegistration(authenticator(origin).make((await optionsOf(context, account))!)),
    run: ({ context, by, account }, answer) => addPasskey(context, by, account, { answer, name: 'Phone' }),
    events: ['passkey.added'],
    mails: ['A passkey was added at Norn'],
    ownMails: ['A passkey was added at Norn'],
  },
  removePasskey: {
    before: async ({ context, account }) => {
      const key = authenticator(origin)
      const answer = readRegistration(key.make((await optionsOf(context, account))!))
      const passkey = { answer, name: 'Phone' }
      await addPasskey(context, accountActor(account, '192.0.2.1'), account, passkey)
      return key.id
    },
    run: ({ context, by, account }, id) => removePasskey(context, by, account, id),
    events: ['passkey.removed'],
    mails: ['A passkey was removed at Norn'],
    ownMails: ['A passkey was removed at Norn'],
  },
  createAppPassword: {
    run: ({ context, by, account }) => createAppPassword(context, by, account, 'HMCL'),
    events: ['app_password.created'],
    mails: ['An app password was created at Norn'],
    ownMails: ['An app password was created at Norn'],
  },
  removeAppPassword: {
    before: async ({ context, account }) => {
      await createAppPassword(context, accountActor(account, '192.0.2.1'), account, 'HMCL')
      return (await listAppPasswords(context, account))[0]?.id ?? ''
    },
    run: ({ context, by, account }, id) => removeAppPassword(context, by, account, id),
    events: ['app_password.deleted'],
    mails: ['An app password was removed at Norn'],
    ownMails: ['An app password was removed at Norn'],
  },
  renameAccount: {
    run: ({ context, by, account }) => renameAccount(context, by, account, `${account.username}x`),
    events: ['account.renamed'],
    mails: ['Your username at Norn was changed'],
  },
  releaseName: {
    before: ({ context, account }) => renameAccount(context, operator, account, `${account.username}x`),
    run: ({ context, by, account }) => releaseName(context, by, account.username.slice(0, -1)),
    events: ['account.name_released'],
  },
  changeOwnUsername: {
    run: ({ context, by, account }) => changeOwnUsername(context, by, account, `${account.username}x`),
    events: ['account.renamed'],
    mails: ['Your username at Norn was changed'],
  },
  setEmail: {
    run: ({ context, by, account }) => setEmail(context, by, account, `new-${account.email}`),
    events: ['account.email_changed'],
    mails: ['Your email address at Norn was changed', 'Your account at Norn has a new email address'],
    ownMails: ['Your email address at Norn was changed'],
  },
  confirmEmail: {
    before: async ({ service, context, account }) => {
      await askForEmail(context, account, `new-${account.email}`, '192.0.2.1')
      const [mail] = await newMail(service)
      return mail?.link.split('/').at(-1)
    },
    run: ({ context, by, account }, token) => confirmEmail(context, by, account, token),
    events: ['account.email_changed'],
    mails: ['Your email address at Norn was changed', 'Your account at Norn has a new email address'],
    ownMails: ['Your email address at Norn was changed'],
  },
  setLanguage: {
    run: ({ context, by, account }) => setLanguage(context, by, account, 'ru'),
    events: ['account.language_changed'],
  },
  setPassword: {
    run: ({ context, by, account }) => setPassword(context, by, account, 'another horse'),
    events: ['account.password_changed'],
    mails: ['Your password at Norn was changed'],
    ownMails: ['Your password at Norn was changed'],
  },
  suspendAccount: {
    run: ({ context, by, account }) => suspendAccount(context, by, account, { reason: 'griefing' }),
    events: ['account.suspended'],
    mails: ['Your account at Norn is suspended'],
    ownMails: ['Your account at Norn is suspended'],
  },
  restoreAccount: {
    // What an administrator or a command has suspended, nobody else restores.
    before: ({ context, by, account }) => suspendAccount(context, by, account, {}),
    run: ({ context, by, account }) => restoreAccount(context, by, account),
    events: ['account.restored'],
    mails: ['Your account at Norn is no longer suspended'],
    ownMails: ['Your account at Norn is no longer suspended'],
  },
  grantRole: {
    run: ({ context, by, account }) => grantRole(context, by, account, 'admin'),
    events: ['account.granted'],
    mails: ['You have a new role at Norn'],
  },
  ungrantRole: {
    before: ({ context, account }) => grantRole(context, operator, account, 'moderator'),
    run: ({ context, by, account }) => ungrantRole(context, by, account, 'moderator'),
    events: ['account.ungranted'],
    mails: ['One of your roles at Norn was removed'],
  },
  requestDeletion: {
    run: ({ context, by, account }) => requestDeletion(context, by, account),
    events: ['account.deletion_requested'],
    mails: ['Your account at Norn will be deleted'],
    ownMails: ['Your account at Norn will be deleted'],
  },
  cancelDeletion: {
    before: ({ context, account }) => requestDeletion(context, operator, account),
    run: ({ context, by, account }) => cancelDeletion(context, by, account),
    events: ['account.deletion_cancelled'],
    mails: ['Your account at Norn will not be deleted'],
    ownMails: ['Your account at Norn will not be deleted'],
  },
  deleteAccount: {
    run: ({ context, by, account }) => deleteAccount(context, by, account),
    events: ['account.deleted'],
    mails: ['Your account at Norn was deleted'],
  },
  exportOwnData: {
    run: ({ context, by, account }) => exportOwnData(context, by, account),
    events: ['account.exported'],
  },
  unlockAccount: {
    before: spendGuesses,
    run: ({ context, by, account }) => unlockAccount(context, by, account),
    events: ['account.unlocked'],
  },
  enableSecondFactor: {
    run: ({ context, by, account }) => enableSecondFactor(context, by, account),
    events: ['second_factor.enabled'],
    mails: ['Two-factor sign-in at Norn was turned on'],
    ownMails: ['Two-factor sign-in at Norn was turned on'],
  },
  disableSecondFactor: {
    before: ({ context, account }) => enableSecondFactor(context, operator, account),
    run: ({ context, by, account }) => disableSecondFactor(context, by, account),
    events: ['second_factor.disabled'],
    mails: ['Two-factor sign-in at Norn was turned off'],
    ownMails: ['Two-factor sign-in at Norn was turned off'],
  },
  setTexture: {
    run: ({ context, by, account }) => setTexture(context, by, account.id, 'skin', skin),
    events: ['texture.set'],
    mails: ['Your skin at Norn was changed'],
  },
  setTextures: {
    run: ({ context, by, account }) => setTextures(context, by, account.id, { cape: { png: cape } }),
    events: ['texture.set'],
    mails: ['Your cape at Norn was changed'],
  },
  uploadTexture: {
    run: ({ context, by, account }) => uploadTexture(context, by, account.id, 'skin', skin),
    events: ['texture.set'],
    mails: ['Your skin at Norn was changed'],
  },
  removeTexture: {
    before: ({ context, account }) => setTexture(context, operator, account.id, 'skin', skin),
    run: ({ context, by, account }) => removeTexture(context, by, account.id, 'skin'),
    events: ['texture.removed'],
    mails: ['Your skin at Norn was removed'],
  },
  setFormerSkin: {
    before: async ({ service, context, account }) => {
      const by = accountActor(account, '192.0.2.1')
      await setTexture(context, by, account.id, 'skin', skin)
      const { textures } = await service.stored(account)
      await setTexture(context, by, account.id, 'skin', makePng(64, 64, noise(3)))
      return textures.skin?.hash
    },
    run: ({ context, by, account }, hash) => setFormerSkin(context, by, account.id, hash),
    events: ['texture.set'],
    mails: ['Your skin at Norn was changed'],
  },
  wearFromWardrobe: {
    before: keepOne,
    run: ({ context, by, account }, id) => wearFromWardrobe(context, by, account, id),
    events: ['texture.set'],
    mails: ['Your skin at Norn was changed'],
  },
  removeFromWardrobe: {
    before: async (scene) => {
      const id = await keepOne(scene)
      await wearFromWardrobe(scene.context, accountActor(scene.account, '192.0.2.1'), scene.account, id)
      return id
    },
    run: ({ context, by, account }, id) => removeFromWardrobe(context, by, account, id),
    events: ['texture.removed'],
    mails: ['Your skin at Norn was removed'],
  },
  hideCape: {
    before: ({ context, account }) => setTexture(context, operator, account.id, 'cape', cape),
    run: ({ context, by, account }) => hideCape(context, by, account.id),
    events: ['texture.removed'],
    mails: ['Your cape at Norn was removed'],
  },
  showCape: {
    before: async ({ context, account }) => {
      await setTexture(context, operator, account.id, 'cape', cape)
      await hideCape(context, accountActor(account, '192.0.2.1'), account.id)
    },
    run: ({ context, by, account }) => showCape(context, by, account.id, () => true),
    events: ['texture.set'],
    mails: ['Your cape at Norn was changed'],
  },
  reportTexture: {
    before: async ({ service, context }) => {
      const other = await service.account()
      await setTexture(context, operator, other.id, 'skin', makePng(64, 64, noise(11)))
      return other.username
    },
    run: ({ context, by, account }, player) => reportTexture(context, by, account, { ...badSkin, player }),
    events: ['texture.reported'],
  },
  keepTexture: {
    before: (scene) => reported(scene, 12),
    run: ({ context, by }, { hash = '' }) => keepTexture(context, by, hash),
    events: ['texture.kept'],
  },
  keepReported: {
    before: (scene) => reported(scene, 13),
    run: ({ context, by }, { id }) => keepReported(context, by, id),
    events: ['texture.kept'],
  },
  shareTexture: {
    before: keepAnother,
    run: ({ context, by, account }, id) => shareTexture(context, by, account, id),
    events: ['texture.shared'],
  },
  stopSharing: {
    before: sharedOne,
    run: ({ context, by, account }, { id }) => stopSharing(context, by, account, id),
    events: ['texture.unshared'],
  },
  publishTexture: {
    before: (scene) => sharedOne(scene, 'on'),
    run: ({ context, by }, { report }) => publishTexture(context, by, report),
    events: ['texture.published'],
  },
  refuseTexture: {
    before: (scene) => sharedOne(scene, 'on'),
    run: ({ context, by }, { report }) => refuseTexture(context, by, report, { note: 'not here' }),
    events: ['texture.refused'],
  },
  renameInWardrobe: {
    before: (scene) => sharedOne(scene, 'on'),
    run: ({ context, by, account }, { id }) => renameInWardrobe(context, by, account, id, 'Another'),
    events: ['texture.waiting'],
  },
  reportShared: {
    before: async ({ service, context, account }) => {
      const other = await service.stored(await service.account())
      const { shared } = await sharedOne({ service, context, account: other })
      return { id: shared, account }
    },
    run: ({ context, by, account }, { id }) => reportShared(context, by, account, { id, reason: 'bad' }),
    events: ['texture.reported'],
  },
  takeDownTexture: {
    before: async ({ service, context, account }) => {
      await setTexture(context, operator, account.id, 'skin', makePng(64, 64, noise(++taken)))
      return (await service.stored(account)).textures.skin?.hash
    },
    run: ({ context, by }, hash) => takeDownTexture(context, by, hash, { reason: 'not here' }),
    events: ['texture.taken_down'],
    mails: ['Your skin at Norn was taken down'],
    ownMails: ['Your skin at Norn was taken down'],
  },
  restoreTexture: {
    before: async ({ service, context, account }) => {
      await setTexture(context, operator, account.id, 'skin', makePng(64, 64, noise(++taken)))
      const hash = (await service.stored(account)).textures.skin?.hash ?? ''
      await takeDownTexture(context, operator, hash)
      return hash
    },
    run: ({ context, by }, hash) => restoreTexture(context, by, hash),
    events: ['texture.restored'],
  },
  suspendUploads: {
    run: ({ context, by, account }) => suspendUploads(context, by, account, { reason: 'three bad skins' }),
    events: ['account.uploads_suspended'],
    mails: ['Your uploads at Norn are suspended'],
    ownMails: ['Your uploads at Norn are suspended'],
  },
  allowUploads: {
    before: ({ context, account }) => suspendUploads(context, operator, account),
    run: ({ context, by, account }) => allowUploads(context, by, account),
    events: ['account.uploads_allowed'],
    mails: ['You can upload at Norn again'],
    ownMails: ['You can upload at Norn again'],
  },
  issueToken: { run: issue, events: ['token.issued'] },
  revokeToken: {
    before: async (scene) => {
      await issue(scene)
      return (await listTokens(scene.context, scene.account))[0]?.id
    },
    run: ({ context, by, account }, id) => revokeToken(context, by, account, id),
    events: ['token.revoked'],
    mails: ['You were signed out at Norn'],
  },
  revokeTokens: {
    before: issue,
    run: ({ context, by, account }) => revokeTokens(context, by, account),
    events: ['token.revoked'],
    mails: ['You were signed out at Norn'],
  },
  signOutDevice: {
    before: deviceOf,
    run: ({ context, by, account }, id) => signOutDevice(context, by, [account], id),
    events: ['token.revoked'],
    mails: ['You were signed out at Norn'],
  },
  signOutEverywhere: {
    before: issue,
    run: ({ context, by, account }) => signOutEverywhere(context, by, account, ''),
    events: ['session.ended'],
    mails: ['You were signed out at Norn'],
  },
  endGrant: {
    before: grant,
    run: ({ context, by }, id) => endGrant(context, by, id),
    events: ['grant.revoked'],
  },
  removeGrant: {
    before: grant,
    run: ({ context, by, account }, id) => removeGrant(context, by, [account], id),
    events: ['grant.revoked'],
  },
  createClient: {
    run: ({ context, by }) =>
      createClient(context, by, {
        client_name: 'Site',
        redirect_uris: ['https://a.example.test/'],
      }),
    events: ['client.created'],
  },
  changeClient: {
    before: client,
    run: ({ context, by }, id) => changeClient(context, by, id, { client_name: 'Another' }),
    events: ['client.changed'],
  },
  renewSecret: {
    before: client,
    run: ({ context, by }, id) => renewSecret(context, by, id),
    events: ['client.secret_renewed'],
  },
  deleteClient: {
    before: client,
    run: ({ context, by }, id) => deleteClient(context, by, id),
    events: ['client.deleted'],
  },
  beginBackup: {
    // It is recorded as it begins; this one ends at once, because there is nothing to back up.
    run: ({ context, by }) => {
      const { config } = context
      return beginBackup({ ...context, config: { ...config, databaseUrl: 'sqlite:/nowhere/norn' } }, by)
    },
    events: ['backup.begun'],
  },
  putAway: {
    before: ({ context }) => putAway(context, operator, 'backup', false),
    run: ({ context, by }) => putAway(context, by, 'backup', true),
    events: ['setting.changed'],
  },
  sendTestMail: {
    run: ({ context, by }) => sendTestMail(context, by, 'owner@example.test'),
    events: ['mail.tested'],
    // The test itself.
    mails: ['Test email from Norn'],
    ownMails: ['Test email from Norn'],
  },
  undoDeletion: {
    before: async (scene) => {
      const deleted = await group(scene)
      await deleteGroup(scene.context, operator, deleted)
      return (await listDeletions(scene.context)).find(({ name }) => name === deleted)?.id ?? ''
    },
    run: ({ context, by }, id) => undoDeletion(context, by, id),
    events: ['group.restored'],
  },
  changeSetting: {
    run: ({ context, by, account }) => changeSetting(context, by, 'welcome', account.username),
    events: ['setting.changed'],
  },
  changeSettings: {
    run: ({ context, by, account }) => changeSettings(context, by, { welcome: account.username }),
    events: ['setting.changed'],
  },
  acceptRules: {
    before: async ({ context, account }) => {
      await changeSettings(context, operator, { rules: account.username })
      await context.settings.refresh()
      return context.settings.rules?.version ?? ''
    },
    run: ({ context, by, account }, version) => acceptRules(context, by, account, version),
    events: ['account.rules_accepted'],
  },
  createGroup: {
    run: ({ context, by, account }) =>
      createGroup(context, by, { name: `g${account.username.toLowerCase().replaceAll('_', '-')}` }),
    events: ['group.created'],
  },
  setGroup: {
    before: group,
    run: ({ context, by }, name) => setGroup(context, by, name, { title: 'Another title' }),
    events: ['group.changed'],
  },
  addToShelf: {
    before: group,
    run: ({ context, by }, name) => addToShelf(context, by, name, { png: cape, name: 'Cape' }),
    events: ['shelf.added'],
  },
  removeFromShelf: {
    before: async (scene) => {
      const name = await group(scene)
      await addToShelf(scene.context, operator, name, { png: cape, name: 'Cape' })
      return name
    },
    run: ({ context, by }, name) => removeFromShelf(context, by, name, 'Cape'),
    events: ['shelf.removed'],
  },
  deleteGroup: {
    before: group,
    run: ({ context, by }, name) => deleteGroup(context, by, name),
    events: ['group.deleted'],
  },
  addMembers: {
    before: group,
    run: ({ context, by, account }, name) => addMembers(context, by, name, [account]),
    events: ['group.member_added'],
  },
  removeMembers: {
    before: async (scene) => {
      const name = await group(scene)
      await addMembers(scene.context, operator, name, [scene.account])
      return name
    },
    run: ({ context, by, account }, name) => removeMembers(context, by, name, [account]),
    events: ['group.member_removed'],
  },
  addServer: {
    run: ({ context, by, account }) => addServer(context, by, { name: nameOf(account) }),
    events: ['server.created'],
  },
  setServer: {
    before: gameServer,
    run: ({ context, by }, name) => setServer(context, by, name, { title: 'Another title' }),
    events: ['server.changed'],
  },
  pauseServer: {
    before: gameServer,
    run: ({ context, by }, name) => pauseServer(context, by, name, true),
    events: ['server.changed'],
  },
  rotateServer: {
    before: gameServer,
    run: ({ context, by }, name) => rotateServer(context, by, name),
    events: ['server.rotated'],
  },
  removeServer: {
    before: gameServer,
    run: ({ context, by }, name) => removeServer(context, by, name),
    events: ['server.removed'],
  },
  addNeighbour: {
    run: ({ context, by, account }) => addNeighbour(context, by, { id: neighbourId(account), place }),
    events: ['neighbour.added'],
  },
  setNeighbour: {
    before: neighbour,
    run: ({ context, by }, id) => setNeighbour(context, by, id, { trust: 7 }),
    events: ['neighbour.changed'],
  },
  confirmKeys: {
    before: async (scene) => {
      const id = await neighbour(scene)
      const key = { neighbour_id: id, use: 'chat', spki: 'MIIB', first_seen: 1, confirmed_at: null } as const
      await scene.context.db.transaction((tx) => insertNeighbourKey(tx, key))
      return id
    },
    run: ({ context, by }, id) => confirmKeys(context, by, id),
    events: ['neighbour.key_confirmed'],
  },
  pauseNeighbour: {
    before: neighbour,
    run: ({ context, by }, id) => pauseNeighbour(context, by, id, true),
    events: ['neighbour.changed'],
  },
  removeNeighbour: {
    before: neighbour,
    run: ({ context, by }, id) => removeNeighbour(context, by, id),
    events: ['neighbour.removed'],
  },
  addProvider: {
    run: ({ context, by, account }) => addProvider(context, by, github(account)),
    events: ['provider.created'],
  },
  setProvider: {
    before: provider,
    run: ({ context, by }, name) => setProvider(context, by, name, { title: 'Code' }),
    events: ['provider.changed'],
  },
  removeProvider: {
    before: provider,
    run: ({ context, by }, name) => removeProvider(context, by, name),
    events: ['provider.deleted'],
  },
  listName: {
    before: neighbour,
    run: ({ context, by }, id) => listName(context, by, id, { name: 'Visitor' }),
    events: ['neighbour.changed'],
  },
  unlistName: {
    before: async (scene) => {
      const id = await neighbour(scene)
      await listName(scene.context, operator, id, { name: 'Visitor' })
      return id
    },
    run: ({ context, by }, id) => unlistName(context, by, id, { name: 'VISITOR' }),
    events: ['neighbour.changed'],
  },
  suspendVisitor: {
    before: visitor,
    run: ({ context, by }, known) => suspendVisitor(context, by, known, { reason: 'griefing' }),
    events: ['visitor.suspended'],
  },
  restoreVisitor: {
    before: async (scene) => suspendVisitor(scene.context, scene.by, await visitor(scene), {}),
    run: ({ context, by }, known) => restoreVisitor(context, by, known),
    events: ['visitor.restored'],
  },
  releaseVisitorName: {
    before: visitor,
    run: ({ context, by }, { name }) => releaseVisitorName(context, by, name),
    events: ['visitor.released'],
  },
  purgeVisitors: {
    before: visitor,
    run: ({ context, by }, { neighbour: id }) => purgeVisitors(context, by, id),
    events: ['visitor.purged'],
  },
  joinAccount: {
    before: ({ service }) => service.account(),
    run: ({ context, by, account }, owner) => joinAccount(context, by, account, { owner, dropEmail: true }),
    events: ['character.joined'],
    mails: joinedMails,
    ownMails: joinedMails,
  },
  partCharacter: {
    before: ({ service, account }) => addCharacter(service, account, `Of_${account.username.slice(0, 18)}`),
    run: ({ context, by }, character) =>
      partCharacter(context, by, character, { email: `${character.username}@example.test` }),
    events: ['character.parted', 'link.created'],
    mails: partedMails,
    ownMails: partedMails,
  },
  makeFriends: {
    before: ({ service }) => service.account(),
    run: ({ context, by, account }, other) => makeFriends(context, by, account, other),
    events: ['friend.added'],
  },
  partFriends: {
    before: friend,
    run: ({ context, by, account }, other) => partFriends(context, by, other, account),
    events: ['friend.removed'],
  },
  clearFriends: {
    before: friend,
    run: ({ context, by, account }) => clearFriends(context, by, account),
    events: ['friend.cleared'],
  },
  createOneTimeLink: {
    run: ({ context, by, account }) => createOneTimeLink(context, by, account, { purpose: 'password' }),
    events: ['link.created'],
  },
  createInvite: {
    run: ({ context, by }) => createInvite(context, by, { uses: 1, expiresAt: null }),
    events: ['invite.created'],
  },
  revokeInvite: {
    before: ({ context }) => createInvite(context, operator, { uses: 1, expiresAt: null }),
    run: ({ context, by }, { code }) => revokeInvite(context, by, code),
    events: ['invite.deleted'],
  },
  createApiToken: {
    run: ({ context, by }) => createApiToken(context, by, { name: 'bot', readOnly: true, expiresAt: null }),
    events: ['api_token.created'],
  },
  revokeApiToken: {
    before: ({ context }) =>
      createApiToken(context, operator, { name: 'bot', readOnly: true, expiresAt: null }),
    run: ({ context, by }, { apiToken }) => revokeApiToken(context, by, apiToken.id),
    events: ['api_token.deleted'],
  },
  addBan: {
    run: ({ context, by }) => addBan(context, by, '192.0.2.77'),
    events: ['ban.added'],
  },
  removeBan: {
    before: ({ context }) => addBan(context, operator, '192.0.2.78'),
    run: ({ context, by }) => removeBan(context, by, '192.0.2.78'),
    events: ['ban.removed'],
  },
  createWebhook: {
    run: ({ context, by }) => createWebhook(context, by, hook),
    events: ['webhook.created'],
  },
  changeWebhook: {
    before: async ({ context }) => (await createWebhook(context, operator, hook)).webhook.id,
    run: ({ context, by }, id) => changeWebhook(context, by, id, { events: ['ban.*'] }),
    events: ['webhook.changed'],
  },
  testWebhook: {
    before: async ({ context }) => (await createWebhook(context, operator, hook)).webhook.id,
    run: ({ context, by }, id) => testWebhook(context, by, id),
    events: ['webhook.tested'],
  },
  sendAgain: {
    before: delivered,
    run: ({ context, by }, [id, delivery]) => sendAgain(context, by, id, delivery),
    events: ['webhook.resent'],
  },
  deleteWebhook: {
    before: async ({ context }) => (await createWebhook(context, operator, hook)).webhook.id,
    run: ({ context, by }, id) => deleteWebhook(context, by, id),
    events: ['webhook.deleted'],
  },
  rotateKey: {
    run: ({ context, by }) => rotateKey(context, by, 'tokens', { isStolen: false }),
    events: ['key.rotated'],
  },
}

/** These take away the secret that the service runs with. */
const endings: Record<string, UseCase> = {
  rotateSecret: {
    run: ({ context, by }) =>
      rotateSecret(context, by, context.secrets, 'second-secret-p0o9i8u7y6t5r4e3w2q1'),
    events: ['secret.rotated'],
  },
  removeSecret: {
    run: ({ context, by }) => removeSecret(context, by, context.secrets),
    events: ['secret.removed'],
  },
}

const badSkin = { kind: 'skin', reason: 'bad picture' } as const

/** The last skin that was taken down: each is another one. */
let taken = 1000

/** Lets another account report a skin, and returns the report. */
async function reported({ service, context }: Scene, skinOf: number) {
  const [worn, reporter] = [await service.account(), await service.stored(await service.account())]
  await setTexture(context, operator, worn.id, 'skin', makePng(64, 64, noise(skinOf)))
  const player = worn.username
  await reportTexture(context, accountActor(reporter, '192.0.2.1'), reporter, { ...badSkin, player })
  const report = (await listReports(context, { state: 'open', limit: 100 })).at(-1)
  assert.ok(report)
  return report
}

const seen = new Set<string>()

async function play(service: RunningService, useCase: UseCase, isOwn: boolean): Promise<void> {
  const { context } = service
  const { before, run, events, mails = [], ownMails = [] } = useCase
  const account = await service.stored(await service.account())
  const by: Actor = isOwn
    ? accountActor(account, '192.0.2.9')
    : apiActor(
        (await createApiToken(context, operator, { name: 'bot', readOnly: false, expiresAt: null })).apiToken,
        '192.0.2.9',
      )
  const scene = { service, context, account, by }
  const prepared = await before?.(scene)
  const now = await service.stored(account)
  await newMail(service)
  // Entries are ordered by id, which begins with the time.
  service.advance(1000)
  for (const { id } of await listAudit(context, { limit: 10_000 })) seen.add(id)
  await run({ ...scene, account: now }, prepared)
  const entries = (await listAudit(context, { limit: 100 })).filter(({ id }) => !seen.has(id))
  assert.deepEqual(entries.map(({ event }) => event).sort(), events.toSorted())
  const isByActor = ({ actor }: (typeof entries)[number]) =>
    (actor.id ?? 'operator') === (by.id ?? 'operator')
  assert.ok(run === issue || entries.every(isByActor), 'the entry names somebody else')
  const subjects = (await newMail(service)).map(({ subject }) => subject)
  assert.deepEqual(subjects.sort(), (isOwn ? ownMails : mails).toSorted())
}

test('this file tests every use case that takes an Actor', () => {
  const known = [...Object.keys({ ...cases, ...endings }), ...partsOfChanges, ...unrecorded].sort()
  assert.deepEqual([...new Set(useCases())].sort(), known)
})

const settings = {
  NORN_BASE_URL: origin,
  NORN_SECRET: 'first-secret-q1w2e3r4t5y6u7i8o9p0',
  NORN_PASSWORD_MEMORY: '1024',
  NORN_CHARACTERS: '2',
}

onEveryDatabase('changes are recorded and the owner is notified', (start) => {
  for (const [name, useCase] of Object.entries(endings)) {
    test(`${name} is recorded`, async () => play(await start(settings), useCase, false))
  }
  let shared: Promise<RunningService> | undefined
  for (const [name, useCase] of Object.entries(cases)) {
    test(`${name} is recorded, and the owner is notified if somebody else did it`, async () => {
      const service = await (shared ??= start(settings))
      await play(service, useCase, false)
      await play(service, useCase, true)
    })
  }
})
