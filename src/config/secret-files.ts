import { resolve } from 'node:path'
import { optionNames, options } from './options.ts'
import type { Source } from './sources.ts'

/** Returns the paths of the files that contain secrets: `.env` if it sets one, and the files of `…_FILE` variables. */
export function secretFilesOf(sources: readonly Source[], directory: string): string[] {
  const names = optionNames.filter((name) => options[name].secret)
  const named = names.flatMap((name) => {
    const path = sources.map(({ variables }) => variables[`${name}_FILE`]).find(Boolean)
    return path ? [resolve(directory, path)] : []
  })
  const inFile = sources.some(
    ({ name, variables }) => name === '.env' && names.some((secret) => variables[secret]),
  )
  return inFile ? [resolve(directory, '.env'), ...named] : named
}
