// Creates accounts until the service is killed: an operator does, and people register.
import type { Asking } from './asking.ts'

export interface Newcomers {
  /** The usernames that were answered with success. */
  readonly made: string[]
  /** Makes one more. Throws Unanswered. */
  step(): Promise<void>
}

export function newcomersOf(asking: Asking): Newcomers {
  const made: string[] = []
  let count = 0

  async function create(username: string): Promise<void> {
    const { status } = await asking.api('POST', '/accounts', { username, password: null })
    if (status === 201) made.push(username)
    else asking.fail(`creation: ${status}`)
  }

  async function register(username: string): Promise<void> {
    const page = await asking.ask('GET', '/register')
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
    const fields = { csrf, username, email: `${username}@example.test`, password: 'a sentence to remember' }
    const { status } = await asking.ask('POST', '/register', {
      headers: { cookie: page.cookies },
      body: new URLSearchParams(fields),
    })
    if (status === 303) made.push(username)
    else asking.fail(`registration: ${status}`)
  }

  return {
    made,
    step: () => {
      const username = `New_${++count}`
      return count % 2 === 0 ? register(username) : create(username)
    },
  }
}
