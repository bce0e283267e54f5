import type { Random } from './random.ts'

/** Values of a player's request, which get further than noise does. */
export interface Good {
  token: string
  /** Tokens for the admin API: a read-only one, and one for everything. */
  apiToken: string
  writeToken: string
  /** Ids of accounts that may be ruined. */
  spareIds: readonly string[]
  /** The cookie of a signed-in browser; `csrf` is the token of its forms. */
  cookie: string
  csrf: string
  id: string
  username: string
  email: string
  password: string
  texture: string
  /** Logins with hashes of other servers, some of them malformed. */
  strangers: readonly string[]
}

export const clientToken = 'fuzz'

const nasty = [
  '',
  ' ',
  '\0',
  '.',
  '..',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'true',
  '-1',
  '0x40',
  '1e308',
  '9007199254740993',
  "' or 1=1 --",
  '%00',
  '%zz',
  '${7*7}',
  '\ud800',
  'İ',
  'ﬀ',
  '\u202e',
  '😀'.repeat(40),
  '00000000-0000-0000-0000-000000000000',
  '0'.repeat(32),
  'a@b',
  `${'a'.repeat(64)}@${'b'.repeat(189)}`,
  ':123456',
  'a:b:c:000000',
]

export function text(random: Random, max = 64): string {
  const length = random.size(max)
  const range = random.pick([0x7f, 0xff, 0xffff])
  return Array.from({ length }, () => String.fromCharCode(random.below(range + 1))).join('')
}

/** Returns a value for a field with this name. */
export function value(random: Random, name: string, good: Good): string {
  if (random.chance(0.15)) return random.pick(nasty)
  if (random.chance(0.1)) return text(random)
  const known: Record<string, readonly string[]> = {
    username: [good.username, good.email, ...good.strangers],
    user: [good.username],
    name: [good.username, `${good.username}.png`],
    player: [good.username, good.id, `${good.username}.png`],
    password: [good.password, `${good.password}:123456`, 'wrong'],
    accessToken: [good.token, good.token, good.token.slice(0, -1), 'rubbish'],
    sessionId: [`token:${good.token}:${good.id}`, good.token],
    clientToken: [clientToken, 'another'],
    requestUser: ['true', 'false', '1', ''],
    unsigned: ['true', 'false', '0', 'no'],
    selectedProfile: [good.id, good.username],
    serverId: ['s', '-7c9d5b00', `s${random.below(50)}`],
    uuid: [good.id, good.id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), 'ab'.repeat(16)],
    hash: [good.texture, 'ab'.repeat(32)],
    size: ['8', '64', '512', '513', '0x40', '-1'],
    at: ['0', '1700000000', '-1', '1e9'],
    id: [...good.spareIds, 'ab'.repeat(16)],
    account: [...good.spareIds, ...good.strangers],
    login: [good.email, good.username, ...good.strangers],
    email: [good.email, `${text(random, 8)}@example.test`],
    csrf: [good.csrf],
    next: ['/account', '//evil.example', 'https://evil.example/', '/account\\..'],
    client_id: ['norn-launcher', 'x'],
    grant_type: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    token: [good.token, good.apiToken, 'x'],
    scope: ['openid', 'openid profile offline_access', 'minecraft_server_session', ' '],
    response_type: ['code', 'token'],
    code_challenge: ['a'.repeat(43)],
    code_challenge_method: ['S256', 'plain'],
    redirect_uri: ['http://127.0.0.1/', 'https://evil.example/'],
    until: ['2030-01-01T00:00:00Z', '1h', '-1', '0000-01-01'],
    banned: ['198.51.100.7', '2001:db8::/48', '0.0.0.0/33', 'x'],
    ip: ['127.0.0.1', '::1', '::ffff:127.0.0.1', 'x'],
  }
  const values = Object.hasOwn(known, name) ? known[name] : undefined
  return random.pick(values ?? [text(random), good.username, good.id])
}

/** Returns any JSON value. */
export function json(random: Random, depth = 3): unknown {
  const kind = random.below(depth > 0 ? 8 : 6)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return random.pick([0, 1, -1, 1.5, 1e308, -0])
  if (kind === 3 || kind === 4) return text(random, 16)
  if (kind === 5) return random.pick(nasty)
  const length = random.below(4)
  if (kind === 6) return Array.from({ length }, () => json(random, depth - 1))
  return Object.fromEntries(Array.from({ length }, () => [text(random, 8), json(random, depth - 1)]))
}
