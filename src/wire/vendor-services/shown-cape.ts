// PUT /{game}/profile/capes/active: puts the hidden cape on again.

import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { showCape } from '../../domain/game/hidden-cape.ts'
import { refuseSpentUploads } from '../../domain/game/set-textures.ts'
import { refuseChangeAtOnce } from '../../domain/game/uploads.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import type { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import type { Account } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { servicesErrors } from './errors.ts'
import { hasId, OwnProfile } from './own-profile-responses.ts'

const ShownCape = Type.Object({
  capeId: Type.String({ description: 'The id of a cape in the own profile.' }),
})

const checkShownCape: FastifySchemaCompiler<TSchema> = () => (value: unknown) =>
  typeof (value as Partial<Static<typeof ShownCape>> | undefined)?.capeId === 'string'
    ? { value }
    : { error: new Refused('texture_unknown') }

interface OfOwnProfile {
  context: Context
  refuses: ReturnType<typeof protocolScope<keyof typeof servicesErrors.own>>
  ownToWrite: (request: Pick<FastifyRequest, 'headers' | 'ip' | 'about'>) => Promise<Account>
  answer: (account: Account) => Static<typeof OwnProfile>
}

/** Registers the route in a scope of its own: its body is JSON, where the others' is a form with an image. */
export function shownCapeRoute(app: Routes, { context, refuses, ownToWrite, answer }: OfOwnProfile): void {
  acceptAnyBody(app)
  app.put(
    '/profile/capes/active',
    {
      schema: { summary: 'Shows the hidden cape again', body: ShownCape, response: { 200: OwnProfile } },
      // As for an upload, before a byte of the body is read.
      onRequest: async (request) => {
        const account = await ownToWrite(request)
        await refuseChangeAtOnce(context, accountActor(account, request.ip), account.id, 'cape')
        await refuseSpentUploads(context, account.id)
      },
      validatorCompiler: checkShownCape,
      config: refuses(
        'bearer_invalid',
        'scope_missing',
        'capes_off',
        'too_many_uploads',
        'texture_unknown',
        'account_unknown',
      ),
    },
    async (request) => {
      const account = await ownToWrite(request)
      const by = accountActor(account, request.ip)
      await showCape(context, by, account.id, hasId(request.body.capeId))
      return answer(await ownToWrite(request))
    },
  )
}
