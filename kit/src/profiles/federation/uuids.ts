import { createHash } from 'node:crypto'
import type { Check } from '../../check.ts'
import { joins } from '../../federation/behaviours.ts'
import { signIn } from '../../protocol/launcher.ts'
import { expectNobody, joinedAs, neighbours, visited } from '../../protocol/neighbours.ts'
import * as clients from '../../words/clients.ts'
import { issue, reference } from '../../words/sources.ts'

const visitors = reference('servers', 'players of neighbours')
const impersonation = issue('unmojang/drasl#318')

/** The UUID that game servers without an account service derive from a name. */
function derivedFrom(name: string): string {
  const bytes = createHash('md5').update(`OfflinePlayer:${name}`).digest()
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x30
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex')
}

export const uuids: Check[] = [
  {
    id: 'federation.uuid.account',
    title: 'No player of a neighbour joins with the UUID of an account.',
    level: 'must',
    breaks: 'administrators: game servers know operators by their UUID',
    source: impersonation,
    needs: ['neighbours', 'account'],
    async run(trial) {
      const { id } = await signIn(trial, trial.account())
      expectNobody(await joinedAs(trial, joins, { id }), 'the UUID is that of an account')
    },
  },
  {
    id: 'federation.uuid.other',
    title: "No player of a neighbour joins with the UUID of another neighbour's player.",
    level: 'should',
    breaks: `${clients.players} of a neighbour: another service lets strangers in as them`,
    source: visitors,
    needs: ['neighbours'],
    async run(trial) {
      const [, second] = neighbours(trial)
      const { id } = await visited(trial, second)
      expectNobody(await joinedAs(trial, joins, { id }), "the UUID is that of another neighbour's player")
    },
  },
  {
    id: 'federation.uuid.derived',
    title: 'No player of a neighbour joins with the UUID that is derived from another name.',
    level: 'should',
    breaks:
      'administrators of game servers that once had no account service: data and permissions of that time',
    source: visitors,
    needs: ['neighbours', 'account'],
    async run(trial) {
      const { name } = await signIn(trial, trial.account())
      expectNobody(
        await joinedAs(trial, joins, { id: derivedFrom(name) }),
        'the UUID is derived from another name',
      )
    },
  },
  {
    id: 'federation.uuid.reserved',
    title:
      'No player of a neighbour joins with the UUID nil or max, or with one that proxies give to players of another edition.',
    level: 'should',
    breaks: `${clients.geyser}: players of the other edition, whose UUIDs a neighbour could choose`,
    source: visitors,
    needs: ['neighbours'],
    async run(trial) {
      for (const id of ['0'.repeat(32), 'f'.repeat(32), `${'0'.repeat(16)}0009f00dfeedbeef`])
        expectNobody(await joinedAs(trial, joins, { id }), `no player has the UUID ${id}`)
    },
  },
]
