// One etcd, on a machine of its own, where the machines with PostgreSQL agree on who leads.
import { until } from '../test/until.ts'
import type { Machine } from './machines.ts'

/** Starts etcd, and returns its address with port. */
export async function startEtcd(machine: Machine): Promise<string> {
  const { address, directory } = machine
  const [clients, peers] = [`http://${address}:2379`, `http://${address}:2380`]
  machine.start('etcd', [
    'etcd',
    `--name=${machine.name}`,
    `--data-dir=${directory}/etcd`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=${machine.name}=${peers}`,
    '--log-level=warn',
  ])
  await until('etcd is healthy', async () => {
    const answer = await fetch(`${clients}/health`).catch(() => undefined)
    return answer?.ok
  })
  return `${address}:2379`
}
