// The service as a process of its own, for clients that must not know that this is a test.
import { after, before } from 'node:test'
import { type Installation, install, type Serving, type ShownAccount } from '../cli/norn.ts'

export interface RealService {
  baseUrl: string
  norn: Installation
  /** Creates an account on the command line. */
  account(username: string, password: string): Promise<ShownAccount>
}

/** Starts `norn serve` before the tests of this file and ends it after them. */
export function realService(
  variables: Record<string, string> = {},
  { isEmpty = false } = {},
): () => RealService {
  let norn: Installation
  let serving: Serving
  before(async () => {
    norn = await install({ isEmpty })
    serving = await norn.serve(variables)
  })
  after(async () => {
    serving.kill('SIGTERM')
    await serving.ended
    await norn.remove()
  })
  return () => ({
    baseUrl: serving.baseUrl,
    norn,
    account: async (username, password) => {
      const email = `${username.toLowerCase()}@example.test`
      const line = ['account', 'create', '--username', username, '--email', email, '--password-stdin']
      // A line, as `echo` writes it: the password with which clients sign in contains no line break.
      const { stdout, stderr } = await norn.run([...line, '--json'], { stdin: `${password}\n` })
      if (stdout === '') throw new Error(stderr)
      return JSON.parse(stdout)
    },
  })
}
