// A network of its own: this process and the machines are on one switch, and each machine can be unplugged.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'

const inside = 'FAILOVER_HAS_OWN_NETWORK'
const ownNetwork = ['--map-root-user', '--net', '--mount']
const bridge = 'norn0'
/** The address of this process. The machines follow. */
const gateway = '10.77.0.1'

/** Returns true if machines of this process are on a network of their own. */
export const hasOwnNetwork = (): boolean => process.env[inside] === '1'

/** Runs this program again on a network of its own. Returns its status, or undefined if this machine lets nobody have one. */
export async function againWithOwnNetwork(): Promise<number | undefined> {
  try {
    execFileSync('unshare', [...ownNetwork, 'ip', 'link', 'add', bridge, 'type', 'bridge'], {
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  const child = spawn('unshare', [...ownNetwork, process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [inside]: '1' },
  })
  const pass = () => child.kill('SIGTERM')
  process.once('SIGTERM', pass)
  const [status] = (await once(child, 'exit')) as [number | null]
  process.off('SIGTERM', pass)
  return status ?? 1
}

const ip = (...words: string[]): void => void execFileSync('ip', words, { stdio: 'pipe' })

export function openNetwork(): void {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('address', 'add', `${gateway}/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
}

export interface Plug {
  readonly address: string
  /** A command that runs another one there. */
  readonly within: readonly string[]
  /** Nothing reaches it, and nobody is told. */
  unplug(): void
  /** It reaches everybody but these, and nobody is told. */
  block(addresses: readonly string[]): void
  /** Ends `unplug` and `block`. */
  plugIn(): void
}

/** Plugs machine `number` in. It lasts until this process has ended. */
export async function plug(number: number): Promise<Plug> {
  const holder = spawn('unshare', ['--net', 'sh', '-c', 'echo; exec cat'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  await once(holder.stdout, 'data')
  holder.unref()
  for (const stream of [holder.stdin, holder.stdout] as unknown as Socket[]) stream.unref()
  const [outer, pid, address] = [`norn${number}`, String(holder.pid), `10.77.0.${10 + number}`]
  const within = ['nsenter', `--target=${pid}`, '--net']
  const here = (...words: string[]) => execFileSync('nsenter', [...within.slice(1), 'ip', ...words])
  ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid)
  ip('link', 'set', outer, 'master', bridge, 'up')
  here('link', 'set', 'lo', 'up')
  here('link', 'set', 'eth0', 'up')
  here('address', 'add', `${address}/24`, 'dev', 'eth0')
  let blocked: readonly string[] = []
  return {
    address,
    within,
    unplug: () => ip('link', 'set', outer, 'nomaster'),
    block(addresses) {
      blocked = addresses
      // Frames to an address that nobody has.
      for (const other of blocked)
        here('neigh', 'replace', other, 'lladdr', '02:00:00:00:00:01', 'dev', 'eth0', 'nud', 'permanent')
    },
    plugIn() {
      ip('link', 'set', outer, 'master', bridge)
      for (const other of blocked) here('neigh', 'del', other, 'dev', 'eth0')
      blocked = []
    },
  }
}
