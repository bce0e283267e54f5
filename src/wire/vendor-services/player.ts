// /player/attributes, /privileges, /privacy/blocklist, /player/certificates, /publickeys below the services path of
// the authlib-injector root: the game requests these when it starts.
import type { KeyObject } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { blockedBy } from '../../domain/friends/blocks.ts'
import { ownFriendsPreferences } from '../../domain/friends/preferences.ts'
import { ownAccountEvenSuspended } from '../../domain/game/own-profile.ts'
import { certificateKeys, texturesKeys } from '../../domain/game/texture-keys.ts'
import { chatKeysAt } from '../../domain/neighbours/keys.ts'
import { bearer } from '../../domain/tokens/credentials.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import { bearerOf } from '../../http/headers/bearer.ts'
import { allowBriefCaching } from '../../http/headers/brief-caching.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { servicesErrors } from './errors.ts'
import { PlayerCertificateAnswer, PublicKeys, playerCertificate, publicKeys } from './keys-responses.ts'
import {
  AttributesWithoutFriends,
  attributesWithoutFriends,
  Blocklist,
  PlayerAttributes,
  Privileges,
  playerAttributes,
  privileges,
} from './player-responses.ts'

type Refuses = ReturnType<typeof protocolScope<keyof typeof servicesErrors.own>>

function publicKeysRoute(app: Routes, context: Context, refuses: Refuses): void {
  app.get(
    '/publickeys',
    {
      schema: { summary: 'The keys that signatures are verified with', response: { 200: PublicKeys } },
      config: refuses('skin_system_unavailable'),
    },
    async ({ lookupPlace }) => {
      const der = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })
      const [textures, certificates] = [await texturesKeys(context), await certificateKeys(context)]
      const ofNeighbours = lookupPlace ? await chatKeysAt(context, lookupPlace.server) : []
      const foreign = ofNeighbours.map((spki) => Buffer.from(spki, 'base64'))
      return publicKeys(textures.map(der), [...certificates.map(der), ...foreign])
    },
  )
}

/** Registers only `/publickeys`, the one route that game servers request here. */
export const publicKeyRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, { title: "The vendor's services: keys", errors: servicesErrors })
  allowBriefCaching(app)
  publicKeysRoute(app, context, refuses)
}

export const playerRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, {
    title: "The vendor's services: player and keys",
    errors: servicesErrors,
  })
  acceptAnyBody(app)
  allowBriefCaching(app)

  publicKeysRoute(app, context, refuses)

  const attributes = context.config.friends === 'off' ? AttributesWithoutFriends : PlayerAttributes

  app.register(async (signedIn: Routes) => {
    forbidCaching(signedIn)
    const own = async (request: Pick<FastifyRequest, 'headers' | 'ip' | 'about'>) => {
      const account = await ownAccountEvenSuspended(context, bearerOf(request))
      request.about = account
      return account
    }

    signedIn.get(
      '/player/attributes',
      {
        schema: { summary: 'Privileges and bans', response: { 200: attributes } },
        config: refuses('bearer_invalid'),
      },
      async (request) => {
        const account = await own(request)
        if (context.config.friends === 'off') return attributesWithoutFriends(account)
        return playerAttributes(account, await ownFriendsPreferences(context, account))
      },
    )

    signedIn.get(
      '/privileges',
      {
        schema: { summary: 'Privileges, for older game versions', response: { 200: Privileges } },
        config: refuses('bearer_invalid'),
      },
      async (request) => privileges(await own(request)),
    )

    signedIn.get(
      '/privacy/blocklist',
      {
        schema: { summary: 'Whom the player blocks', response: { 200: Blocklist } },
        config: refuses('bearer_invalid'),
      },
      async (request) => {
        const owner = await bearer(context, bearerOf(request))
        request.about = owner
        if (context.config.friends === 'off') return { blockedProfiles: [] }
        return { blockedProfiles: (await blockedBy(context, owner.id)).map(({ id }) => id) }
      },
    )

    signedIn.post(
      '/player/certificates',
      {
        schema: { summary: 'A key pair for signing chat', response: { 200: PlayerCertificateAnswer } },
        config: refuses('bearer_invalid', 'overloaded'),
      },
      async (request) => {
        const owner = await bearer(context, bearerOf(request))
        request.about = owner
        const holder = { id: owner.id, credentialsVersion: owner.credentials_version }
        return playerCertificate(await context.playerCertificates.forHolder(holder))
      },
    )
  })
}
