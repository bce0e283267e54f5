// The limit of signing in: only password hashes, as many at once as there are cores.
import { availableParallelism } from 'node:os'
import { verify } from '@node-rs/argon2'
import { hashedPassword, password } from './players.ts'

const stored = await hashedPassword()

process.on('message', async (milliseconds: number) => {
  const start = performance.now()
  let operations = 0
  const work = async () => {
    while (performance.now() - start < milliseconds) {
      if (!(await verify(stored, password))) throw new Error('a right password was not verified')
      operations++
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  process.send?.({ operations, seconds: (performance.now() - start) / 1000 })
})
process.send?.(true)
