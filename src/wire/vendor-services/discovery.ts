import { type Static, Type } from 'typebox'
import { servicesPath } from '../../http/paths/vendor-words.ts'

const Endpoint = Type.Object({ uri: Type.String({ description: 'An address or a template for one.' }) })
const Endpoints = Type.Object({ endpoints: Type.Record(Type.String(), Endpoint) })

/** The document with which the newest game versions find everything: they are given only its address. */
export const Discovery = Type.Object({
  environment: Type.String(),
  product: Type.String(),
  discovery: Type.Object({
    authentication: Endpoints,
    session: Endpoints,
    player: Endpoints,
    profiles: Type.Object({
      endpoints: Type.Object({
        getManyByName: Endpoint,
        getByName: Endpoint,
        getTexture: Type.Object({ validUris: Type.Array(Type.String()) }),
      }),
    }),
    telemetry: Endpoints,
  }),
})

interface Described {
  baseUrl: string
  game: string
  /** The public address of files in the object store, if there is one. */
  texturesUrl: string | undefined
}

/**
 * Returns the discovery document. The names are the game's; names of services that we don't have lead to a 404 in
 * the services' own form. `serverRoot` is the root of a game server, and the document's addresses stay below it,
 * except those of texture files.
 */
export function discovery(
  { baseUrl, game, texturesUrl }: Described,
  serverRoot = baseUrl,
): Static<typeof Discovery> {
  const textureUrls = [`${baseUrl}/textures`, ...(texturesUrl === undefined ? [] : [texturesUrl])]
  const root = `${serverRoot}/authlib-injector`
  const service = (path: string) => ({ uri: `${root}${servicesPath}/${path}` })
  const session = (path: string) => ({ uri: `${root}/sessionserver/session/${game}/${path}` })
  return {
    environment: 'prod',
    product: game,
    discovery: {
      authentication: {
        endpoints: {
          getPublicKeys: service('publickeys'),
          loginXbox: service('authentication/login_with_xbox'),
        },
      },
      session: {
        endpoints: {
          getProfileById: session('profile/{profileId}'),
          verify: session('hasJoined'),
          join: session('join'),
        },
      },
      player: {
        endpoints: {
          getAttributes: service('player/attributes'),
          updateAttributes: service('player/attributes'),
          getCertificates: service('player/certificates'),
          getBlocklist: service('privacy/blocklist'),
          sendReport: service('player/report'),
          updatePresence: service('presence'),
          getFriends: service('friends'),
          updateFriends: service('friends'),
        },
      },
      profiles: {
        endpoints: {
          getManyByName: { uri: `${root}/api/profiles/${game}` },
          getByName: { uri: `${root}/api/users/profiles/${game}/{name}` },
          getTexture: { validUris: textureUrls.map((url) => `${url}/{textureId}`) },
        },
      },
      telemetry: { endpoints: { sendEvents: service('events') } },
    },
  }
}
