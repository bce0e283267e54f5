import { shownRoot } from '../../../domain/community/server-keys.ts'
import { listServers } from '../../../domain/community/servers.ts'
import { systemRandom } from '../../../lib/crypto/random.ts'
import { systemClock } from '../../../lib/measure/clock.ts'
import { ask, reasonOf } from '../../../lib/net/ask.ts'
import type { GameServer } from '../../../model/community/game-server.ts'
import { StoredSecrets } from '../../../state/keys/stored-secrets.ts'
import { knownGroups } from '../../../storage/community/groups.ts'
import { encryptionRow } from '../../../storage/schema/encryption.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, found, ok, skipped, warning, wrong } from '../finding.ts'

/** Checks that the root of each game server answers at the base URL, and that somebody may join it. */
export async function gameServers({ config, db, root }: Examined): Promise<Findings> {
  const { baseUrl } = config
  if (!db) return skipped('the database cannot be used')
  if (baseUrl === undefined) return skipped('NORN_BASE_URL is not known')
  const context = { clock: systemClock, config, db }
  const servers = await listServers(context)
  if (servers.length === 0) return ok('none has a root of its own')
  const secrets = await StoredSecrets.of(await encryptionRow(db), config.secret, systemRandom.bytes)
  const known = await knownGroups(
    db,
    servers.flatMap(({ groups }) => groups),
  )
  const findings: Finding[] = found(...servers.map((server) => closed(server, known)))
  if ((await root().catch(() => undefined))?.status !== 200)
    return [...findings, skipped('Norn does not answer at the base URL')]
  for (const server of servers) {
    const url = await shownRoot({ ...context, secrets, baseUrl: () => baseUrl }, server.id)
    const problem = await unanswered(url)
    if (problem === undefined) continue
    findings.push(
      wrong(
        `the root of the game server ${server.name}, ${baseUrl}/at/…, ${problem}`,
        'make the proxy pass on /at/ unchanged, and start the service',
      ),
    )
    // The other roots are behind the same proxy.
    break
  }
  if (findings.length > 0) return findings
  const [first, ...others] = servers
  return ok(others.length === 0 ? `the root of ${first?.name} answers` : `all ${servers.length} roots answer`)
}

function closed({ name, groups }: GameServer, known: ReadonlySet<string>): Finding | undefined {
  const gone = groups.filter((group) => !known.has(group))
  if (gone.length === 0) return undefined
  return warning(
    `the game server ${name} names groups that no longer exist: ${gone.join(', ')}`,
    `create them again, or name others: norn server set ${name} --group NAME`,
  )
}

async function unanswered(root: string): Promise<string | undefined> {
  try {
    const { status } = await ask(`${root}/authlib-injector/`)
    return status === 200 ? undefined : `answers ${status}`
  } catch (error) {
    return `does not answer (${reasonOf(error)})`
  }
}
