import { choice, flag, number, text, words } from './field.ts'

/** `authlib-injector` has one root, `vendor` two hosts of the vendor's layout, `urls` an address for each request. */
export const neighbourKinds = ['authlib-injector', 'vendor', 'urls'] as const

export type NeighbourKind = (typeof neighbourKinds)[number]

/** The players of a neighbour that may join, from none to all. */
export const neighbourWhos = ['nobody', 'linked', 'known', 'listed', 'everyone'] as const

export type NeighbourWho = (typeof neighbourWhos)[number]

/**
 * The handling of textures: passed on as they are, fetched and signed here, or left out. With `ignore` they are not even
 * read, so they may be another player's.
 */
export const neighbourTextures = ['pass', 'mirror', 'drop', 'ignore'] as const

export type NeighbourTextures = (typeof neighbourTextures)[number]

/** Questions a minute. */
export const usualLimit = 60

/** The fields of a neighbour that can be changed. */
export const neighbourFields = {
  /** If two neighbours have a player of the same name, only the more trusted one counts. */
  trust: number({
    min: 0,
    max: 100,
    placeholder: 'N',
    meaning: '0 to 100, higher is more trusted; 50 by default, 80 for the vendor',
  }),
  who: choice(neighbourWhos, { placeholder: 'WHO', meaning: 'the players who may join', initial: 'listed' }),
  textures: choice(neighbourTextures, {
    placeholder: 'HOW',
    meaning:
      'textures are passed on, copied and signed here, left out, or not even read, for a neighbour that answers with those of others; mirror by default, pass for the vendor',
  }),
  /** An authlib-injector root and the vendor name those of a new neighbour. */
  textureHosts: words({
    option: 'texture-host',
    placeholder: 'HOST',
    meaning: 'a host from which its textures may come; of a new neighbour only with urls',
    without: 'take its textures from no host',
  }),
  names: text({
    placeholder: 'PATTERN',
    meaning: 'a regular expression that matches whole names',
    initial: '[A-Za-z0-9_]{3,16}',
  }),
  limit: number({
    placeholder: 'N',
    min: 1,
    max: 10_000,
    meaning: 'the questions a minute, 1 to 10000',
    initial: usualLimit,
  }),
  forwardAddress: flag({
    meaning: "tell it the players' addresses",
    without: "do not tell it the players' addresses",
  }),
  lookups: flag({
    initial: true,
    meaning: 'look up its players for whitelists',
    without: 'do not look up its players for whitelists',
  }),
  chatKeys: flag({
    initial: true,
    meaning: 'publish its keys for chat',
    without: 'do not publish its keys for chat',
  }),
}

/** The fields of a new neighbour. What it is and where stays. */
export const newNeighbourFields = {
  kind: choice(neighbourKinds, { isRequired: true, placeholder: 'KIND', meaning: 'how it is asked' }),
  root: text({
    placeholder: 'URL',
    format: 'uri',
    meaning: 'the root of authlib-injector, or what replaces the hosts of the vendor',
  }),
  hasJoined: text({ placeholder: 'URL', format: 'uri', meaning: 'with urls: the address of hasJoined' }),
  profile: text({
    placeholder: 'PREFIX',
    format: 'uri',
    meaning: 'with urls: the address of profiles, to which a UUID is added',
  }),
  namesUrl: text({
    placeholder: 'URL',
    format: 'uri',
    meaning: 'with urls: the address to which names are posted',
  }),
  /** `placeOf` refuses one that is not a key. Commands read a file, and have Base64 of DER made of it. */
  texturesKey: text({
    placeholder: 'FILE',
    meaning:
      'with urls: the public RSA key that its textures are signed with, in PEM or DER; the API takes DER in Base64',
  }),
  private: flag({ meaning: 'allow an address of this machine or its network' }),
  offline: flag({ meaning: 'do not read its metadata now' }),
  acceptHosts: flag({ meaning: 'use textures from the hosts that its metadata names' }),
  ...neighbourFields,
}
