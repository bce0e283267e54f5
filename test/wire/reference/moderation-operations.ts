// The requests to send, for reports and skins and capes that are taken down.

import { setTexture } from '../../../src/domain/game/set-textures.ts'
import { shareTexture } from '../../../src/domain/library/share.ts'
import { listReports } from '../../../src/domain/moderation/queue.ts'
import { reportTexture } from '../../../src/domain/moderation/report.ts'
import { takeDownTexture } from '../../../src/domain/moderation/take-down.ts'
import { addToWardrobe } from '../../../src/domain/wardrobe/add.ts'
import { accountActor } from '../../../src/model/accounts/actor.ts'
import { makePng, noise } from '../../png.ts'
import { operator, type RunningService } from '../../service.ts'
import type { Call, Calls } from './calls.ts'

let made = 0

/** An account that wears a skin that nobody else has. */
async function dressed(service: RunningService) {
  const number = ++made
  const account = await service.account({
    username: `Worn_${number}`,
    email: `worn${number}@example.test`,
  })
  await setTexture(service.context, operator, account.id, 'skin', makePng(64, 64, noise(5000 + number)))
  const { textures } = await service.stored(account)
  return { ...account, hash: textures.skin?.hash ?? '' }
}

async function reported(service: RunningService): Promise<string> {
  const [worn, reporter] = [await dressed(service), await service.stored(await dressed(service))]
  const given = { player: worn.username, kind: 'skin', reason: 'bad picture' } as const
  await reportTexture(service.context, accountActor(reporter, '192.0.2.1'), reporter, given)
  const reports = await listReports(service.context, { state: 'open', limit: 1000 })
  return reports.find(({ hash }) => hash === worn.hash)?.id ?? ''
}

/** Shares something that waits for a review, and returns the id of the report. */
async function waiting(service: RunningService): Promise<string> {
  const player = await service.stored(await dressed(service))
  const { context } = service
  const by = accountActor(player, '192.0.2.1')
  const png = makePng(64, 64, noise(6000 + made))
  const { texture } = await addToWardrobe(context, by, player, { png, name: 'Party' })
  const config = { ...context.config, libraryReview: 'on' } as const
  await shareTexture({ ...context, config }, by, player, texture.id)
  const reports = await listReports(context, { state: 'open', limit: 1000 })
  return reports.find(({ hash }) => hash === texture.hash)?.id ?? ''
}

type Asked = (service: RunningService) => Promise<Call[]>

interface Makers {
  changing: (asked: Asked) => Calls
  reading: (asked: Asked) => Calls
  nobody: string
}

export const moderationOperations = ({ changing, reading, nobody }: Makers): Record<string, Calls> => ({
  'get /api/v1/textures': reading(async (service) => {
    const { id } = await dressed(service)
    const queries = [
      {},
      { account: id },
      { hidden: 'true', account: id },
      { limit: '0' },
      { account: nobody },
    ]
    return queries.map((query) => ({ query }))
  }),
  'post /api/v1/textures/{hash}/hide': changing(async (service) => {
    const [one, two] = [await dressed(service), await dressed(service)]
    return [
      { path: { hash: one.hash }, body: {} },
      { path: { hash: one.hash }, body: { reason: 'again' } },
      { path: { hash: two.hash }, body: { reason: 'not here' } },
      { path: { hash: two.hash }, body: { reason: 'two\nlines' } },
      { path: { hash: 'f'.repeat(64) }, body: {} },
    ]
  }),
  'post /api/v1/textures/{hash}/unhide': changing(async (service) => {
    const { hash } = await dressed(service)
    await takeDownTexture(service.context, operator, hash)
    return [{ path: { hash } }, { path: { hash } }]
  }),
  'get /api/v1/reports': reading(async (service) => {
    await reported(service)
    return [{}, { state: 'open' }, { state: 'closed' }, { state: 'other' }].map((query) => ({ query }))
  }),
  'post /api/v1/reports/{id}/keep': changing(async (service) => {
    const id = await reported(service)
    return [{ path: { id } }, { path: { id } }]
  }),
  'post /api/v1/reports/{id}/publish': changing(async (service) => {
    const [id, own] = [await waiting(service), await reported(service)]
    return [{ path: { id } }, { path: { id } }, { path: { id: own } }]
  }),
  'post /api/v1/reports/{id}/refuse': changing(async (service) => {
    const [one, two] = [await waiting(service), await waiting(service)]
    return [
      { path: { id: one }, body: { note: 'not here' } },
      { path: { id: one }, body: {} },
      { path: { id: two }, body: { note: 'two\nlines' } },
    ]
  }),
  'put /api/v1/accounts/{id}/uploads': changing(async (service) => {
    const { id } = await dressed(service)
    const bodies = [
      { allowed: false, reason: 'bad skins' },
      { allowed: true },
      { allowed: true, reason: 'x' },
      { allowed: 'no' },
    ]
    return [
      ...bodies.map((body) => ({ path: { id }, body })),
      { path: { id: nobody }, body: { allowed: true } },
    ]
  }),
})
