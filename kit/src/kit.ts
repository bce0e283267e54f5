import { readFileSync } from 'node:fs'

interface Package {
  name: string
  version: string
}

const { name, version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as Package

/** The name and the version of this program. */
export const kit = { name, version } as const
