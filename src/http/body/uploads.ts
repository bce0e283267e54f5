import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PictureContext, ReadContext, TokenContext } from '../../domain/context.ts'
import { refuseSpentUploads } from '../../domain/game/set-textures.ts'
import { refuseUploadAtOnce } from '../../domain/game/uploads.ts'
import { writingBearer } from '../../domain/tokens/credentials.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import type { TextureKind } from '../../model/game/texture.ts'
import { bearerOf } from '../headers/bearer.ts'

/** The wait for a place, in milliseconds. Requests have a longer limit, which leaves time to send the file. */
export const waitTimeoutMs = 5000

/**
 * Checks an upload before its body is read: the sender may change the profile and has not uploaded too much, and
 * there is memory for the file. Throws Refused `bearer_invalid`, `scope_missing`, `skins_off`, `capes_off`, `uploads_suspended`
 * or `too_many_uploads`, and TurnedAway.
 */
export const reserveUploadPlace =
  (context: ReadContext & TokenContext & PictureContext, kind: TextureKind) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const holder = await writingBearer(context, bearerOf(request))
    request.about = holder
    await refuseUploadAtOnce(context, accountActor(holder, request.ip), holder.id, kind)
    await reservePlaceOf(context, holder, request, reply)
  }

/** Waits for a place for an upload from a page, whose sender is already known. Throws TurnedAway. */
export const placeUpload =
  (context: PictureContext) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    placeOf(context, request.about?.id ?? '', request, reply)

/**
 * Checks an upload by this credential before its body is read: it has not uploaded too much, and there is memory for the
 * file. Throws Refused `too_many_uploads`, and TurnedAway.
 */
export async function reservePlaceOf(
  context: ReadContext & PictureContext,
  { id }: { id: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await refuseSpentUploads(context, id)
  await placeOf(context, id, request, reply)
}

async function placeOf(
  { uploadPlaces }: PictureContext,
  account: string,
  { ip: address }: FastifyRequest,
  { raw }: FastifyReply,
): Promise<void> {
  const leave = await uploadPlaces.enter({ account, address }, waitTimeoutMs)
  // The sender may have disconnected while waiting.
  if (raw.closed || raw.destroyed) leave()
  else raw.once('close', leave)
}
