import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../domain/context.ts'
import { bearer } from '../domain/credentials.ts'
import { refuseSpentUploads } from '../domain/textures/wear.ts'
import { overloaded } from '../model/overloaded.ts'
import { bearerOf } from './bearer.ts'

/** Well below the time that a request may take: who gets a place has to have time left to send. */
const waitTimeoutMs = 5000

/**
 * For routes that take files, before a byte of the body is read: who sends it is signed in and has not sent too
 * many, and there is a place in memory for it. Throws Refused `bearer_invalid`, `too_many_uploads`, `overloaded`.
 */
export const admitUpload =
  (context: Pick<Context, 'accessTokens' | 'credentialUses' | 'db' | 'clock' | 'uploadPlaces'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const holder = await bearer(context, bearerOf(request))
    request.about = holder
    await refuseSpentUploads(context, holder.id)
    await placeUpload(context)(request, reply)
  }

/** The second half of that, where it is known already who sends it. Throws Refused `overloaded`. */
export const placeUpload =
  ({ uploadPlaces }: Pick<Context, 'uploadPlaces'>) =>
  async ({ ip }: FastifyRequest, { raw }: FastifyReply): Promise<void> => {
    const leave = await uploadPlaces.enter(ip, waitTimeoutMs).catch(overloaded)
    // It may have gone away while it waited.
    if (raw.closed || raw.destroyed) leave()
    else raw.once('close', leave)
  }
