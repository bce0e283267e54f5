import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountById } from '../../domain/accounts/find.ts'
import type { Context } from '../../domain/context.ts'
import { wardrobeBearer } from '../../domain/tokens/credentials.ts'
import type { Apart } from '../../domain/wardrobe/list.ts'
import { bearerOf } from '../../http/headers/bearer.ts'
import type { Account } from '../../model/accounts/account.ts'
import { type Actor, accountActor } from '../../model/accounts/actor.ts'

type Asking = Pick<FastifyRequest, 'about' | 'headers' | 'ip' | 'method'>

/** The player of a token. It learns nothing about other players of its account, not even as the actor of a change. */
export interface AskingPlayer {
  player: Account & Required<Apart>
  by: Actor
}

/** Refuses a request whose token is not good for it, before its body is read. Throws what `askingPlayer` throws. */
export const refuseOthers =
  (context: Context) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // RFC 9110, section 11.6.1, requires it with every 401.
    reply.header('www-authenticate', 'Bearer')
    await holderOf(context, request)
    reply.removeHeader('www-authenticate')
  }

/**
 * Returns the player of the request's token, which is asked for again after a body has come. Throws Refused `bearer_invalid`,
 * `scope_missing`.
 */
export async function askingPlayer(context: Context, request: Asking): Promise<AskingPlayer> {
  const known = isReading(request) ? request.about?.id : undefined
  const player = await accountById(context, known ?? (await holderOf(context, request)).id)
  return { player: { ...player, isApart: true }, by: accountActor(player, request.ip) }
}

const isReading = ({ method }: Asking): boolean => method === 'GET' || method === 'HEAD'

async function holderOf(context: Context, request: Asking) {
  const right = isReading(request) ? 'wardrobe_read' : 'wardrobe_write'
  const holder = await wardrobeBearer(context, bearerOf(request), right)
  request.about = holder
  return holder
}
