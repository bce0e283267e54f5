// What the pictures show: a community, its players, and a busy day.
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addMembers } from '../../src/domain/community/members.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { uploadTexture } from '../../src/domain/game/set-textures.ts'
import { acceptRules } from '../../src/domain/operation/accepted-rules.ts'
import { addBan } from '../../src/domain/operation/bans.ts'
import { changeSettings } from '../../src/domain/operation/settings.ts'
import { createInvite } from '../../src/domain/registration/invites.ts'
import { createApiToken } from '../../src/domain/tokens/api-tokens.ts'
import { createWebhook } from '../../src/domain/webhooks/webhooks.ts'
import type { Random } from '../../src/lib/crypto/random.ts'
import { drawDefaultSkin } from '../../src/model/game/default-skin.ts'
import { addToDays } from '../../src/storage/records/day-counts.ts'
import { addToHours } from '../../src/storage/records/hour-counts.ts'
import type { Language } from '../../src/texts/languages.ts'
import { makePng, type Paint } from '../../test/png.ts'
import { operator, type RunningService, type TestAccount } from '../../test/service.ts'
import { neighbourhood } from './neighbours.ts'

const day = 86_400_000
const hour = 3_600_000

/** Returns a source that gives equal numbers in every run, so that codes in pictures stay. */
export function drawnRandom(): Random {
  let state = 28
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  }
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, next))
  return {
    bytes,
    uuid: () => {
      const drawn = bytes(16)
      drawn[6] = ((drawn[6] ?? 0) & 0x0f) | 0x40
      drawn[8] = ((drawn[8] ?? 0) & 0x3f) | 0x80
      return drawn.toString('hex')
    },
  }
}

const { pixels } = drawDefaultSkin()

/** Returns the common skin in other colours. */
function dyed(red: number, green: number, blue: number): Buffer {
  return makePng(64, 64, (x, y) => {
    const at = (y * 64 + x) * 4
    const part = (offset: number, factor: number) =>
      Math.min(255, Math.round((pixels[at + offset] ?? 0) * factor))
    return [part(0, red), part(1, green), part(2, blue), pixels[at + 3] ?? 0]
  })
}

export const skins = [dyed(0.7, 1.3, 1.2), dyed(1.2, 0.7, 0.7), dyed(1, 0.8, 1.6)]

const cloth: Paint = (x, y) => [180 - x, 60 + y * 3, 90 + x, 255]
export const cape = makePng(64, 32, (x, y) => (x < 22 && y < 17 ? cloth(x, y) : [0, 0, 0, 0]))

/** A tower on a hill. */
const logo = makePng(64, 64, (x, y) => {
  const isTower = x > 22 && x < 42 && y > 12 && (y > 20 || (x >> 2) % 2 === 0)
  const isHill = (x - 32) ** 2 / 2 + (y - 72) ** 2 < 900
  return isTower ? [236, 224, 200, 255] : isHill ? [70, 130, 84, 255] : [36, 52, 92, 255]
})

/** Gives the community a look, words, groups and servers. */
export async function furnish(service: RunningService): Promise<void> {
  const { context } = service
  await changeSettings(context, operator, {
    logo: `data:image/png;base64,${logo.toString('base64')}`,
    welcome: 'We build together, slowly and with care.\nNewcomers get a plot by the river.',
    rules: 'Be kind.\nAsk before you change what others have built.\nNo cheats.',
    links: 'https://forum.midgard.example Forum\nhttps://map.midgard.example Map of the world',
    imprint: 'https://midgard.example/imprint',
    privacy: 'https://midgard.example/privacy',
  })
  await createGroup(context, operator, { name: 'builders', title: 'Builders', colour: '#3a7bd5' })
  await createGroup(context, operator, { name: 'staff', title: 'Staff', colour: '#c0392b' })
  await neighbourhood(service)
  await addServer(context, operator, {
    name: 'survival',
    title: 'Survival',
    address: 'play.midgard.example',
    groups: [],
    neighbours: ['asgard', 'vanaheim'],
    gameVersion: '1.21.4',
    loader: 'fabric-loader 0.16.9',
  })
  await addServer(context, operator, {
    name: 'creative',
    title: 'Creative',
    address: 'play.midgard.example:25570',
    groups: ['builders'],
  })
}

