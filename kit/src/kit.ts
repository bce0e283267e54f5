import { readFileSync } from 'node:fs'

interface Package {
  name: string
  version: string
}

const { name, version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as Package

/** What this program is called, and its version. */
export const kit = { name, version } as const
