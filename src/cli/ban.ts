import { addBan, type Ban, listBans, removeBan } from '../domain/bans.ts'
import { readInstant } from './instant.ts'
import { isoTime } from './named-account.ts'
import type { Output } from './output.ts'
import { withServices } from './services.ts'

const shownBan = ({ network, since, until, isAutomatic }: Ban) => ({
  ip: network,
  since: isoTime(since),
  until: until === undefined ? null : isoTime(until),
  automatic: isAutomatic,
})

export async function list(_: object, output: Output): Promise<void> {
  await withServices(output, async (services) => {
    const rows = (await listBans(services)).map(shownBan)
    await output.list(rows, { ip: 25, since: 24, until: 24, automatic: 9 })
  })
}

export async function add(given: { ip: string; until: string | undefined }, output: Output): Promise<void> {
  const until = given.until === undefined ? undefined : readInstant(given.until)
  await withServices(output, async (services) => {
    const ban = await addBan(services, given.ip, until)
    const end = until === undefined ? 'until the ban is removed' : `until ${isoTime(until)}`
    output.one(shownBan(ban), `${ban.network} may not look up profiles ${end}.`)
  })
}

export async function remove(given: { ip: string }, output: Output): Promise<void> {
  await withServices(output, async (services) => {
    const network = await removeBan(services, given.ip)
    output.one({ ip: network }, `${network} may look up profiles again.`)
  })
}
