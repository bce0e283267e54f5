import { userInfo } from 'node:os'
import type { Actor } from '../../model/accounts/actor.ts'

/** Returns the operating system's user as the actor of a change. */
export function commandActor(): Actor {
  try {
    return { kind: 'cli', name: userInfo().username }
  } catch {
    // In a container, a user may have a number but no name.
    return { kind: 'cli' }
  }
}
