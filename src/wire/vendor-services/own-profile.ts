// /{game}/profile… below the services path of the authlib-injector root: signed-in players read and change their
// own profile.

import type { FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { hideCape } from '../../domain/game/hidden-cape.ts'
import {
  changeOwnUsername,
  lastUsernameChange,
  ownAccount,
  ownAccountToWrite,
  usernameAvailability,
} from '../../domain/game/own-profile.ts'
import { removeTexture, uploadTexture } from '../../domain/game/set-textures.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import {
  checkSentTexture,
  readSentTexture,
  SentTexture,
  skinModel,
  textureBodyLimit,
} from '../../http/body/uploaded-texture.ts'
import { reserveUploadPlace } from '../../http/body/uploads.ts'
import { bearerOf } from '../../http/headers/bearer.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { isoTime } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { textureRefusals } from '../../model/errors/refusal.ts'
import { servicesErrors } from './errors.ts'
import {
  NameAvailability,
  NameChange,
  OwnProfile,
  ownProfile,
  UsernameParams,
} from './own-profile-responses.ts'
import { shownCapeRoute } from './shown-cape.ts'

export const ownProfileRoutes = (context: Context) => async (app: Routes) => {
  const refuses = protocolScope(app, { title: "The vendor's services: own profile", errors: servicesErrors })
  acceptAnyBody(app, readSentTexture('variant'))
  forbidCaching(app)
  app.addHook('onRequest', async (request) => void bearerOf(request))
  const answer = (account: Account) => ownProfile(account, (hash) => `${context.baseUrl()}/textures/${hash}`)
  type Asking = Pick<FastifyRequest, 'headers' | 'ip' | 'about'>
  const own = async (request: Asking) => {
    const account = await ownAccount(context, bearerOf(request))
    request.about = account
    return account
  }
  const ownToWrite = async (request: Asking) => {
    const account = await ownAccountToWrite(context, bearerOf(request))
    request.about = account
    return account
  }

  app.get(
    '/profile',
    {
      schema: { summary: 'The own profile', response: { 200: OwnProfile } },
      config: refuses('bearer_invalid'),
    },
    async (request) => answer(await own(request)),
  )

  app.post(
    '/profile/skins',
    {
      schema: { summary: 'Wears a skin', body: SentTexture('variant'), response: { 200: OwnProfile } },
      onRequest: reserveUploadPlace(context, 'skin'),
      bodyLimit: textureBodyLimit,
      validatorCompiler: checkSentTexture,
      config: refuses(
        'bearer_invalid',
        'scope_missing',
        'texture_missing',
        'texture_model_unknown',
        'skins_off',
        'too_many_uploads',
        ...textureRefusals,
      ),
    },
    async (request) => {
      const account = await ownToWrite(request)
      const { png, model } = request.body
      const named = model === undefined ? undefined : skinModel(model)
      await uploadTexture(context, accountActor(account, request.ip), account.id, 'skin', png, named)
      return answer(await ownToWrite(request))
    },
  )

  for (const kind of ['skin', 'cape'] as const) {
    app.delete(
      `/profile/${kind}s/active`,
      {
        schema: {
          summary: kind === 'skin' ? 'Takes the skin off' : 'Hides the cape',
          response: { 200: OwnProfile },
        },
        config: refuses(
          'bearer_invalid',
          'scope_missing',
          kind === 'skin' ? 'skins_off' : 'capes_off',
          'account_unknown',
        ),
      },
      async (request) => {
        const account = await ownToWrite(request)
        const by = accountActor(account, request.ip)
        await (kind === 'skin'
          ? removeTexture(context, by, account.id, kind)
          : hideCape(context, by, account.id))
        return answer(await ownToWrite(request))
      },
    )
  }

  app.register(async (scope: Routes) => shownCapeRoute(scope, { context, refuses, ownToWrite, answer }))

  app.get(
    '/profile/namechange',
    {
      schema: { summary: 'When the name was changed', response: { 200: NameChange } },
      config: refuses('bearer_invalid'),
    },
    async (request) => {
      const account = await own(request)
      const { createdAt, changedAt, isAllowed } = await lastUsernameChange(context, account)
      return {
        createdAt: isoTime(createdAt),
        ...(changedAt !== undefined && { changedAt: isoTime(changedAt) }),
        nameChangeAllowed: isAllowed,
      }
    },
  )

  app.get(
    '/profile/name/:username/available',
    {
      schema: {
        summary: 'Whether a name can be had',
        params: UsernameParams,
        response: { 200: NameAvailability },
      },
      config: refuses('bearer_invalid', 'vendor_unavailable'),
    },
    async (request) => {
      const account = await own(request)
      const { ip: address, params } = request
      return { status: statuses[await usernameAvailability(context, account, params.username, address)] }
    },
  )

  app.put(
    '/profile/name/:username',
    {
      schema: { summary: 'Changes the name', params: UsernameParams, response: { 200: OwnProfile } },
      config: refuses(
        'bearer_invalid',
        'scope_missing',
        'username_malformed',
        'username_reserved',
        'username_taken',
        'username_held',
        'username_vendor',
        'vendor_unavailable',
        'username_changed_lately',
        'account_unknown',
      ),
    },
    async (request) => {
      const account = await ownToWrite(request)
      const by = accountActor(account, request.ip)
      return answer(await changeOwnUsername(context, by, account, request.params.username))
    },
  )
}

const statuses = { free: 'AVAILABLE', taken: 'DUPLICATE', not_allowed: 'NOT_ALLOWED' } as const
