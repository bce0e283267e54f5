// The limit of signing in: only password hashes.
import { verify } from '@node-rs/argon2'
import { deferThreadPool } from '../src/lib/process/thread-pool.ts'
import { hashedPassword, password } from './players.ts'

export interface HashOrder {
  milliseconds: number
  atOnce: number
  /** True to hash from now on with the low priority that the service gives to its hashes. */
  isDeferred?: boolean
}

const stored = await hashedPassword()

process.on('message', async ({ milliseconds, atOnce, isDeferred = false }: HashOrder) => {
  if (isDeferred) await deferThreadPool()
  const start = performance.now()
  let operations = 0
  const work = async () => {
    while (performance.now() - start < milliseconds) {
      if (!(await verify(stored, password))) throw new Error('a right password was not verified')
      operations++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  process.send?.({ operations, seconds: (performance.now() - start) / 1000 })
})
process.send?.(true)
