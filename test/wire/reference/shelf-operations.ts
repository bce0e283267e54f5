// The requests to send, for the skins and capes of groups.

import { createGroup } from '../../../src/domain/community/groups.ts'
import { takeDownTexture } from '../../../src/domain/moderation/take-down.ts'
import { addToShelf } from '../../../src/domain/wardrobe/shelves.ts'
import { maxShelfTextures } from '../../../src/model/game/shelf.ts'
import { chunk, makePng, noise } from '../../png.ts'
import { operator, type RunningService } from '../../service.ts'
import type { Call, Calls } from './calls.ts'

let made = 0

/** A group that has a cape of this name. */
async function stocked({ context }: RunningService): Promise<string> {
  const name = `shelf-${++made}`
  await createGroup(context, operator, { name })
  await addToShelf(context, operator, name, { png: makePng(64, 32, noise(1)), name: 'Cape', kind: 'cape' })
  return name
}

/** The hash of a picture that was taken down. */
async function takenDown({ context }: RunningService, group: string): Promise<Buffer> {
  const png = makePng(64, 64, noise(6000 + ++made))
  const { hash } = await addToShelf(context, operator, group, { png, name: 'Bad' })
  await takeDownTexture(context, operator, hash)
  return png
}

interface Makers {
  changing: (asked: (service: RunningService) => Promise<Call[]>) => Calls
  reading: (asked: (service: RunningService) => Promise<Call[]>) => Calls
}

export const shelfOperations = ({ changing, reading }: Makers): Record<string, Calls> => ({
  'get /api/v1/groups/{name}/shelf': reading(async (service) => {
    const path = { name: await stocked(service) }
    return [
      { path },
      { path, query: { limit: '1' } },
      { path, query: { limit: '0' } },
      { path: { name: 'nobody' } },
    ]
  }),
  'post /api/v1/groups/{name}/shelf': async (world) => {
    const { service } = world
    const path = { name: await stocked(service) }
    const full = await stocked(service)
    for (let number = 1; number < maxShelfTextures; number++) {
      const png = makePng(64, 32, noise(1))
      await addToShelf(service.context, operator, full, { png, name: `Cape ${number}` })
    }
    const gone = await takenDown(service, path.name)
    const body = makePng(64, 64, noise(2))
    const query = { name: 'Suit' }
    const calls = await changing(async () => [
      { path, query, body },
      { path, query, body },
      { path, query: { name: 'Slim', kind: 'slim' }, body },
      { path, query: { name: 'Hat', kind: 'hat' }, body },
      { path, query: { name: ' a' }, body },
      { path: { name: 'nobody' }, query, body },
      { path: { name: full }, query, body },
      { path, query: { name: 'Gone' }, body: gone },
      ...[
        Buffer.from('no PNG'),
        makePng(63, 64, noise(3)),
        makePng(64, 32, noise(3), [chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))]),
      ].map((bad) => ({ path, query: { name: 'Bad' }, body: bad })),
    ])(world)
    const [{ headers } = {}] = calls
    const keyed = (key: string) => ({ ...headers, 'idempotency-key': key })
    return [
      ...calls,
      { path, query: { name: 'Once' }, body, headers: keyed('k') },
      { path, query: { name: 'Once' }, body, headers: keyed('k') },
      { path, query: { name: 'Other' }, body, headers: keyed('k') },
      { path, query: { name: 'Other' }, body, headers: keyed('a b') },
    ]
  },
  'delete /api/v1/groups/{name}/shelf/{texture}': changing(async (service) => {
    const name = await stocked(service)
    return [
      { path: { name, texture: 'Cape' } },
      { path: { name, texture: 'Cape' } },
      { path: { name: 'nobody', texture: 'Cape' } },
    ]
  }),
})
