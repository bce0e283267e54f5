import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The file that `npm pack` puts next to the compiled files, because a package has no repository. */
const stampFile = resolve(import.meta.dirname, '../../commit.txt')
const root = resolve(import.meta.dirname, '../../..')

const hash = /^[0-9a-f]{40,64}$/

/** Returns the commit that this program was built from, as 40 or more hex digits, or undefined if it is unknown. */
export function commit(): string | undefined {
  const found = checkedOut(root) ?? contentOf(stampFile)
  return found !== undefined && hash.test(found) ? found : undefined
}

/** Returns the commit that is checked out in a directory. It reads git's files, so git need not be installed. */
export function checkedOut(directory: string): string | undefined {
  // In a linked work tree `.git` is a file with the path of the git directory.
  const dotGit = resolve(directory, '.git')
  const gitDirectory = resolve(directory, contentOf(dotGit)?.replace(/^gitdir: /, '') ?? dotGit)
  const head = contentOf(resolve(gitDirectory, 'HEAD'))
  const branch = head?.replace(/^ref: /, '')
  if (branch === undefined || branch === head) return head
  const shared = resolve(gitDirectory, contentOf(resolve(gitDirectory, 'commondir')) ?? '.')
  const packed = contentOf(resolve(shared, 'packed-refs'))?.split('\n') ?? []
  const line = packed.find((each) => each.endsWith(` ${branch}`))
  return contentOf(resolve(shared, branch)) ?? line?.split(' ', 1)[0]
}

/** Returns the content of a file, or undefined for a directory or a missing file. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