/** Joins of two months: more in the evenings, at weekends, and each week. */
export async function twoMonths({ context, now }: RunningService): Promise<void> {
  const today = now() - (now() % day)
  const counts = Array.from({ length: 60 }, (_, at) => 60 - at).flatMap((before) => {
    const at = today - before * day
    const isWeekend = [0, 6].includes(new Date(at).getUTCDay())
    const joins = Math.round((70 - before) * (isWeekend ? 1.6 : 1) * (1 + 0.2 * Math.sin(before * 2)))
    const ofServers = { '': joins, survival: Math.round(joins * 0.7), creative: Math.round(joins * 0.3) }
    return [
      ...Object.entries(ofServers).map(([server, count]) => ({
        figure: 'joins' as const,
        server,
        at,
        count,
      })),
      { figure: 'accounts' as const, server: '', at, count: before % 4 },
    ]
  })
  await addToDays(context.db, counts)
  const evenings = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 5, 7, 9, 11, 12, 10, 7, 4, 1]
  const hours = Array.from({ length: 28 * 24 }, (_, at) => today - (at + 1) * hour).map((at) => {
    const isWeekend = [0, 6].includes(new Date(at).getUTCDay())
    return {
      at,
      step: 'hasJoined',
      outcome: 'ok',
      count: (evenings[new Date(at).getUTCHours()] ?? 0) * (isWeekend ? 2 : 1),
    }
  })
  await addToHours(
    context.db,
    hours.filter(({ count }) => count > 0),
  )
}

/** Accepts the rules in force for an account, so that no page reminds of them. */
export async function acceptAll(service: RunningService, account: { id: string }): Promise<void> {
  const { context } = service
  const stored = await service.stored(account)
  await acceptRules(context, operator, stored, context.settings.rules?.version ?? '')
}

export interface Staff {
  odin: TestAccount
  thor: TestAccount
}

/** Creates the subjects of the administration pages. */
export async function busyDay(
  service: RunningService,
  advance: (ms: number) => Promise<void>,
  language: Language,
): Promise<Staff> {
  const { context } = service
  const odin = await service.account({ username: 'Odin', email: 'odin@example.org', language })
  await grantRole(context, operator, await service.stored(odin), 'admin')
  const players: TestAccount[] = []
  for (const username of ['Thor', 'Sif', 'Loki', 'Idunn', 'Bragi', 'Hel']) {
    players.push(await service.account({ username, email: `${username.toLowerCase()}@example.org` }))
  }
  const [thor, , loki] = players
  if (!thor || !loki) throw new Error('there are players')
  await uploadTexture(context, operator, thor.id, 'skin', skins[1] ?? cape, 'default')
  await uploadTexture(context, operator, thor.id, 'cape', cape)
  await addMembers(context, operator, 'builders', [await service.stored(thor), await service.stored(loki)])
  for (const [at, player] of players.entries()) {
    await advance(hour / 3)
    for (let sessions = 0; sessions <= at; sessions++) await play(service, player)
    await signIn(service, { ...player, password: 'mjolnir' })
  }
  await suspendAccount(context, operator, await service.stored(loki), {
    reason: 'griefing',
    until: service.now() + 7 * day,
  })
  await signIn(service, loki)
  await signIn(service, thor)
  await service.get(`/session/hasJoined?username=${thor.username}&serverId=asgard`)
  await context.attempts.flush()
  await context.hourCounts.flush()
  await createInvite(context, operator, { uses: 5, expiresAt: service.now() + 7 * day, group: 'builders' })
  await createInvite(context, operator, { uses: 1, expiresAt: null })
  await addBan(context, operator, '203.0.113.0/24')
  await createWebhook(context, operator, {
    url: 'https://bot.example.org/norn',
    events: ['account.*'],
    format: undefined,
  })
  await createApiToken(context, operator, { name: 'Discord bot', readOnly: true, expiresAt: null })
  return { odin, thor }
}

async function play(service: RunningService, player: TestAccount): Promise<void> {
  const accessToken = await service.signIn(player)
  await service.post('/session/join', { accessToken, selectedProfile: player.id, serverId: 'midgard' })
  await service.get(`/session/hasJoined?username=${player.username}&serverId=midgard`)
}

const signIn = (service: RunningService, { username, password }: TestAccount) =>
  service.post('/auth/authenticate', { username, password, clientToken: 'x' })
