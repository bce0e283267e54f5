// Requests for the wardrobe of players that produce every answer they can give.
import { addToWardrobe } from '../../../src/domain/wardrobe/add.ts'
import { accountActor } from '../../../src/model/accounts/actor.ts'
import { chunk, makePng, noise } from '../../png.ts'
import { deviceTokens } from '../oauth2/oauth.ts'
import type { Calls, World } from './calls.ts'

const bearing = (token: string) => ({ authorization: `Bearer ${token}` })

/** A player who keeps a skin, and headers with a good token and with one that may do nothing here. */
async function keeper({ service, player }: World) {
  const own = await player()
  const by = accountActor(own, '127.0.0.1')
  const png = makePng(64, 64, noise(1))
  const { texture } = await addToWardrobe(
    service.context,
    by,
    { ...own, isApart: true },
    { png, name: 'Kept' },
  )
  const { access_token: poor } = await deviceTokens(service, own, 'openid')
  return { id: texture.id, headers: bearing(own.accessToken), poor: bearing(poor) }
}

const kept =
  (...bodies: object[]): Calls =>
  async (world) => {
    const { id, headers, poor } = await keeper(world)
    const calls = bodies.length === 0 ? [{ headers }] : bodies.map((body) => ({ headers, body }))
    return [
      ...calls.map((call) => ({ ...call, path: { id } })),
      { ...calls[0], path: { id: 'ab'.repeat(16) } },
      { ...calls[0], path: { id }, headers: poor },
    ]
  }

const animation = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))

export const wardrobeOperations: Record<string, Calls> = {
  'get /api/v1/me/wardrobe': async (world) => {
    const { headers, poor } = await keeper(world)
    return [
      ...[{}, { from: 'recent' }, { from: 'shelves' }, { limit: '1' }, { limit: '0' }].map((query) => ({
        headers,
        query,
      })),
      { headers: poor },
    ]
  },
  'post /api/v1/me/wardrobe': async (world) => {
    const { headers, poor } = await keeper(world)
    const [old, fresh] = [makePng(64, 64, noise(1)), makePng(64, 64, noise(2))]
    const sent = [
      { file: old, name: 'Same' },
      { file: fresh, name: 'New', kind: 'skin', model: 'slim' },
      { file: fresh, name: '' },
      { file: fresh, name: 'New', kind: 'hat' },
      { name: 'No file' },
      ...[
        Buffer.from('no PNG'),
        makePng(64, 32, noise(6), [animation]),
        makePng(63, 64, noise(7)),
        Buffer.alloc(2 ** 20 + 1),
        Buffer.alloc(2_000_000),
      ].map((file) => ({ file, name: 'Bad' })),
    ]
    return [...sent.map((body) => ({ headers, body })), { headers: poor, body: { file: fresh, name: 'X' } }]
  },
  'patch /api/v1/me/wardrobe/{id}': kept({ name: 'Other' }, { name: ' \n' }, { title: 'Other' }),
  'post /api/v1/me/wardrobe/{id}/wear': kept(),
  'delete /api/v1/me/wardrobe/{id}': kept(),
  'delete /api/v1/me/worn/skin': kept(),
  'delete /api/v1/me/worn/cape': kept(),
}
