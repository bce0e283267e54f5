import { userInfo } from 'node:os'
import type { Actor } from '../../model/actor.ts'

/** Who runs this command: the user of the operating system. */
export function commandActor(): Actor {
  try {
    return { kind: 'cli', name: userInfo().username }
  } catch {
    // In a container a user may have a number and no name.
    return { kind: 'cli' }
  }
}
