// The blows that the primary's machine gets.

import type { Machine } from './machines.ts'
import type { Cluster } from './patroni.ts'

export interface Blow {
  /** True if the machines need a network of their own. */
  needsNetwork: boolean
  strike(primary: Machine, cluster: Cluster): Promise<void> | void
  /** Once another one leads. The machine returns as a standby. */
  undo(primary: Machine, cluster: Cluster): Promise<void> | void
}

export const blows: Record<string, Blow> = {
  /** Its power fails. */
  kill: {
    needsNetwork: false,
    strike: (primary) => primary.kill(),
    undo: (primary, cluster) => cluster.start(primary),
  },
  /** Nothing on it runs, and it then continues as if nothing had happened. */
  freeze: {
    needsNetwork: false,
    strike: (primary) => primary.freeze(),
    undo: (primary) => primary.thaw(),
  },
  /** Nobody reaches it. */
  partition: {
    needsNetwork: true,
    strike: (primary) => primary.plug?.unplug(),
    undo: (primary) => primary.plug?.plugIn(),
  },
  /** Norn still reaches it, and neither the standby nor etcd do. */
  split: {
    needsNetwork: true,
    strike(primary, { members, etcd }) {
      const others = [...members.filter((member) => member !== primary), etcd]
      primary.plug?.block(others.map(({ address }) => address))
    },
    undo: (primary) => primary.plug?.plugIn(),
  },
}
