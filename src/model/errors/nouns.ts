// The things that administrators make, in words: for refusals in commands and the API.

interface Noun {
  /** After "the". */
  readonly one: string
  readonly many: string
  /** The field that identifies one, if its maker chooses it. */
  readonly key?: string
  /** The command that lists all. */
  readonly list: string
}

export const nouns = {
  'app-password': { one: 'app password', many: 'app passwords', list: 'app-password list' },
  'api-token': { one: 'API token', many: 'API tokens', list: 'api-token list' },
  ban: { one: 'ban of exactly this address or network', many: 'bans', list: 'ban list' },
  client: { one: 'application', many: 'applications', list: 'client list' },
  deletion: { one: 'deletion', many: 'deletions', list: 'deletion list' },
  delivery: { one: 'delivery', many: 'deliveries', list: 'webhook deliveries' },
  group: { one: 'group', many: 'groups', key: 'name', list: 'group list' },
  'hidden-texture': {
    one: 'hidden texture whose file is still kept',
    many: 'hidden textures',
    list: 'texture list --hidden',
  },
  invite: { one: 'invite', many: 'invites', list: 'invite list' },
  neighbour: { one: 'neighbour', many: 'neighbours', key: 'id', list: 'neighbour list' },
  provider: { one: 'provider', many: 'providers', key: 'name', list: 'provider list' },
  report: { one: 'open report', many: 'open reports', list: 'report list' },
  server: { one: 'game server', many: 'game servers', key: 'name', list: 'server list' },
  'shelf-texture': {
    one: 'texture of this shelf',
    many: 'textures on this shelf',
    key: 'name',
    list: 'shelf list',
  },
  texture: { one: 'texture', many: 'textures', list: 'texture list' },
  visitor: { one: 'visitor', many: 'visitors', list: 'visitor list' },
  webhook: { one: 'webhook', many: 'webhooks', list: 'webhook list' },
} satisfies Record<string, Noun>

export type NounName = keyof typeof nouns

export const nounOf = (name: NounName): Noun => nouns[name]
