import cookie from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../domain/context.ts'
import { wantsPage } from '../../http/headers/accept.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { Assets } from '../assets.ts'
import { pageContextOf } from '../context/page-context.ts'
import { siteOf } from '../context/site.ts'
import { pageErrorHandler } from './page-error-handler.ts'

/**
 * Answers unknown paths and unsupported methods: people get a page, programs and everything below a protocol's
 * prefix get the protocol's own error.
 */
export const notFoundRoutes =
  (context: Context, assets: Assets, isOfProtocol: (url: string) => boolean) => async (app: Routes) => {
    const answerError = pageErrorHandler(siteOf(context, assets), context)
    await app.register(cookie)
    app.addHook('onRequest', async (request, reply) => {
      const isOtherMethod = request.patternOfOtherMethods !== undefined
      const refused = new Refused(isOtherMethod ? 'method_unknown' : 'route_unknown')
      if (!isOtherMethod && (!isForPeople(request) || isOfProtocol(request.url))) throw refused
      try {
        await context.settings.refresh()
        request.pageContext = await pageContextOf(context, request, reply)
      } catch (error) {
        return answerError(error as Error, request, reply)
      }
      return answerError(refused, request, reply)
    })
    app.setNotFoundHandler(() => {
      throw new Error('the hook above has answered')
    })
  }

const isForPeople = ({ method, headers: { accept } }: FastifyRequest): boolean =>
  method === 'GET' && wantsPage(accept)
