// Every form of the pages, and what it asks for. A route that is not here fails forms-of-old-sessions.test.ts.

/**
 * `proof`: a sign-in, or the password, of the last 15 minutes. `password`: the password each time. Any other text is the
 * reason why a session is enough, or is not needed.
 */
export type Asks = 'proof' | 'password' | (string & {})

export interface FormRow {
  asks: Asks
  /** The fields without which it refuses before it asks. */
  fields?: Record<string, string>
  /** True if only somebody with an authenticator app has it. */
  needsApp?: true
}

const ends = 'only takes access away'
const noAccess = 'gives no access'
const quick = 'keeps somebody out, which must be quick, and can be undone'
const link = 'its link is the proof'
const signingIn = 'is the proof itself'
const application =
  'every sign-in of a launcher would ask again; the grant ends with whatever ends the session'

const proof = { asks: 'proof' }

export const forms: Readonly<Record<string, FormRow>> = {
  '/account/app-passwords': { ...proof, fields: { name: 'HMCL' } },
  '/account/app-passwords/remove': { asks: ends },
  '/account/applications': { asks: ends },
  '/account/characters': {
    asks: 'a new player of the account, which anybody with the session could be already',
  },
  '/account/characters/:id/delete': { asks: 'password' },
  '/account/characters/:id/keep': { asks: 'undoes what the password has asked for' },
  '/account/characters/:id/primary': { asks: noAccess },
  '/account/confirm/:form': { asks: 'leads to the proof' },
  '/account/confirm/:form/code': { asks: signingIn },
  '/account/confirm/:form/mail': { asks: signingIn },
  '/account/confirm/:form/passkey': { asks: signingIn },
  '/account/confirm/:form/with': { asks: signingIn },
  '/account/delete': { asks: 'password' },
  '/account/delete/keep': { asks: 'undoes what the password has asked for' },
  '/account/devices': { asks: ends },
  '/account/devices/:id': { asks: ends },
  '/account/email': { asks: 'password', fields: { email: 'new@example.test' } },
  '/account/email/confirm/:token': { asks: `${link}, which the password has sent` },
  '/account/export': { asks: noAccess },
  '/account/friends': { asks: noAccess },
  '/account/friends/accept': { asks: noAccess },
  '/account/friends/block': { asks: noAccess },
  '/account/friends/block-other': { asks: noAccess },
  '/account/friends/preferences': { asks: noAccess },
  '/account/friends/remove': { asks: noAccess },
  '/account/friends/unblock': { asks: noAccess },
  '/account/language': { asks: noAccess },
  '/account/linked': { ...proof, fields: { code: '123456' } },
  '/account/linked/answer': { ...proof, fields: { answer: 'link' } },
  '/account/linked/remove': proof,
  '/account/linked/sign-in': { ...proof, fields: { neighbour: 'friends' } },
  '/account/linked/unlink': { ...proof, fields: { provider: 'discord' } },
  '/account/linked/with': { ...proof, fields: { provider: 'discord' } },
  '/account/password': { asks: 'password', fields: { password: 'a sentence to remember' } },
  '/account/security/codes': { asks: 'password', needsApp: true },
  '/account/security/off': { asks: 'password', needsApp: true },
  '/account/security/passkeys': proof,
  '/account/security/passkeys/remove': proof,
  '/account/security/totp': proof,
  '/account/skin': { asks: noAccess },
  '/account/skin/again': { asks: noAccess },
  '/account/skin/cape': { asks: noAccess },
  '/account/skin/cape/remove': { asks: noAccess },
  '/account/skin/cape/show': { asks: noAccess },
  '/account/skin/remove': { asks: noAccess },
  '/account/wardrobe': { asks: noAccess },
  '/account/wardrobe/:id/remove': { asks: noAccess },
  '/account/wardrobe/:id/rename': { asks: noAccess },
  '/account/wardrobe/again': { asks: noAccess },
  '/account/wardrobe/keep': { asks: noAccess },
  '/account/wardrobe/remove-cape': { asks: noAccess },
  '/account/wardrobe/remove-skin': { asks: noAccess },
  '/account/wardrobe/wear': { asks: noAccess },
  '/account/username': { asks: 'gives no access, and the former name is held for its owner' },
  '/admin/accounts': { ...proof, fields: { username: 'Loki_2', password: 'a sentence to remember' } },
  '/admin/accounts/:id/app-passwords': { asks: ends },
  '/admin/accounts/:id/cape/remove': { asks: noAccess },
  '/admin/accounts/:id/characters': { ...proof, fields: { username: 'Magni' } },
  '/admin/accounts/:id/delete': proof,
  '/admin/accounts/:id/email': { ...proof, fields: { email: 'new@example.test' } },
  '/admin/accounts/:id/grant/:role': proof,
  '/admin/accounts/:id/groups/add': { ...proof, fields: { group: 'others' } },
  '/admin/accounts/:id/groups/remove': { asks: ends },
  '/admin/accounts/:id/keep': { asks: 'gives back what an administrator has taken, and nothing else' },
  '/admin/accounts/:id/link': { ...proof, fields: { purpose: 'password' } },
  '/admin/accounts/:id/primary': { asks: noAccess },
  '/admin/accounts/:id/release-name': { ...proof, fields: { name: 'thor' } },
  '/admin/accounts/:id/rename': { ...proof, fields: { username: 'Renamed' } },
  '/admin/accounts/:id/restore': { asks: 'gives back what a suspension has taken, and nothing else' },
  '/admin/accounts/:id/second-factor': proof,
  '/admin/accounts/:id/sessions': { asks: ends },
  '/admin/accounts/:id/skin/remove': { asks: noAccess },
  '/admin/accounts/:id/suspend': { asks: quick },
  '/admin/accounts/:id/ungrant/:role': proof,
  '/admin/accounts/:id/unlink': { asks: ends },
  '/admin/accounts/:id/unlock': proof,
  '/admin/api-tokens': { ...proof, fields: { name: 'bot', access: 'write', lifetime: '30' } },
  '/admin/api-tokens/revoke': { asks: ends },
  '/admin/api-tokens/revoke-all': { asks: ends },
  '/admin/bans': { asks: quick },
  '/admin/bans/remove': { asks: 'gives back what a ban has taken, and nothing else' },
  '/admin/clients': {
    ...proof,
    fields: { client_name: 'Map', redirect_uris: 'https://a.example.org/', kind: 'web' },
  },
  '/admin/clients/:id/change': {
    asks: 'proof',
    fields: { client_name: 'Site', redirect_uris: 'https://evil.example.test/', pkce: 'optional' },
  },
  '/admin/clients/:id/delete': proof,
  '/admin/clients/:id/secret': proof,
  '/admin/groups': { asks: 'a new group opens nothing, and has no members' },
  '/admin/groups/:name': { asks: noAccess },
  '/admin/groups/:name/delete': proof,
  '/admin/groups/:name/members': { ...proof, fields: { player: 'Thor_2' } },
  '/admin/groups/:name/members/remove': { asks: ends },
  '/admin/invites': { ...proof, fields: { uses: '5', group: 'builders' } },
  '/admin/invites/revoke': { asks: ends },
  '/admin/keys/rotate': { ...proof, fields: { use: 'textures' } },
  '/admin/keys/stolen': { ...proof, fields: { use: 'tokens' } },
  '/admin/neighbours': {
    ...proof,
    fields: {
      id: 'others',
      kind: 'authlib-injector',
      root: 'https://others.example.org/api',
      offline: 'yes',
    },
  },
  '/admin/neighbours/:id': {
    ...proof,
    fields: { trust: '100', who: 'everyone', textures: 'pass', names: '.*', limit: '60' },
  },
  '/admin/neighbours/:id/list': { ...proof, fields: { name: 'Loki' } },
  '/admin/neighbours/:id/pause': { asks: quick },
  '/admin/neighbours/:id/remove': proof,
  '/admin/neighbours/:id/resume': proof,
  '/admin/neighbours/:id/test': { asks: noAccess },
  '/admin/neighbours/:id/unlist': { ...proof, fields: { listed: 'skadi' } },
  '/admin/providers': {
    ...proof,
    fields: { preset: 'discord', name: 'evil', clientId: 'evil', clientSecret: 'evil' },
  },
  '/admin/providers/:name': {
    ...proof,
    fields: { title: 'Discord', registration: 'open', email: 'trust', clientId: 'evil' },
  },
  '/admin/providers/:name/remove': proof,
  '/admin/providers/:name/test': { asks: noAccess },
  '/admin/providers/:name/sync': { asks: noAccess },
  '/admin/servers': { ...proof, fields: { name: 'mine', groups: '' } },
  '/admin/servers/:name': { ...proof, fields: { groups: '', who: 'everyone' } },
  '/admin/servers/:name/pause': { asks: quick },
  '/admin/servers/:name/remove': proof,
  '/admin/servers/:name/resume': proof,
  '/admin/servers/:name/root': proof,
  '/admin/servers/:name/rotate': proof,
  '/admin/settings': { ...proof, fields: { name: 'Mine' } },
  '/admin/settings/logo/remove': proof,
  '/admin/visitors/:id/release': proof,
  '/admin/visitors/:id/restore': { asks: 'gives back what a suspension has taken, and nothing else' },
  '/admin/visitors/:id/suspend': { asks: quick },
  '/admin/visitors/purge/:neighbour': proof,
  '/admin/webhooks': {
    ...proof,
    fields: { url: 'https://bot.example.org/', events: 'account.*', format: 'auto' },
  },
  '/admin/webhooks/:id/change': {
    asks: 'proof',
    fields: { url: 'https://evil.example.test/', events: '*' },
  },
  '/admin/webhooks/:id/test': { asks: noAccess },
  '/admin/webhooks/:id/delete': proof,
  '/admin/webhooks/:id/send': { asks: noAccess },
  '/device': { asks: application },
  '/device/answer': { asks: application },
  '/language': { asks: noAccess },
  '/link/:token': { asks: link },
  '/oauth2/authorize': { asks: application },
  '/oauth2/consent/:uid': { asks: application },
  '/oauth2/end-session': { asks: noAccess },
  '/oauth2/end-session/confirm': { asks: ends },
  '/recover': { asks: link },
  '/recover/:token': { asks: link },
  '/register': { asks: 'makes an account of its own' },
  '/register/confirm/:token': { asks: link },
  '/register/sent': { asks: link },
  '/register/with/:name': { asks: 'makes an account for somebody whom a provider has proved' },
  '/security/undo/:token': { asks: link },
  '/sign-in': { asks: signingIn },
  '/sign-in/code': { asks: signingIn },
  '/sign-in/continue': { asks: signingIn },
  '/sign-in/passkey': { asks: signingIn },
  '/sign-out': { asks: ends },
}

/** Routes that take no session: each request of theirs has its own credential, or asks for nothing that needs one. */
export const withoutSession: readonly RegExp[] = [
  /^(\/at\/:key)?(\/authlib-injector)?(\/(authserver|sessionserver|api|minecraftservices))?\/(auth|authenticate|refresh|validate|invalidate|signout|session|profiles|player|presence|user|minecraft|:game)(\/|\(|$)/,
  /^\/oauth2\/(token|introspect|revoke|userinfo|device_authorization|devicecode)$/,
]
