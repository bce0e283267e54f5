// Requests about players of Bedrock that produce every answer they can give.
import { maxWaiting } from '../../../src/domain/bedrock/codes.ts'
import { linkBedrock } from '../../../src/domain/bedrock/link.ts'
import { operator, type RunningService } from '../../service.ts'
import type { Call, Calls } from './calls.ts'

const root = '/authlib-injector/geyser/v2/link'

/** Game servers that ask who somebody is. */
export const bedrockLookups: Record<string, Calls> = {
  [`get ${root}/bedrock/{xuid}`]: async ({ service, player }) => {
    await linkBedrock(service.context, operator, await player(), { xuid: '7001' })
    return ['7001', '7002', 'no-xuid'].map((xuid) => ({ path: { xuid } }))
  },
  [`get ${root}/java/{uuid}`]: async ({ player }) => {
    const { id } = await player()
    return [id, 'no-uuid'].map((uuid) => ({ path: { uuid } }))
  },
}

interface Words {
  changing: (asked: (service: RunningService) => Promise<Call[]>) => Calls
  creating: (good: object, other: object, ...bad: object[]) => Calls
  list: () => Calls
  nobody: string
}

let last = 8000

export const bedrockOperations = ({ changing, creating, list, nobody }: Words): Record<string, Calls> => ({
  'get /api/v1/bedrock-links': list(),
  'put /api/v1/accounts/{id}/bedrock': changing(async (service) => {
    const { id } = await service.account()
    const xuid = String(++last)
    const bodies = [
      { xuid, gamertag: 'Kid' },
      { xuid },
      { xuid: '1' },
      { xuid: '0' },
      { xuid: 7 },
      { xuid, gamertag: '\u202e' },
      {},
    ]
    return [...bodies.map((body) => ({ path: { id }, body })), { path: { id: nobody }, body: { xuid } }]
  }),
  'delete /api/v1/accounts/{id}/bedrock': changing(async (service) => {
    const { id } = await service.account()
    await linkBedrock(service.context, operator, { id }, { xuid: String(++last) })
    return [{ path: { id } }, { path: { id: nobody } }]
  }),
  'post /api/v1/bedrock-codes': creating(
    { xuid: '1', gamertag: 'Kid' },
    { xuid: '2' },
    { xuid: '0' },
    { xuid: 3 },
    { gamertag: 'Kid' },
    ...Array.from({ length: maxWaiting + 1 }, (_, at) => ({ xuid: String(100 + at) })),
  ),
})
