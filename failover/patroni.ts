// Two PostgreSQL servers under Patroni: one takes writes, the other is its synchronous standby.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '../test/until.ts'
import { startEtcd } from './etcd.ts'
import { type Machine, type Machines, makeMachines } from './machines.ts'
import { postgresPrograms } from './programs.ts'

/** Seconds without a sign of life until the primary has lost its role. */
const ttl = 5

/** Patroni's own, and those that the operator of a community would set. */
const settings = {
  ttl,
  loop_wait: 1,
  retry_timeout: 2,
  // Patroni sets synchronous_standby_names, to nothing while there is no standby.
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 200,
      wal_log_hints: 'on',
      // A standby that is gone gives its place to the next.
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
    },
  },
}

export interface Cluster {
  readonly machines: Machines
  /** The machines with PostgreSQL, in the order of `hosts`. */
  readonly members: readonly Machine[]
  readonly etcd: Machine
  /** For a URL: `HOST:PORT,HOST:PORT`. */
  readonly hosts: string
  /** Returns the machine whose PostgreSQL leads, by what each Patroni says. */
  leader(): Promise<Machine | undefined>
  /** Waits until another machine leads than this one. */
  promoted(instead: Machine): Promise<Machine>
  /** Waits until there is a primary with a synchronous standby. */
  untilWhole(): Promise<Machine>
  /** Starts the Patroni of a machine, which starts its PostgreSQL. */
  start(machine: Machine): void
  end(): Promise<void>
}

export async function startCluster(): Promise<Cluster> {
  const bin = postgresPrograms()
  if (bin === undefined) throw new Error('this machine has no PostgreSQL from Debian')
  const machines = makeMachines()
  try {
    return await startOn(machines, bin)
  } catch (error) {
    await machines.end()
    throw error
  }
}

async function startOn(machines: Machines, bin: string): Promise<Cluster> {
  const etcd = await machines.add('etcd')
  const members = [await machines.add('one'), await machines.add('two')]
  const agreement = await startEtcd(etcd)
  for (const member of members)
    await writeFile(
      join(member.directory, 'patroni.yml'),
      JSON.stringify(configuration(member, agreement, bin)),
      { mode: 0o644 },
    )
  const cluster: Cluster = {
    machines,
    members,
    etcd,
    hosts: members.map(({ address }) => `${address}:5432`).join(','),
    async leader() {
      for (const member of members) if ((await stateOf(member))?.role === 'master') return member
      return undefined
    },
    promoted: (instead) =>
      until(`another one leads than ${instead.name}`, async () => {
        for (const member of members)
          if (member !== instead && (await stateOf(member))?.role === 'master') return member
        return undefined
      }),
    untilWhole: () =>
      until('there is a primary with a synchronous standby', async () => {
        const states = await Promise.all(members.map(stateOf))
        const leading = states.findIndex((state) => state?.role === 'master' && state.state === 'running')
        const replication = states[leading]?.replication ?? []
        return replication.some(({ sync_state }) => sync_state === 'sync') && members[leading]
      }),
    start: (machine) => machine.start('patroni', ['patroni', join(machine.directory, 'patroni.yml')]),
    end: () => machines.end(),
  }
  for (const member of members) {
    cluster.start(member)
    // The first one makes the data, and the other copies them.
    if (member === members[0]) await until('there is a primary', () => cluster.leader())
  }
  await cluster.untilWhole()
  return cluster
}

const configuration = ({ name, address, directory }: Machine, etcd: string, bin: string): object => ({
  scope: 'norn',
  name,
  restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
  etcd3: { hosts: [etcd] },
  bootstrap: {
    dcs: settings,
    initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
  },
  postgresql: {
    listen: `${address}:5432`,
    connect_address: `${address}:5432`,
    data_dir: join(directory, 'data'),
    bin_dir: bin,
    pgpass: join(directory, 'pgpass'),
    authentication: {
      superuser: { username: 'postgres' },
      replication: { username: 'replicator' },
      rewind: { username: 'postgres' },
    },
    pg_hba: ['local all all trust', 'host all all all trust', 'host replication all all trust'],
    parameters: { unix_socket_directories: directory },
  },
})

interface State {
  state: string
  role: string
  replication?: { sync_state: string }[]
}

/** Asks Patroni's API. Returns undefined without an answer. */
async function stateOf({ address }: Machine): Promise<State | undefined> {
  try {
    const answer = await fetch(`http://${address}:8008/patroni`, { signal: AbortSignal.timeout(1000) })
    return (await answer.json()) as State
  } catch {
    return undefined
  }
}
