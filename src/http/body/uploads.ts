import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, ReadContext } from '../../domain/context.ts'
import { refuseSpentUploads } from '../../domain/textures/set-textures.ts'
import { writingBearer } from '../../domain/tokens/credentials.ts'
import { bearerOf } from '../headers/bearer.ts'

/** Well below the time that a request may take: who gets a place has to have time left to send. */
const waitTimeoutMs = 5000

/**
 * For routes that take files, before a byte of the body is read: the sender may write the profile and has not sent too
 * many, and there is a place in memory for it. Throws Refused `bearer_invalid`, `scope_missing`, `too_many_uploads`,
 * and TurnedAway.
 */
export const reserveUploadPlace =
  (context: ReadContext & Pick<Context, 'accessTokens' | 'credentialUses' | 'uploadPlaces'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const holder = await writingBearer(context, bearerOf(request))
    request.about = holder
    await refuseSpentUploads(context, holder.id)
    await placeOf(context, holder.id, request, reply)
  }

/** For pages, which know already who sends it. Throws TurnedAway. */
export const placeUpload =
  (context: Pick<Context, 'uploadPlaces'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    placeOf(context, request.about?.id ?? '', request, reply)

async function placeOf(
  { uploadPlaces }: Pick<Context, 'uploadPlaces'>,
  account: string,
  { ip: address }: FastifyRequest,
  { raw }: FastifyReply,
): Promise<void> {
  const leave = await uploadPlaces.enter({ account, address }, waitTimeoutMs)
  // The sender may have gone away while waiting.
  if (raw.closed || raw.destroyed) leave()
  else raw.once('close', leave)
}
